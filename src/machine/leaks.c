#include "machine/leaks.h"

#include "machine/known.h"
#include "machine/words.h"

/* The end of a program. */
typedef struct ending {
    const machine *m;
    const machine_state *state;
    const step *step; /* of the thread that ends it; NULL: the last one has come to its end */
    bool returns;
} ending;

/* ---- what is left ---- */

static bool is_on_heap(const machine_object *object)
{
    return object && object->block && object->origin == MACHINE_FROM_HEAP;
}

static bool is_freed(const ending *e, uint32_t thread, uint32_t place)
{
    uint64_t number = e->m->first_dynamic + numbers_make(thread, place);
    if (e->step == NULL)
        return false;
    for (uint32_t i = 0; i < e->step->thread->buffer.size; i++) {
        const machine_store *store = &e->step->thread->buffer.data[i];
        uint64_t killed = ir_pointer_object(e->m->program->layout, store->address);
        if (store->kind == MACHINE_KILL && given_inside(&e->m->given, killed) == number)
            return true;
    }
    return false;
}

/* ---- what is reached ---- */

typedef struct reach {
    const ending *end;
    ir_layout layout;
    map reached;
    VEC(const machine_object *) waiting;
} reach;

/* Numbers that only look like the address of an object rarely lead into it. */
static void reach_address(reach *r, uint64_t address)
{
    const machine_object *object = state_object(r->end->state, ir_pointer_object(r->layout, address));
    if (!is_on_heap(object) || ir_pointer_offset(r->layout, address) > object->size ||
        map_find(&r->reached, map_key(object)))
        return;
    map_put(&r->reached, map_key(object), 1);
    vec_push(&r->waiting, object);
}

/* A word may hold several pointers if they are that short. */
static void reach_word(void *context, uint64_t word)
{
    reach *r = context;
    for (uint32_t at = 0; at < IR_SLOT_BITS; at += r->layout.pointer_bits)
        reach_address(r, word >> at & ir_mask(r->layout.pointer_bits));
}

static void reach_from_object(reach *r, const machine_object *object)
{
    words_each(object->block, r->layout.pointer_bits / 8, reach_word, r);
}

static void follow(reach *r)
{
    while (r->waiting.size > 0)
        reach_from_object(r, vec_pop(&r->waiting));
}

static bool has_left(const ending *e, uint32_t thread)
{
    return e->returns && thread == e->step->index;
}

/* Variables that are there: those of main are gone with it, but for thread-local ones. */
static void reach_from_variables(reach *r)
{
    const machine_state *state = r->end->state;
    for (uint32_t i = 0; i < state->objects.size; i++) {
        const machine_objects *objects = state->objects.data[i];
        bool is_gone = i >= STATE_FIRST_THREAD && has_left(r->end, i - STATE_FIRST_THREAD);
        for (uint32_t k = 0; k < objects->list.size; k++) {
            const machine_object *object = &objects->list.data[k];
            if (object->block && !object->is_constant && object->origin != MACHINE_FROM_HEAP &&
                !(is_gone && object->origin == MACHINE_FROM_SITE))
                reach_from_object(r, object);
        }
    }
}

static void reach_from_registers(reach *r, const machine_thread *thread, bool dead_too)
{
    for (uint32_t f = 0; f < thread->frames.size; f++) {
        const machine_frame *frame = &thread->frames.data[f];
        bool is_caller = f + 1 < thread->frames.size;
        /* What is known of liveness is remembered there. */
        liveness *live = &r->end->state->machine->live;
        const uint64_t *is_live = liveness_at(live, frame->function, frame->pc, is_caller);
        for (uint32_t i = 0; i < r->end->m->program->functions.data[frame->function].slots; i++)
            if (dead_too || is_live[i / 64] >> (i % 64) & 1)
                reach_word(r, thread->slots.data[frame->base + i]);
    }
}

static void reach_from_thread(reach *r, uint32_t index, bool dead_too)
{
    const machine_thread *thread = r->end->state->threads.data[index];
    if (thread->status == MACHINE_FINISHED && !thread->is_joined && !thread->is_detached)
        reach_word(r, thread->result);
    for (uint32_t i = 0; i < thread->buffer.size; i++)
        reach_word(r, thread->buffer.data[i].value);
    if (thread->status == MACHINE_RUNNING && !has_left(r->end, index)) {
        reach_word(r, thread->bulk.piece);
        reach_from_registers(r, thread, dead_too);
    }
}

static void reach_all(reach *r, bool dead_too)
{
    reach_from_variables(r);
    for (uint32_t t = 0; t < r->end->state->threads.size; t++)
        reach_from_thread(r, t, dead_too);
    follow(r);
}

static void reach_clear(reach *r)
{
    map_clear(&r->reached);
    vec_clear(&r->waiting);
}

/* ---- telling ---- */

typedef struct left_over {
    const machine_object *first;
    uint32_t thread, place, count;
} left_over;

/* All that is left, but what was reached, unless that is NULL. */
static left_over find_left(const ending *e, const map *reached)
{
    left_over left = {0};
    for (uint32_t t = 0; t < e->state->threads.size; t++) {
        const machine_objects *objects = *state_objects_of(e->state, t);
        for (uint32_t k = 0; k < objects->list.size; k++) {
            const machine_object *object = &objects->list.data[k];
            if (!is_on_heap(object) || (reached && map_find(reached, map_key(object))) || is_freed(e, t, k))
                continue;
            if (left.count++ == 0)
                left = (left_over){object, t, k, 1};
        }
    }
    return left;
}

/* The object as a whole, without a member or an element. */
static void add_name(const ending *e, const left_over *left, strbuf *out)
{
    uint64_t number = e->m->first_dynamic + numbers_make(left->thread, left->place);
    strbuf name = {0};
    machine_describe_place(e->m, e->state, ir_pointer(e->m->program->layout, number, 0), 0, &name);
    strbuf_add_bytes(out, strbuf_text(&name), strcspn(strbuf_text(&name), ".["));
    strbuf_clear(&name);
}

static void add_object(const ending *e, const left_over *left, strbuf *out)
{
    if (e->m->given.above == 0)
        add_name(e, left, out);
    else
        strbuf_add(out, "an object");
    strbuf_addf(out, ", %llu byte%s that ", (unsigned long long)left->first->size, left->first->size == 1 ? "" : "s");
    machine_describe_thread(e->m, e->state, left->thread, out);
    strbuf_add(out, " allocated at ");
    ir_print_location(e->m->program, e->m->program->code.data[left->first->id].location, out);
    if (left->count > 1)
        strbuf_addf(out, ", and %u more", left->count - 1);
}

static void report(const ending *e, property violated, const left_over *left, machine_result *result)
{
    strbuf text = {0};
    strbuf_add(&text, violated == PROPERTY_LEAK ? "memory leak: " : "memory is lost: ");
    add_object(e, left, &text);
    strbuf_add(&text, violated == PROPERTY_LEAK ? ": not freed when the program ends"
                                                : ": not freed, and nothing points there when the program ends");
    *result = (machine_result){
        .end = MACHINE_VIOLATION,
        .violated = violated,
        .thread = IR_NONE,
        .pc = IR_NONE,
        .user_pc = IR_NONE,
        .message = strbuf_take(&text),
    };
}

/* ---- looking ---- */

static bool has_anybody_stopped(const ending *e)
{
    for (uint32_t t = 0; t < e->state->threads.size; t++) {
        uint8_t status = e->state->threads.data[t]->status;
        if (status != MACHINE_RUNNING && status != MACHINE_FINISHED)
            return true;
    }
    return false;
}

/* What is lost for sure; *is_unsure if something is not, but may be. */
static left_over find_lost(const ending *e, bool *is_unsure)
{
    reach sure = {.end = e, .layout = e->m->program->layout}, any = sure;
    reach_all(&sure, false);
    left_over left = find_left(e, &sure.reached);
    if (left.count > 0) {
        uint32_t unreached = left.count;
        reach_all(&any, true);
        left = find_left(e, &any.reached);
        *is_unsure = left.count < unreached;
    }
    reach_clear(&sure);
    reach_clear(&any);
    return left;
}

/* Is it asked for, and not known already? */
static bool is_wanted(const ending *e, property kind)
{
    machine_known here = {.violated = kind, .user_pc = IR_NONE, .other = IR_NONE};
    return property_is_in(e->m->options.ends, kind) && !known_has(e->m->program, e->m->options.known, here);
}

/* Is it a violation? */
static bool look(const ending *e, machine_result *result, bool *is_unsure)
{
    left_over left = find_left(e, NULL);
    if (left.count == 0)
        return false;
    if (is_wanted(e, PROPERTY_LOST) && !has_anybody_stopped(e)) {
        left_over lost = find_lost(e, is_unsure);
        if (lost.count > 0) {
            report(e, PROPERTY_LOST, &lost, result);
            return true;
        }
    }
    bool is_leak = is_wanted(e, PROPERTY_LEAK);
    if (is_leak)
        report(e, PROPERTY_LEAK, &left, result);
    return is_leak;
}

outcome leaks_end_program(step *s, bool returns)
{
    ending e = {s->m, s->state, s, returns};
    bool is_unsure = false;
    if (!leaks_matter(s->m))
        return NEXT;
    if (!step_may_act(s))
        return STAY;
    if (s->thread->atomic_depth > 0)
        return step_unsupported(s, "the end of the program in an atomic block, where leaks are looked for");
    vec_last(&s->thread->frames)->pc = s->pc;
    if (look(&e, s->result, &is_unsure)) {
        step_stop(s, MACHINE_EXITED);
        return GONE;
    }
    return is_unsure ? step_unsupported(s, "telling whether a local variable still points to memory that is not freed")
                     : NEXT;
}

void leaks_look(const machine *m, const machine_state *state, machine_result *result)
{
    ending e = {.m = m, .state = state};
    bool is_unsure;
    for (uint32_t t = 0; t < state->threads.size; t++)
        if (state->threads.data[t]->status != MACHINE_FINISHED)
            return;
    look(&e, result, &is_unsure);
}
