/* From a model of the clauses to the execution that the axioms are about. */
#include <stdlib.h>

#include "encode/axioms_state.h"

/* ---- events ---- */

static int value_of(const void *clauses, int literal)
{
    return solver_value(clauses, literal);
}

static uint32_t add(axioms *a, uint32_t thread, uint8_t kind, uint64_t tags, uint32_t place, uint32_t symbolic)
{
    vec_push(&a->x.places, place);
    vec_push(&a->x.sources, CAT_NO_EVENT);
    vec_push(&a->x.order, 0);
    vec_push(&a->x.symbolic, symbolic);
    uint32_t access = symbolic == IR_NONE ? IR_NONE : a->events.list.data[symbolic].access;
    vec_push(&a->x.accesses, access);
    vec_push(&a->x.events, access == IR_NONE ? IR_NONE : a->e->m->accesses.data[access].event);
    return cat_program_add(&a->x.program, thread, kind, tags);
}

static uint32_t new_place(axioms *a, uint64_t address)
{
    vec_push(&a->x.addresses, address);
    vec_push(&a->initial, CAT_NO_EVENT);
    return a->x.addresses.size - 1;
}

/* Hidden places have the numbers of no address. */
static uint32_t place_of(axioms *a, const axiom_event *event)
{
    bool is_hidden = event->access == IR_NONE;
    uint64_t address =
        is_hidden ? 0 : (uint64_t)term_evaluate(a->values, a->e->m->accesses.data[event->access].address);
    uint64_t key = is_hidden ? UINT64_MAX / 2 + event->hidden : address;
    uint32_t place = (uint32_t)map_get(&a->place_of, key, CAT_NO_PLACE);
    if (place == CAT_NO_PLACE) {
        place = new_place(a, address);
        map_put(&a->place_of, key, place);
    }
    return place;
}

static void add_events(axioms *a)
{
    for (uint32_t i = 0; i < a->events.list.size; i++) {
        const axiom_event *event = &a->events.list.data[i];
        a->concrete[i] = CAT_NO_EVENT;
        if (!axioms_holds(a, event->guard))
            continue;
        uint32_t place = event->kind == CAT_FENCE ? CAT_NO_PLACE : place_of(a, event);
        a->concrete[i] = add(a, event->thread, event->kind, event->tags, place, i);
    }
    for (uint32_t place = 0; place < a->x.addresses.size; place++)
        if (a->x.addresses.data[place] != 0)
            a->initial.data[place] = add(a, CAT_NO_THREAD, CAT_WRITE, 0, place, IR_NONE);
}

/* ---- relations ---- */

/* The write that the read takes its value from; IR_NONE: the initial value. */
static uint32_t source_of(axioms *a, uint32_t access)
{
    const encoding *e = a->e;
    const memory_read *read = &e->candidates->reads.data[a->read_of[access]];
    uint32_t source = IR_NONE;
    for (uint32_t i = 0; i < read->count; i++) {
        uint32_t w = e->candidates->candidates.data[read->first + i].write;
        if (w != IR_NONE && (read->is_static ? axioms_holds(a, e->m->accesses.data[w].guard)
                                             : solver_value(e->clauses, e->rf.data[read->first + i]) > 0))
            source = w;
    }
    return source;
}

static uint32_t find_hidden_write(const axioms *a, uint32_t hidden)
{
    for (uint32_t i = 0; i < a->events.list.size; i++)
        if (a->events.list.data[i].hidden == hidden && a->events.list.data[i].kind == CAT_WRITE)
            return a->concrete[i];
    return CAT_NO_EVENT;
}

static void add_sources(axioms *a)
{
    for (uint32_t i = 0; i < a->events.list.size; i++) {
        const axiom_event *event = &a->events.list.data[i];
        uint32_t number = a->concrete[i];
        if (number == CAT_NO_EVENT || event->kind != CAT_READ)
            continue;
        if (event->access == IR_NONE) {
            a->x.sources.data[number] = find_hidden_write(a, event->hidden);
            continue;
        }
        uint32_t source = source_of(a, event->access);
        a->x.sources.data[number] =
            source == IR_NONE ? a->initial.data[a->x.places.data[number]] : a->concrete[a->events.of_access[source]];
    }
}

/* Is the first of two writes of one place overwritten by the second? */
static bool is_first(const axioms *a, uint32_t one, uint32_t two)
{
    const axiom_event *x = &a->events.list.data[one], *y = &a->events.list.data[two];
    if (x->thread == y->thread)
        return one < two;
    int literal = axioms_ws(a, x->access, y->access);
    if (literal != 0 && solver_value(a->e->clauses, literal) > 0)
        return true;
    return order_is_before(&a->known, a->e->m->accesses.data[x->access].event, a->e->m->accesses.data[y->access].event);
}

/* The number of a write in its place's order is the number of writes before it. O(writes² of a place). */
static void add_order(axioms *a)
{
    const axiom_execution *x = &a->x;
    for (uint32_t i = 0; i < x->program.events.size; i++) {
        if (x->program.events.data[i].kind != CAT_WRITE || x->symbolic.data[i] == IR_NONE)
            continue;
        x->order.data[i] = 1;
        for (uint32_t k = 0; k < x->program.events.size; k++)
            if (k != i && x->places.data[k] == x->places.data[i] && x->program.events.data[k].kind == CAT_WRITE &&
                x->symbolic.data[k] != IR_NONE && is_first(a, x->symbolic.data[k], x->symbolic.data[i]))
                x->order.data[i]++;
    }
}

static void add_pairs(axioms *a)
{
    cat_program *p = &a->x.program;
    cat_pairs *lists[] = {[AXIOM_ADDR] = &p->addr, [AXIOM_DATA] = &p->data, [AXIOM_CTRL] = &p->ctrl};
    for (uint32_t i = 0; i < a->events.dependencies.size; i++) {
        const axiom_dependency *d = &a->events.dependencies.data[i];
        uint32_t from = a->concrete[d->from], to = a->concrete[d->to];
        if (from != CAT_NO_EVENT && to != CAT_NO_EVENT && axioms_holds(a, d->condition))
            vec_push(lists[d->kind], (cat_pair){from, to});
    }
    for (uint32_t i = 0; i < a->events.updates.size; i++) {
        uint32_t from = a->concrete[a->events.updates.data[i].read], to = a->concrete[a->events.updates.data[i].write];
        if (from != CAT_NO_EVENT && to != CAT_NO_EVENT && a->x.places.data[from] == a->x.places.data[to])
            vec_push(&p->amo, (cat_pair){from, to});
    }
}

void axioms_read_execution(axioms *a)
{
    axiom_execution_clear(&a->x);
    a->initial.size = 0;
    map_clear(&a->place_of);
    term_evaluation_reset(a->values);
    blast_read_model(a->e->blast, value_of, a->e->clauses, a->values);
    add_events(a);
    add_sources(a);
    add_order(a);
    add_pairs(a);
}
