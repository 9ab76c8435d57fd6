#include "memory/races.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/map.h"
#include "memory/order.h"

enum { MAX_RACES = 20000, LOCK_WORD = 4, PAIR_WORK = 2 };

typedef struct race_search {
    memory *m;
    order order;
    map cells;          /* by address */
    uint32_t *first;    /* by cell: in `accesses` */
    uint32_t *accesses; /* those that may hit a cell, cell by cell */
    map found;          /* by pair of events: in m->races */
    bool is_stopped;
} race_search;

static const symex_event *event_of(const race_search *x, uint32_t access)
{
    return &x->m->s->events.data[x->m->accesses.data[access].event];
}

/* ---- accesses by cell ---- */

static void list_accesses(race_search *x)
{
    const memory *m = x->m;
    x->first = alloc_zeroed(m->cells.size + 2, sizeof(uint32_t));
    x->accesses = alloc_bytes((m->may.size + 1) * sizeof(uint32_t));
    for (uint32_t i = 0; i < m->may.size; i++)
        x->first[m->may.data[i] + 2]++;
    for (uint32_t c = 2; c < m->cells.size + 2; c++)
        x->first[c] += x->first[c - 1];
    for (uint32_t a = 0; a < m->accesses.size; a++)
        for (uint32_t i = 0; i < m->accesses.data[a].cell_count; i++)
            x->accesses[x->first[m->may.data[m->accesses.data[a].first_cell + i] + 1]++] = a;
    for (uint32_t c = 0; c < m->cells.size; c++)
        map_put(&x->cells, m->cells.data[c].address, c);
}

/* ---- locks ---- */

/* Does the write give the lock word another value while somebody may hold it? */
static bool disturbs(const race_search *x, uint32_t write, uint32_t a, uint32_t b)
{
    const symex_event *e = event_of(x, write);
    uint32_t event = x->m->accesses.data[write].event;
    return x->m->accesses.data[write].is_write && event >= x->m->s->first_late && e->handover == SYMEX_INSIDE &&
           !(order_is_before(&x->order, event, a) && order_is_before(&x->order, event, b));
}

static bool is_disturbed(const race_search *x, uint64_t lock, uint32_t a, uint32_t b)
{
    for (uint32_t i = 0; i < LOCK_WORD; i++) {
        const uint64_t *cell = map_find(&x->cells, lock + i);
        for (uint32_t k = cell ? x->first[*cell] : 0; cell && k < x->first[*cell + 1]; k++)
            if (disturbs(x, x->accesses[k], a, b))
                return true;
    }
    return false;
}

static bool holds(const symex *s, uint32_t section, term lock)
{
    while (section != SYMEX_NO_SECTION && s->sections.data[section].lock != lock)
        section = s->sections.data[section].outer;
    return section != SYMEX_NO_SECTION;
}

/* Do the threads of both events hold the same lock there? */
static bool share_lock(const race_search *x, uint32_t a, uint32_t b)
{
    const symex *s = x->m->s;
    const symex_event *one = &s->events.data[a], *two = &s->events.data[b];
    if (one->handover != SYMEX_INSIDE || two->handover != SYMEX_INSIDE)
        return false;
    for (uint32_t at = one->section; at != SYMEX_NO_SECTION; at = s->sections.data[at].outer) {
        term lock = s->sections.data[at].lock;
        if (term_is_constant(s->terms, lock) && holds(s, two->section, lock) &&
            !is_disturbed(x, (uint64_t)term_constant_value(s->terms, lock), a, b))
            return true;
    }
    return false;
}

/* ---- pairs ---- */

/* By what they are: a free and what it must not meet, or two accesses that are not both atomic. */
static bool are_opposed(const symex_event *one, const symex_event *two)
{
    if (one->is_alive_check || two->is_alive_check)
        return one->is_free != two->is_free && (one->is_free ? one : two)->kind == SYMEX_WRITE &&
               (one->is_free ? two : one)->kind == SYMEX_READ;
    return (one->kind == SYMEX_WRITE || two->kind == SYMEX_WRITE) && !(one->is_atomic && two->is_atomic);
}

static bool may_race(const race_search *x, uint32_t a, uint32_t b)
{
    const symex_event *one = &x->m->s->events.data[a], *two = &x->m->s->events.data[b];
    return one->thread != two->thread && a >= x->m->s->first_late && b >= x->m->s->first_late &&
           are_opposed(one, two) && !order_is_before(&x->order, a, b) && !order_is_before(&x->order, b, a) &&
           !share_lock(x, a, b);
}

/* Where the machine finds a race with a free, the object is still alive when it is accessed. */
static term is_alive(const symex *s, const symex_event *e)
{
    bool is_check = e->is_alive_check && !e->is_free;
    return is_check ? term_ne(s->terms, e->value, term_constant(s->terms, 8, 0)) : TERM_TRUE;
}

static term condition_of(const race_search *x, uint32_t one, uint32_t two)
{
    const symex *s = x->m->s;
    term_table *t = s->terms;
    const memory_access *a = &x->m->accesses.data[one], *b = &x->m->accesses.data[two];
    const symex_event *first = event_of(x, one), *second = event_of(x, two);
    term both = term_and(t, term_and(t, a->guard, b->guard), term_eq(t, a->address, b->address));
    both = term_and(t, both, term_and(t, is_alive(s, first), is_alive(s, second)));
    return term_and(t, both, term_or(t, symex_counts(s, first->block), symex_counts(s, second->block)));
}

/* All pieces of two events are one claim. */
static void add_pair(race_search *x, uint32_t one, uint32_t two)
{
    memory *m = x->m;
    uint32_t a = m->accesses.data[one].event, b = m->accesses.data[two].event;
    uint64_t key = (uint64_t)a << 32 | b;
    const uint64_t *known = map_find(&x->found, key);
    term condition = condition_of(x, one, two);
    if (known) {
        m->races.data[*known].guard = term_or(m->s->terms, m->races.data[*known].guard, condition);
        return;
    }
    if (condition == TERM_FALSE)
        return;
    const symex_event *event = &m->s->events.data[b];
    map_put(&x->found, key, m->races.size);
    vec_push(&m->races, (symex_claim){
                            .property = PROPERTY_RACE,
                            .guard = condition,
                            .surely = TERM_NONE,
                            .thread = event->thread,
                            .position = x->order.position[b] + 1,
                            .block = event->block,
                            .other = a,
                            .pc = event->pc,
                            .user_pc = event->user_pc,
                            .message = alloc_string("data race"),
                        });
}

/* Variables of the library models are the models' own matter. */
static bool is_models(const symex *s, uint64_t address)
{
    const symex_object *object = &s->objects.data[ir_pointer_object(s->program->layout, address) - 1];
    bool is_variable = object->origin == SYMEX_GLOBAL || object->origin == SYMEX_TLS;
    return is_variable && s->program->globals.data[object->id].is_model;
}

/* ---- strict programs ---- */

static bool acquires(ir_order order)
{
    return order == IR_ACQUIRE || order == IR_ACQ_REL || order == IR_SEQ_CST;
}

static bool releases(ir_order order)
{
    return order == IR_RELEASE || order == IR_ACQ_REL || order == IR_SEQ_CST;
}

/* An access of the program with an order of its own. What reads and writes at once does both, or only the first. */
static bool is_ordered(const symex *s, const symex_event *e)
{
    const ir_instruction *in = &s->program->code.data[e->pc];
    ir_order order = (ir_order)e->order;
    if (in->op == IR_CMPXCHG && !acquires(ir_failure_order_of(in)))
        return false;
    if (in->op == IR_CMPXCHG || in->op == IR_RMW)
        return acquires(order) && releases(order);
    return e->kind == SYMEX_READ ? acquires(order) : releases(order);
}

/* Is who reads from it, or whom it reads from, synchronised with it unless the two race? */
static bool synchronises(const symex *s, const symex_event *e, bool is_models_own)
{
    if (e->handover != SYMEX_INSIDE)
        return true;
    if (e->pc != e->user_pc)
        return !e->is_atomic && !is_models_own;
    return e->order < IR_RELAXED || is_ordered(s, e);
}

/* Do two threads pass something on here that is not synchronised? */
static bool passes_loosely(const race_search *x, uint32_t a, uint32_t b, bool is_models_own)
{
    const symex *s = x->m->s;
    const symex_event *one = &s->events.data[a], *two = &s->events.data[b];
    if (one->thread == two->thread || a < s->first_late || b < s->first_late ||
        (one->kind != SYMEX_WRITE && two->kind != SYMEX_WRITE) || one->is_alive_check)
        return false;
    return !(synchronises(s, one, is_models_own) && synchronises(s, two, is_models_own)) &&
           !order_is_before(&x->order, a, b) && !order_is_before(&x->order, b, a);
}

/* ---- all ---- */

static void search_pair(race_search *x, uint32_t one, uint32_t two, bool is_models_own)
{
    memory *m = x->m;
    uint32_t a = m->accesses.data[one].event, b = m->accesses.data[two].event;
    if (m->is_strict && passes_loosely(x, a, b, is_models_own))
        m->is_strict = false;
    if (!is_models_own && may_race(x, a, b))
        add_pair(x, one, two);
}

static void search_cell(race_search *x, uint32_t cell)
{
    const memory *m = x->m;
    bool is_models_own = is_models(m->s, m->cells.data[cell].address);
    for (uint32_t i = x->first[cell]; i < x->first[cell + 1]; i++)
        for (uint32_t k = x->first[cell]; k < i && !x->is_stopped; k++) {
            search_pair(x, x->accesses[k], x->accesses[i], is_models_own);
            x->is_stopped = symex_is_stopped(m->s, PAIR_WORK) || m->races.size > MAX_RACES;
        }
}

bool memory_find_races(memory *m, diag *d)
{
    race_search x = {.m = m};
    m->is_strict = m->s->focus == TERM_NONE;
    order_init(&x.order, m->s, &MODEL_SC);
    list_accesses(&x);
    for (uint32_t c = 0; c < m->cells.size && !x.is_stopped; c++)
        search_cell(&x, c);
    order_clear(&x.order);
    map_clear(&x.cells);
    map_clear(&x.found);
    free(x.first);
    free(x.accesses);
    return !x.is_stopped || diag_fail(d, STATUS_LIMIT, "too many pairs of accesses that may race");
}
