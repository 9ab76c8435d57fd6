#include "machine/state.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "machine/exec.h"
#include "machine/race.h"
#include "machine/undo.h"

/* ---- objects ---- */

uint32_t state_owner(const machine *m, uint64_t number, uint64_t *k)
{
    number = given_inside(&m->given, number);
    *k = 0;
    return number < m->first_dynamic ? UINT32_MAX : numbers_owner(number - m->first_dynamic, k);
}

/* The table that would have the number, and its place there; NULL if there is none. */
static machine_objects **table_of(const machine_state *state, uint64_t number, uint64_t *place)
{
    *place = number - 1;
    if (*place < state->objects.data[STATE_GLOBALS]->list.size)
        return &state->objects.data[STATE_GLOBALS];
    uint32_t thread = state_owner(state->machine, number, place);
    return thread < state->threads.size ? state_objects_of(state, thread) : NULL;
}

const machine_object *state_object(const machine_state *state, uint64_t number)
{
    uint64_t place;
    machine_objects **table = table_of(state, number, &place);
    if (table == NULL || place >= (*table)->list.size)
        return NULL;
    const machine_object *object = &(*table)->list.data[place];
    return object->is_used ? object : NULL;
}

machine_object *state_change_object(machine_state *state, uint64_t number)
{
    uint64_t place;
    machine_objects **table = table_of(state, number, &place);
    assert(table != NULL && place < (*table)->list.size);
    return objects_change(table, (uint32_t)place);
}

/* The first of the thread's numbers that nothing uses: which one it is of them. */
static uint32_t find_free_number(const machine_state *state, uint32_t thread)
{
    machine_objects *objects = objects_writable(state_objects_of(state, thread));
    uint32_t k = objects->first_free;
    while (k < objects->list.size && objects->list.data[k].is_used)
        k++;
    objects->first_free = k;
    return k;
}

static uint64_t take_free_number(machine_state *state, uint32_t thread, uint32_t *k)
{
    uint64_t first = state->machine->first_dynamic, last = ir_last_object(state->machine->program->layout);
    bool is_collecting = state->machine->options.normalise ? state->dead > 0 : state->dead > MACHINE_DEAD_BEFORE_REUSE;
    bool may_collect = state->machine->given.above == 0 && !state->machine->options.is_traced;
    if (is_collecting && may_collect)
        reuse_collect(state);
    *k = find_free_number(state, thread);
    if (first + numbers_make(thread, *k) > last && state->dead > 0 && may_collect) {
        reuse_collect(state);
        *k = find_free_number(state, thread);
    }
    uint64_t number = first + numbers_make(thread, *k);
    return number > last ? 0 : number;
}

/* How many objects of the thread have their numbers from what was given: all but thread-local ones and arguments. */
static uint32_t count_given(const machine_state *state, uint32_t thread)
{
    const machine_objects *objects = *state_objects_of(state, thread);
    uint32_t count = 0;
    for (uint32_t i = 0; i < objects->list.size; i++) {
        uint8_t origin = objects->list.data[i].origin;
        count += objects->list.data[i].is_used && (origin == MACHINE_FROM_SITE || origin == MACHINE_FROM_HEAP);
    }
    return count;
}

static uint64_t number_outside(machine_state *state, uint32_t thread, machine_origin origin, uint64_t inside)
{
    given *g = &state->machine->given;
    bool is_given = g->above > 0 && (origin == MACHINE_FROM_SITE || origin == MACHINE_FROM_HEAP);
    return given_number(g, thread, is_given ? count_given(state, thread) : UINT32_MAX, inside);
}

uint64_t state_new_object(machine_state *state, uint32_t thread, uint64_t size, machine_origin origin, uint32_t id,
                          bool is_zeroed)
{
    uint32_t k;
    uint64_t number = take_free_number(state, thread, &k);
    if (number == 0)
        return 0;
    number = number_outside(state, thread, origin, number);
    machine_object *object = objects_make(state_objects_of(state, thread), k, size, is_zeroed || size == 0);
    object->id = id;
    object->origin = (uint8_t)origin;
    if (state->machine->program->tracks_unset && !is_zeroed)
        objects_unset_all(object->block);
    return number;
}

void state_kill_object(machine_state *state, uint64_t number)
{
    objects_kill(state_change_object(state, number));
    state->dead++;
    if (state->races)
        races_forget_object(state, number);
}

/* ---- threads ---- */

static void add_nobody(machine_state *state)
{
    machine_thread *thread = alloc_zeroed(1, sizeof *thread);
    thread->references = 1;
    thread->status = MACHINE_FINISHED;
    thread->is_joined = true;
    vec_push(&state->threads, thread);
    vec_push(&state->objects, objects_new());
}

machine_thread *state_add_thread(machine_state *state, uint32_t number, ir_id entry)
{
    while (state->threads.size <= number)
        add_nobody(state);
    machine_thread *thread = state_writable_thread(state, number);
    thread->status = MACHINE_RUNNING;
    thread->is_joined = false;
    thread->entry = entry;
    return thread;
}

static void thread_release(machine_thread *thread)
{
    if (--thread->references > 0)
        return;
    vec_clear(&thread->frames);
    vec_clear(&thread->slots);
    vec_clear(&thread->locals);
    vec_clear(&thread->buffer);
    vec_clear(&thread->tls);
    vec_clear(&thread->loops);
    free(thread);
}

machine_thread *state_writable_thread(machine_state *state, uint32_t index)
{
    machine_thread *old = state->threads.data[index];
    if (old->references == 1) {
        old->has_hash = false;
        return old;
    }
    machine_thread *clone = alloc_bytes(sizeof *clone);
    *clone = *old;
    clone->references = 1;
    clone->has_hash = false;
    vec_copy(&clone->frames, &old->frames);
    vec_copy(&clone->slots, &old->slots);
    vec_copy(&clone->locals, &old->locals);
    vec_copy(&clone->buffer, &old->buffer);
    vec_copy(&clone->tls, &old->tls);
    vec_copy(&clone->loops, &old->loops);
    old->references--;
    state->threads.data[index] = clone;
    return clone;
}

static void add_words(hash128 *sum, uint64_t *place, const void *words, size_t count)
{
    hash128_add_words(sum, *place, words, count);
    *place += count;
}

/* Two threads with equal hashes behave the same from here on: what only serves reports (where a buffered store
 * came from) is left out. */
static hash128 compute_thread_hash(const machine_thread *thread)
{
    const uint64_t words[] = {
        (uint64_t)thread->status | (uint64_t)thread->is_detached << 8 | (uint64_t)thread->is_joined << 9 |
            (uint64_t)thread->atomic_depth << 16,
        thread->result,
        thread->bulk.done,
        thread->bulk.piece,
        thread->bulk.unset,
        (uint64_t)thread->bulk.initialised << 1 | thread->bulk.has_piece,
        (uint64_t)thread->frames.size << 32 | thread->slots.size,
        (uint64_t)thread->locals.size << 32 | thread->buffer.size,
        thread->marks.reads,
        thread->marks.writes,
        thread->marks.past,
        thread->marks.stores,
        thread->marks.fenced,
        thread->marks.joiner,
    };
    hash128 sum = {0, 0};
    uint64_t place = 0;
    add_words(&sum, &place, words, sizeof words / sizeof *words);
    add_words(&sum, &place, thread->frames.data, thread->frames.size * sizeof(machine_frame) / sizeof *words);
    add_words(&sum, &place, thread->slots.data, thread->slots.size);
    add_words(&sum, &place, thread->locals.data, thread->locals.size);
    for (uint32_t i = 0; i < thread->buffer.size; i++) {
        const machine_store *store = &thread->buffer.data[i];
        bool has_unset = store->unset != 0;
        uint64_t kind =
            (uint64_t)has_unset << 24 | (uint64_t)store->kind << 16 | (uint64_t)store->size << 8 | store->initialised;
        add_words(&sum, &place, (uint64_t[]){store->address, store->value, kind, store->unset}, has_unset ? 4 : 3);
    }
    return sum;
}

static hash128 thread_hash(machine_thread *thread)
{
    if (!thread->has_hash) {
        thread->hash = compute_thread_hash(thread);
        thread->has_hash = true;
    }
    assert(memcmp(&thread->hash, &(hash128[]){compute_thread_hash(thread)}, sizeof thread->hash) == 0);
    return thread->hash;
}

/* ---- states ---- */

void state_stop_thread(machine_state *state, uint32_t index, machine_thread_status status)
{
    machine_thread *thread = state_writable_thread(state, index);
    thread->status = (uint8_t)status;
    thread->frames.size = 0;
    thread->slots.size = 0;
    if (thread->atomic_depth > 0) {
        thread->atomic_depth = 0;
        state->atomic_owner = IR_NONE;
    }
}

machine_state *machine_state_copy(const machine_state *state)
{
    machine_state *copy = alloc_zeroed(1, sizeof *copy);
    copy->machine = state->machine;
    copy->dead = state->dead;
    copy->atomic_owner = state->atomic_owner;
    copy->races = races_share(state->races);
    copy->undo = state->undo;
    if (copy->undo)
        copy->undo->references++;
    vec_copy(&copy->threads, &state->threads);
    for (uint32_t t = 0; t < copy->threads.size; t++)
        copy->threads.data[t]->references++;
    vec_copy(&copy->objects, &state->objects);
    for (uint32_t i = 0; i < copy->objects.size; i++)
        objects_share(copy->objects.data[i]);
    return copy;
}

void machine_state_free(machine_state *state)
{
    if (state == NULL)
        return;
    for (uint32_t t = 0; t < state->threads.size; t++)
        thread_release(state->threads.data[t]);
    for (uint32_t i = 0; i < state->objects.size; i++)
        objects_release(state->objects.data[i]);
    vec_clear(&state->threads);
    vec_clear(&state->objects);
    undo_forget(state);
    races_release(state->races);
    free(state);
}

void machine_forget_races(machine_state *state)
{
    races_release(state->races);
    state->races = NULL;
}

static uint64_t bytes_of_thread(const machine_thread *t)
{
    if (t->references > 1)
        return 0;
    return sizeof *t + t->frames.capacity * sizeof *t->frames.data + t->slots.capacity * sizeof *t->slots.data +
           t->locals.capacity * sizeof *t->locals.data + t->buffer.capacity * sizeof *t->buffer.data +
           t->tls.capacity * sizeof *t->tls.data;
}

uint64_t machine_state_bytes(const machine_state *state)
{
    uint64_t bytes = sizeof *state + (state->threads.capacity + state->objects.capacity) * sizeof(void *);
    for (uint32_t i = 0; i < state->objects.size; i++)
        bytes += objects_bytes(state->objects.data[i]);
    for (uint32_t t = 0; t < state->threads.size; t++)
        bytes += bytes_of_thread(state->threads.data[t]);
    return bytes + races_bytes(state->races);
}

hash128 machine_state_hash(machine_state *state)
{
    hash128 sum = hash128_part(0, (hash128){state->atomic_owner, state->atomic_owner});
    uint32_t place = 1;
    for (uint32_t i = 0; i < state->objects.size; i++)
        hash128_add(&sum, hash128_part(place++, objects_hash(state->objects.data[i])));
    for (uint32_t t = 0; t < state->threads.size; t++)
        hash128_add(&sum, hash128_part(place++, thread_hash(state->threads.data[t])));
    if (state->races)
        hash128_add(&sum, hash128_part(place, races_hash(state)));
    return sum;
}

static void start_globals(machine_state *state, const ir_program *program)
{
    vec_push(&state->objects, objects_new());
    machine_objects **globals = &state->objects.data[STATE_GLOBALS];
    for (uint32_t i = 0; i < program->globals.size; i++) {
        const ir_global *global = &program->globals.data[i];
        machine_object *object = objects_make(globals, i, global->size, true);
        object->id = i;
        object->origin = MACHINE_FROM_GLOBAL;
        object->is_constant = global->is_constant || global->is_undefined;
        if (global->is_undefined)
            objects_kill(object);
        else if (global->size)
            memcpy(object->block->bytes, global->bytes, global->size);
    }
}

/* argv = { "program", NULL }, and the same array's end as envp. */
static uint64_t make_arguments(machine_state *state)
{
    static const char name[] = "program";
    uint64_t text = state_new_object(state, 0, sizeof name, MACHINE_FROM_ARGUMENTS, 0, true);
    memcpy(state_change_object(state, text)->block->bytes, name, sizeof name);
    uint64_t word = state->machine->program->layout.pointer_bits / 8;
    uint64_t vector = state_new_object(state, 0, 2 * word, MACHINE_FROM_ARGUMENTS, 0, true);
    uint64_t first = ir_pointer(state->machine->program->layout, text, 0);
    memcpy(state_change_object(state, vector)->block->bytes, &first, word);
    return vector;
}

machine_state *machine_start(machine *m)
{
    const ir_program *program = m->program;
    machine_state *state = alloc_zeroed(1, sizeof *state);
    state->machine = m;
    given_clear(&m->given);
    state->atomic_owner = IR_NONE;
    state->races = m->options.finds_races ? races_new() : NULL;
    start_globals(state, program);

    const ir_function *entry = &program->functions.data[program->main];
    machine_thread *thread = state_add_thread(state, 0, program->main);
    vec_resize(&thread->slots, entry->slots);
    vec_push(&thread->frames, (machine_frame){
                                  .function = program->main,
                                  .pc = program->blocks.data[entry->first_block].first,
                              });
    if (entry->parameters.size > 0) {
        uint64_t vector = make_arguments(state);
        uint64_t environment = program->layout.pointer_bits / 8;
        uint64_t values[] = {1, ir_pointer(program->layout, vector, 0),
                             ir_pointer(program->layout, vector, environment)};
        uint32_t words = ir_words_of_value(program), count = entry->parameters.size / words;
        for (uint32_t i = 0; i < count && i < sizeof values / sizeof *values; i++)
            thread->slots.data[entry->parameters.data[i * words].reg] = values[i];
    }
    return state;
}

machine *machine_new(const ir_program *program, const machine_options *options)
{
    machine *m = alloc_zeroed(1, sizeof *m);
    m->program = program;
    m->options = *options;
    if (m->options.model == NULL)
        m->options.model = MODELS[0];
    m->first_dynamic = (uint64_t)program->globals.size + program->functions.size + 1;
    m->thread_return = ir_find_function(program, "__heddle_thread_return");
    liveness_init(&m->live, program);
    return m;
}

void machine_free(machine *m)
{
    if (m == NULL)
        return;
    liveness_clear(&m->live);
    given_clear(&m->given);
    map_clear(&m->thread_numbers);
    vec_clear(&m->cuts);
    free(m);
}

const machine_cuts *machine_cuts_of(const machine *m)
{
    return &m->cuts;
}

const ir_program *machine_program(const machine *m)
{
    return m->program;
}

const model *machine_model_of(const machine *m)
{
    return m->options.model;
}

uint64_t machine_instruction_count(const machine *m)
{
    return m->instructions;
}

uint32_t machine_thread_count(const machine_state *state)
{
    return state->threads.size;
}

machine_thread_status machine_status_of(const machine_state *state, uint32_t thread)
{
    return state->threads.data[thread]->status;
}

bool machine_is_complete(const machine_state *state)
{
    for (uint32_t t = 0; t < state->threads.size; t++) {
        const machine_thread *thread = state->threads.data[t];
        if (thread->status == MACHINE_RUNNING || thread->status == MACHINE_STOPPED || thread->buffer.size > 0)
            return false;
    }
    return true;
}

bool machine_is_deadlock(const machine_state *state)
{
    bool somebody_waits = false;
    for (uint32_t t = 0; t < state->threads.size; t++) {
        uint8_t status = state->threads.data[t]->status;
        if (status == MACHINE_STOPPED || status == MACHINE_FAILED || status == MACHINE_EXITED)
            return false;
        somebody_waits |= status == MACHINE_RUNNING;
    }
    return somebody_waits;
}

bool machine_peek(const machine_state *state, uint64_t address, uint8_t size, uint64_t *value)
{
    const machine_object *object = state_object(state, ir_pointer_object(state->machine->program->layout, address));
    uint64_t offset = ir_pointer_offset(state->machine->program->layout, address);
    *value = 0;
    if (object == NULL || object->block == NULL || offset > object->size || object->size - offset < size)
        return false;
    memcpy(value, object->block->bytes + offset, size);
    return true;
}

bool machine_poke(machine_state *state, uint64_t address, uint8_t size, uint64_t value)
{
    uint64_t there;
    if (!machine_peek(state, address, size, &there))
        return false;
    access_write_memory(state, address, size, value, UINT8_MAX, 0);
    return true;
}

static void hash_private_objects(hash128 *h, const machine_objects *objects)
{
    for (uint32_t i = 0; i < objects->list.size; i++)
        if (objects->list.data[i].is_private && objects->list.data[i].block) {
            hash128 content = objects_content_hash(&objects->list.data[i]);
            hash128_word(h, i);
            hash128_word(h, content.a ^ content.b);
        }
}

/* Is the slot one that the call in progress will set? Whatever is there before is of no meaning. */
static bool is_result_slot(const ir_program *program, const machine_frame *frame, uint32_t slot)
{
    const ir_instruction *in = &program->code.data[frame->pc];
    const ir_call *call = in->op == IR_CALL ? &program->calls.data[in->c] : NULL;
    for (uint32_t i = 0; call && i < call->result_count; i++) {
        ir_register reg = program->operands.data[call->first_result + i];
        uint8_t width = program->types.data[call->first_type + call->argument_count + i].width;
        if (reg != IR_NONE && slot >= reg && slot < reg + ir_slots(width))
            return true;
    }
    return false;
}

hash128 machine_thread_hash(machine *m, machine_state *state, uint32_t thread)
{
    const machine_thread *t = state->threads.data[thread];
    hash128 h = hash128_start();
    hash128_word(&h, t->bulk.done << 1 | t->bulk.has_piece);
    hash128_word(&h, t->bulk.piece);
    for (uint32_t f = 0; f < t->frames.size; f++) {
        const machine_frame *frame = &t->frames.data[f];
        bool is_caller = f + 1 < t->frames.size;
        const uint64_t *live = liveness_at(&m->live, frame->function, frame->pc, is_caller);
        uint32_t count = m->program->functions.data[frame->function].slots;
        hash128_word(&h, (uint64_t)frame->function << 32 | frame->pc);
        for (uint32_t i = 0; i < count; i++)
            if (live[i / 64] >> (i % 64) & 1 && !(is_caller && is_result_slot(m->program, frame, i))) {
                hash128_word(&h, i);
                hash128_word(&h, t->slots.data[frame->base + i]);
            }
    }
    hash_private_objects(&h, *state_objects_of(state, thread));
    return h;
}

void machine_result_clear(machine_result *result)
{
    free(result->message);
    vec_clear(&result->stack);
    *result = (machine_result){0};
}

bool machine_buffered(const machine_state *state, uint32_t thread, uint64_t address, uint8_t size, uint64_t *value)
{
    const machine_thread *t = state->threads.data[thread];
    for (uint32_t i = t->buffer.size; i-- > 0;) {
        const machine_store *store = &t->buffer.data[i];
        if (store->address == address && store->size == size) {
            *value = store->value;
            return true;
        }
    }
    return false;
}

bool machine_find_local(const machine_state *state, uint64_t address, ir_id *site, uint32_t *instance)
{
    uint64_t number = ir_pointer_object(state->machine->program->layout, address), k;
    const machine_object *object = state_object(state, number);
    if (object == NULL || object->block == NULL || object->origin != MACHINE_FROM_SITE || object->block->has_copies)
        return false;
    const machine_objects *objects = *state_objects_of(state, state_owner(state->machine, number, &k));
    *site = object->id;
    *instance = 0;
    for (uint64_t i = 0; i < k; i++)
        *instance += objects->list.data[i].origin == MACHINE_FROM_SITE && objects->list.data[i].id == object->id;
    return true;
}

uint32_t machine_waiting_count(const machine_state *state, uint32_t thread)
{
    return state->threads.data[thread]->buffer.size;
}

machine_waiting machine_waiting_at(const machine_state *state, uint32_t thread, uint32_t index)
{
    const machine_store *store = &state->threads.data[thread]->buffer.data[index];
    return (machine_waiting){.address = store->address, .size = store->size, .is_fence = store->kind == MACHINE_MARKER};
}

ir_id machine_next_pc(const machine_state *state, uint32_t thread)
{
    const machine_thread *t = state->threads.data[thread];
    return t->status == MACHINE_RUNNING ? t->frames.data[t->frames.size - 1].pc : IR_NONE;
}

uint32_t machine_atomic_owner(const machine_state *state)
{
    return state->atomic_owner;
}
