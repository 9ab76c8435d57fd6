#include "machine/race.h"

#include <assert.h>

#include "base/alloc.h"
#include "machine/known.h"
#include "machine/race_clock.h"

/* A clock that is found at an address: what was released there, byte by byte. */
typedef struct race_release {
    uint64_t address;
    race_clock clock;
} race_release;

typedef VEC(race_release) race_releases; /* sorted by address */

typedef struct race_thread {
    race_clock now;
    race_clock seen;        /* what its relaxed reads have read: an acquire fence makes it part of `now` */
    race_clock fenced;      /* `now` at its last release fence: what its relaxed stores release */
    race_releases heads;    /* by address: what its last store with release there has released */
    VEC(race_clock) buffer; /* what the entries of its store buffer release */
    uint32_t opaque_from;   /* depth of the outermost atomic block of a library model that it is in; 0: none */
    bool has_released;      /* in the atomic block that it is in */
} race_thread;

/* One for each thread, place, size and way: the last. */
typedef struct race_access {
    uint64_t address;
    uint8_t size;
    bool is_write, is_atomic;
    uint32_t thread, epoch;
    ir_id place;         /* where all races are asked for: user_pc, since of two places none stands for the other */
    bool is_said_atomic; /* for reports alone, as what follows: not what a function of the library does */
    ir_id pc, user_pc;
} race_access;

struct machine_races {
    uint32_t references;
    VEC(race_thread) threads;
    race_releases released;
    VEC(race_access) accesses; /* sorted, see compare_accesses */
};

enum { LARGEST_ACCESS = 8 };

/* ---- sharing ---- */

machine_races *races_new(void)
{
    machine_races *races = alloc_zeroed(1, sizeof *races);
    races->references = 1;
    return races;
}

machine_races *races_share(machine_races *races)
{
    if (races)
        races->references++;
    return races;
}

static void clear_releases(race_releases *list)
{
    for (uint32_t i = 0; i < list->size; i++)
        vec_clear(&list->data[i].clock);
    vec_clear(list);
}

static void clear_thread(race_thread *t)
{
    vec_clear(&t->now);
    vec_clear(&t->seen);
    vec_clear(&t->fenced);
    clear_releases(&t->heads);
    for (uint32_t i = 0; i < t->buffer.size; i++)
        vec_clear(&t->buffer.data[i]);
    vec_clear(&t->buffer);
}

void races_release(machine_races *races)
{
    if (races == NULL || --races->references > 0)
        return;
    for (uint32_t t = 0; t < races->threads.size; t++)
        clear_thread(&races->threads.data[t]);
    vec_clear(&races->threads);
    clear_releases(&races->released);
    vec_clear(&races->accesses);
    free(races);
}

static void copy_releases(race_releases *to, const race_releases *from)
{
    vec_copy(to, from);
    for (uint32_t i = 0; i < to->size; i++)
        vec_copy(&to->data[i].clock, &from->data[i].clock);
}

static race_thread copy_thread(const race_thread *from)
{
    race_thread to = *from;
    vec_copy(&to.now, &from->now);
    vec_copy(&to.seen, &from->seen);
    vec_copy(&to.fenced, &from->fenced);
    copy_releases(&to.heads, &from->heads);
    vec_copy(&to.buffer, &from->buffer);
    for (uint32_t i = 0; i < to.buffer.size; i++)
        vec_copy(&to.buffer.data[i], &from->buffer.data[i]);
    return to;
}

/* For writing: cloned if it is shared. */
static machine_races *writable(machine_state *state)
{
    machine_races *old = state->races;
    if (old->references == 1)
        return old;
    machine_races *clone = races_new();
    vec_copy(&clone->threads, &old->threads);
    for (uint32_t t = 0; t < clone->threads.size; t++)
        clone->threads.data[t] = copy_thread(&old->threads.data[t]);
    copy_releases(&clone->released, &old->released);
    vec_copy(&clone->accesses, &old->accesses);
    old->references--;
    state->races = clone;
    return clone;
}

/* Epochs begin with 1, so that every access is one that others do not have. */
static race_thread *thread_of(machine_races *races, uint32_t thread)
{
    if (thread >= races->threads.size)
        vec_resize(&races->threads, thread + 1);
    race_thread *t = &races->threads.data[thread];
    if (race_clock_of(&t->now, thread) == 0)
        race_clock_raise(&t->now, thread, 1);
    return t;
}

static uint64_t bytes_of_releases(const race_releases *list)
{
    uint64_t bytes = list->capacity * sizeof *list->data;
    for (uint32_t i = 0; i < list->size; i++)
        bytes += list->data[i].clock.capacity * sizeof(uint32_t);
    return bytes;
}

uint64_t races_bytes(const machine_races *races)
{
    if (races == NULL || races->references > 1)
        return 0;
    uint64_t bytes = sizeof *races + bytes_of_releases(&races->released) +
                     races->accesses.capacity * sizeof *races->accesses.data +
                     races->threads.capacity * sizeof *races->threads.data;
    for (uint32_t t = 0; t < races->threads.size; t++) {
        const race_thread *thread = &races->threads.data[t];
        bytes += bytes_of_releases(&thread->heads) + thread->buffer.capacity * sizeof *thread->buffer.data +
                 (thread->now.capacity + thread->seen.capacity + thread->fenced.capacity) * sizeof(uint32_t);
    }
    return bytes;
}

/* ---- what was released where ---- */

static uint32_t find_release(const race_releases *list, uint64_t address)
{
    uint32_t low = 0, high = list->size;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (list->data[middle].address < address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static const race_clock *released_at(const race_releases *list, uint64_t address)
{
    static const race_clock NOTHING = {0};
    uint32_t i = find_release(list, address);
    return i < list->size && list->data[i].address == address ? &list->data[i].clock : &NOTHING;
}

static race_clock *release_at(race_releases *list, uint64_t address)
{
    uint32_t i = find_release(list, address);
    if (i < list->size && list->data[i].address == address)
        return &list->data[i].clock;
    vec_push(list, (race_release){0});
    memmove(list->data + i + 1, list->data + i, (list->size - 1 - i) * sizeof *list->data);
    list->data[i] = (race_release){.address = address};
    return &list->data[i].clock;
}

static void remove_release(race_releases *list, uint32_t i)
{
    vec_clear(&list->data[i].clock);
    memmove(list->data + i, list->data + i + 1, (list->size - 1 - i) * sizeof *list->data);
    list->size--;
}

/* Memory has this there from now on; `adds`: besides what it had. */
static void set_released(machine_races *races, uint64_t address, uint8_t size, const race_clock *clock, bool adds)
{
    for (uint32_t i = 0; i < size; i++) {
        if (clock->size == 0 && released_at(&races->released, address + i)->size == 0)
            continue;
        race_clock *at = release_at(&races->released, address + i);
        if (!adds)
            at->size = 0;
        race_clock_join(at, clock);
    }
}

/* ---- orders ---- */

/* How the access at hand takes part in synchronisation. */
typedef struct race_way {
    bool is_atomic;
    bool is_opaque; /* it is inside of a library model, which says by itself what synchronises */
    bool acquires, releases;
} race_way;

static race_way way_of(ir_order order)
{
    return (race_way){
        .is_atomic = order >= IR_RELAXED,
        .acquires = order == IR_ACQUIRE || order == IR_ACQ_REL || order == IR_SEQ_CST,
        .releases = order == IR_RELEASE || order == IR_ACQ_REL || order == IR_SEQ_CST,
    };
}

static race_way way_of_step(step *s, bool fails)
{
    const ir_instruction *in = &s->m->program->code.data[s->pc];
    bool has_order = in->op >= IR_LOAD && in->op <= IR_CMPXCHG;
    ir_order order = has_order ? ir_order_of(in) : IR_PLAIN;
    if (fails && in->op == IR_CMPXCHG)
        order = ir_failure_order_of(in);
    const race_thread *t = thread_of(writable(s->state), s->index);
    if (order < IR_RELAXED && t->opaque_from > 0)
        return (race_way){.is_atomic = true, .is_opaque = true};
    return way_of(order < IR_RELAXED && s->thread->atomic_depth > 0 ? IR_SEQ_CST : order);
}

/* The thread has handed its past to others: what it does next is no part of that. Inside of an atomic block all is one
 * step, which ends with the block. */
static void tick(step *s, race_thread *t)
{
    if (s->thread->atomic_depth > 0)
        t->has_released = true;
    else
        t->now.data[s->index]++;
}

static void acquire(step *s, uint64_t address, uint8_t size, race_way way)
{
    machine_races *races = writable(s->state);
    race_thread *t = thread_of(races, s->index);
    for (uint32_t i = 0; i < size; i++)
        race_clock_join(way.acquires ? &t->now : &t->seen, released_at(&races->released, address + i));
}

/* What a store to the address releases: the thread's past; that of its last release fence, and of the release sequence
 * that its last store with release there began; or nothing. */
static race_clock clock_of_store(step *s, uint64_t address, race_way way)
{
    race_clock clock = {0};
    race_thread *t = thread_of(writable(s->state), s->index);
    if (!way.is_atomic)
        return clock;
    if (way.releases) {
        race_clock_set(&clock, &t->now);
        race_clock_set(release_at(&t->heads, address), &t->now);
        tick(s, t);
    } else {
        race_clock_set(&clock, &t->fenced);
        race_clock_join(&clock, released_at(&t->heads, address));
    }
    return clock;
}

/* ---- accesses ---- */

static int compare_accesses(const race_access *a, const race_access *b)
{
    if (a->address != b->address)
        return a->address < b->address ? -1 : 1;
    uint64_t one = (uint64_t)a->thread << 16 | (uint64_t)a->size << 8 | (uint64_t)a->is_write << 1 | a->is_atomic;
    uint64_t two = (uint64_t)b->thread << 16 | (uint64_t)b->size << 8 | (uint64_t)b->is_write << 1 | b->is_atomic;
    if (one != two)
        return one < two ? -1 : 1;
    return (a->place > b->place) - (a->place < b->place);
}

static uint32_t find_access(const machine_races *races, const race_access *access)
{
    uint32_t low = 0, high = races->accesses.size;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (compare_accesses(&races->accesses.data[middle], access) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void keep_access(machine_races *races, race_access access)
{
    uint32_t i = find_access(races, &access);
    if (i == races->accesses.size || compare_accesses(&races->accesses.data[i], &access) != 0) {
        vec_push(&races->accesses, (race_access){0});
        memmove(races->accesses.data + i + 1, races->accesses.data + i, (races->accesses.size - 1 - i) * sizeof access);
    }
    races->accesses.data[i] = access;
}

static bool is_known(const step *s, const race_access *one, const race_access *two)
{
    machine_known pair = {.violated = PROPERTY_RACE, .user_pc = one->user_pc, .other = two->user_pc};
    return s->m->options.known && known_has(s->m->program, s->m->options.known, pair);
}

/* An access of another thread that conflicts with this one, of `size` bytes, and does not happen before it; or NULL. */
static const race_access *find_race(const step *s, const race_access *access, uint64_t size)
{
    machine_races *races = writable(s->state);
    const race_thread *t = thread_of(races, access->thread);
    race_access first = {.address = access->address < LARGEST_ACCESS ? 0 : access->address - LARGEST_ACCESS + 1};
    for (uint32_t i = find_access(races, &first); i < races->accesses.size; i++) {
        const race_access *other = &races->accesses.data[i];
        if (other->address >= access->address + size)
            break;
        if (other->address + other->size <= access->address || other->thread == access->thread)
            continue;
        if ((access->is_write || other->is_write) && !(access->is_atomic && other->is_atomic) &&
            other->epoch > race_clock_of(&t->now, other->thread) && !is_known(s, access, other))
            return other;
    }
    return NULL;
}

static const char *verb_of(const race_access *access, bool is_free)
{
    if (is_free)
        return "frees";
    return access->is_write ? "writes" : "reads";
}

static outcome report_race(step *s, const race_access *here, const race_access *other, bool is_free)
{
    strbuf place = {0}, one = {0}, two = {0};
    machine_describe_place(s->m, s->state, other->address, other->size, &place);
    machine_describe_thread(s->m, s->state, other->thread, &one);
    machine_describe_thread(s->m, s->state, here->thread, &two);
    outcome o = step_pair(s, PROPERTY_RACE, (machine_place){other->thread, other->pc, other->user_pc},
                          "data race on %s: %s %s it%s, %s %s it%s, and nothing orders the two", strbuf_text(&place),
                          strbuf_text(&two), verb_of(here, is_free), here->is_said_atomic ? " (atomic)" : "",
                          strbuf_text(&one), verb_of(other, false), other->is_said_atomic ? " (atomic)" : "");
    s->result->address = other->address;
    strbuf_clear(&place);
    strbuf_clear(&one);
    strbuf_clear(&two);
    return o;
}

/* Variables of the library models are the models' own matter. */
static bool counts(const step *s, const machine_object *object)
{
    bool is_variable = object->origin == MACHINE_FROM_GLOBAL || object->origin == MACHINE_FROM_TLS;
    return !object->is_private && !object->is_constant &&
           !(is_variable && s->m->program->globals.data[object->id].is_model);
}

static bool is_models_volatile(const step *s)
{
    const ir_instruction *in = &s->m->program->code.data[s->pc];
    ir_id function = s->thread->frames.data[s->thread->frames.size - 1].function;
    return (in->op == IR_LOAD || in->op == IR_STORE) && ir_order_of(in) == IR_VOLATILE &&
           s->m->program->functions.data[function].is_model;
}

/* Who is alone leaves nothing behind that anybody could race with: all who come later begin after it. */
static outcome note(step *s, uint64_t address, uint8_t size, bool is_write, race_way way)
{
    machine_races *races = writable(s->state);
    race_access access = {
        .address = address,
        .size = size,
        .is_write = is_write,
        .is_atomic = way.is_atomic,
        .is_said_atomic = way.is_atomic && !way.is_opaque,
        .thread = s->index,
        .epoch = race_clock_of(&thread_of(races, s->index)->now, s->index),
        .pc = s->pc,
        .user_pc = step_user_pc(s->m, s->thread, s->pc),
    };
    if (s->m->options.finds_all)
        access.place = access.user_pc;
    if (is_models_volatile(s))
        return step_unsupported(s, "data races between accesses of <lkmm.h>");
    const race_access *other = find_race(s, &access, size);
    if (other)
        return report_race(s, &access, other, false);
    if (!s->is_alone)
        keep_access(races, access);
    return NEXT;
}

outcome race_read(step *s, const machine_object *object, uint64_t address, uint8_t size, bool from_buffer)
{
    if (s->state->races == NULL || !counts(s, object))
        return NEXT;
    race_way way = way_of_step(s, false);
    outcome o = note(s, address, size, false, way);
    if (o == NEXT && way.is_atomic && !way.is_opaque && !from_buffer)
        acquire(s, address, size, way);
    return o;
}

outcome race_write(step *s, const machine_object *object, uint64_t address, uint8_t size, bool is_buffered)
{
    if (s->state->races == NULL)
        return NEXT;
    if (!counts(s, object)) {
        if (is_buffered)
            race_buffer_other(s);
        return NEXT;
    }
    race_way way = way_of_step(s, false);
    outcome o = note(s, address, size, true, way);
    if (o != NEXT && is_buffered)
        race_buffer_other(s);
    if (o != NEXT || way.is_opaque)
        return o;
    race_clock clock = clock_of_store(s, address, way);
    machine_races *races = writable(s->state);
    if (is_buffered) {
        vec_push(&thread_of(races, s->index)->buffer, clock);
        return o;
    }
    set_released(races, address, size, &clock, false);
    vec_clear(&clock);
    return o;
}

outcome race_exchange(step *s, const machine_object *object, uint64_t address, uint8_t size, bool writes)
{
    if (s->state->races == NULL || !counts(s, object))
        return NEXT;
    race_way way = way_of_step(s, !writes);
    outcome o = note(s, address, size, writes, way);
    if (o != NEXT)
        return o;
    acquire(s, address, size, way);
    if (!writes)
        return o;
    race_clock clock = clock_of_store(s, address, way);
    set_released(writable(s->state), address, size, &clock, true);
    vec_clear(&clock);
    return o;
}

outcome race_free(step *s, const machine_object *object, uint64_t address)
{
    if (s->state->races == NULL || !counts(s, object))
        return NEXT;
    race_access access = {
        .address = address,
        .is_write = true,
        .thread = s->index,
        .user_pc = step_user_pc(s->m, s->thread, s->pc),
    };
    const race_access *other = find_race(s, &access, object->size);
    return other ? report_race(s, &access, other, true) : NEXT;
}

/* ---- synchronisation ---- */

/* C11's numbers of orders; 1 is consume. */
static ir_order order_numbered(uint64_t number)
{
    static const ir_order ORDERS[] = {IR_RELAXED, IR_ACQUIRE, IR_ACQUIRE, IR_RELEASE, IR_ACQ_REL, IR_SEQ_CST};
    return number < sizeof ORDERS / sizeof *ORDERS ? ORDERS[number] : IR_SEQ_CST;
}

outcome race_synchronise(step *s, uint64_t word, uint64_t what)
{
    if (s->state->races == NULL)
        return NEXT;
    uint64_t kind = what % IR_SYNC_KINDS, detail = what / IR_SYNC_KINDS;
    race_way way = way_of(order_numbered(detail));
    if (kind == IR_SYNC_WRITES) {
        const machine_object *object = access_object(s, word, detail, ACCESS_WRITE);
        return object && counts(s, object) ? note(s, word, (uint8_t)detail, true, (race_way){0}) : NEXT;
    }
    if (kind == IR_SYNC_FRESH) {
        set_released(writable(s->state), word, 1, &(race_clock){0}, false);
        return NEXT;
    }
    if (kind != IR_SYNC_STORE)
        acquire(s, word, 1, way);
    if (kind == IR_SYNC_LOAD)
        return NEXT;
    race_clock clock = clock_of_store(s, word, way);
    set_released(writable(s->state), word, 1, &clock, kind == IR_SYNC_RMW);
    vec_clear(&clock);
    return NEXT;
}

/* A fence of C11 does what its order says, any other one what it orders. What belongs to an access, a block or a
 * thread is not in the program. */
void race_fence(step *s, ir_fence fence)
{
    if (s->state->races == NULL || fence.kind == IR_FENCE_OF_ACCESS || fence.kind == IR_FENCE_OF_BLOCK ||
        fence.kind == IR_FENCE_OF_THREAD)
        return;
    race_thread *t = thread_of(writable(s->state), s->index);
    if ((fence.pairs & (IR_RR | IR_RW)) == (IR_RR | IR_RW))
        race_clock_join(&t->now, &t->seen);
    if ((fence.pairs & (IR_RW | IR_WW)) == (IR_RW | IR_WW)) {
        race_clock_set(&t->fenced, &t->now);
        tick(s, t);
    }
}

void race_start(step *s, uint32_t child)
{
    if (s->state->races == NULL)
        return;
    machine_races *races = writable(s->state);
    thread_of(races, child);
    race_thread *t = thread_of(races, s->index);
    race_clock_join(&races->threads.data[child].now, &t->now);
    tick(s, t);
}

void race_join(step *s, uint32_t other)
{
    if (s->state->races == NULL)
        return;
    machine_races *races = writable(s->state);
    thread_of(races, other);
    race_clock_join(&thread_of(races, s->index)->now, &races->threads.data[other].now);
}

void race_enter_block(step *s, bool is_users)
{
    if (s->state->races == NULL)
        return;
    race_thread *t = thread_of(writable(s->state), s->index);
    if (!is_users && t->opaque_from == 0)
        t->opaque_from = s->thread->atomic_depth;
}

void race_leave_block(step *s)
{
    if (s->state->races == NULL)
        return;
    race_thread *t = thread_of(writable(s->state), s->index);
    if (s->thread->atomic_depth < t->opaque_from)
        t->opaque_from = 0;
    if (s->thread->atomic_depth > 0 || !t->has_released)
        return;
    t->has_released = false;
    tick(s, t);
}

/* ---- buffers ---- */

void race_buffer_other(step *s)
{
    if (s->state->races)
        vec_push(&thread_of(writable(s->state), s->index)->buffer, (race_clock){0});
}

void race_commit(step *s, uint32_t index, const machine_store *store)
{
    if (s->state->races == NULL || store->kind != MACHINE_STORE)
        return;
    machine_races *races = writable(s->state);
    set_released(races, store->address, store->size, &thread_of(races, s->index)->buffer.data[index], false);
}

void race_unbuffer(step *s, uint32_t index)
{
    if (s->state->races == NULL)
        return;
    race_thread *t = thread_of(writable(s->state), s->index);
    vec_clear(&t->buffer.data[index]);
    memmove(t->buffer.data + index, t->buffer.data + index + 1, (t->buffer.size - 1 - index) * sizeof *t->buffer.data);
    t->buffer.size--;
    assert(t->buffer.size == s->thread->buffer.size);
}

/* ---- what can no longer matter ---- */

static bool acts(const machine_thread *thread)
{
    return thread->status == MACHINE_RUNNING;
}

static bool everybody_has_access(const machine_state *state, const race_access *access)
{
    for (uint32_t t = 0; t < state->threads.size; t++)
        if (t != access->thread && acts(state->threads.data[t]) &&
            (t >= state->races->threads.size ||
             race_clock_of(&state->races->threads.data[t].now, access->thread) < access->epoch))
            return false;
    return true;
}

static bool everybody_has_clock(const machine_state *state, const race_clock *clock)
{
    for (uint32_t t = 0; t < state->threads.size; t++)
        if (acts(state->threads.data[t]) &&
            (t >= state->races->threads.size || !race_clock_has(&state->races->threads.data[t].now, clock)))
            return false;
    return true;
}

void races_prune(machine_state *state)
{
    machine_races *races = writable(state);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < races->accesses.size; i++)
        if (!everybody_has_access(state, &races->accesses.data[i]))
            races->accesses.data[kept++] = races->accesses.data[i];
    races->accesses.size = kept;
    for (uint32_t i = races->released.size; i-- > 0;)
        if (everybody_has_clock(state, &races->released.data[i].clock))
            remove_release(&races->released, i);
}

static bool is_in_object(const machine_state *state, uint64_t address, uint64_t number)
{
    return ir_pointer_object(state->machine->program->layout, address) == number;
}

static void forget_releases(const machine_state *state, race_releases *list, uint64_t number)
{
    for (uint32_t i = list->size; i-- > 0;)
        if (is_in_object(state, list->data[i].address, number))
            remove_release(list, i);
}

void races_forget_object(machine_state *state, uint64_t number)
{
    machine_races *races = writable(state);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < races->accesses.size; i++)
        if (!is_in_object(state, races->accesses.data[i].address, number))
            races->accesses.data[kept++] = races->accesses.data[i];
    races->accesses.size = kept;
    forget_releases(state, &races->released, number);
    for (uint32_t t = 0; t < races->threads.size; t++)
        forget_releases(state, &races->threads.data[t].heads, number);
}

/* ---- equal states ---- */

/* How many kept accesses of the thread have an epoch up to this one. */
static uint32_t rank_of(const machine_races *races, uint32_t thread, uint32_t epoch)
{
    uint32_t rank = 0;
    for (uint32_t i = 0; epoch > 0 && i < races->accesses.size; i++)
        rank += races->accesses.data[i].thread == thread && races->accesses.data[i].epoch <= epoch;
    return rank;
}

static void hash_clock(hash128 *h, const machine_races *races, uint64_t what, const race_clock *clock)
{
    for (uint32_t t = 0; t < clock->size; t++) {
        uint32_t rank = rank_of(races, t, clock->data[t]);
        if (rank == 0)
            continue;
        hash128_word(h, what);
        hash128_word(h, (uint64_t)t << 32 | rank);
    }
}

static void hash_releases(hash128 *h, const machine_races *races, const race_releases *list)
{
    for (uint32_t i = 0; i < list->size; i++)
        hash_clock(h, races, list->data[i].address, &list->data[i].clock);
}

enum { HASH_NOW = 1, HASH_SEEN, HASH_FENCED, HASH_HEADS, HASH_BUFFER };

static void hash_thread(hash128 *h, const machine_races *races, const race_thread *t)
{
    hash_clock(h, races, HASH_NOW, &t->now);
    hash_clock(h, races, HASH_SEEN, &t->seen);
    hash_clock(h, races, HASH_FENCED, &t->fenced);
    hash128_word(h, HASH_HEADS);
    hash_releases(h, races, &t->heads);
    for (uint32_t i = 0; i < t->buffer.size; i++)
        hash_clock(h, races, HASH_BUFFER + i, &t->buffer.data[i]);
}

hash128 races_hash(const machine_state *state)
{
    const machine_races *races = state->races;
    hash128 h = hash128_start();
    for (uint32_t i = 0; i < races->accesses.size; i++) {
        const race_access *a = &races->accesses.data[i];
        hash128_word(&h, a->address);
        hash128_word(&h,
                     (uint64_t)a->thread << 32 | (uint64_t)a->size << 8 | (uint64_t)a->is_write << 1 | a->is_atomic);
        hash128_word(&h, (uint64_t)a->place << 32 | rank_of(races, a->thread, a->epoch));
    }
    hash_releases(&h, races, &races->released);
    for (uint32_t t = 0; t < races->threads.size; t++) {
        if (t < state->threads.size && state->threads.data[t]->is_joined)
            continue;
        hash128_word(&h, t);
        hash_thread(&h, races, &races->threads.data[t]);
    }
    return h;
}
