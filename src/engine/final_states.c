#include "engine/final_states.h"

#include "encode/axioms.h"
#include "encode/order_theory.h"
#include "engine/unroll.h"

enum { MOST_UNROLLED = 16 }; /* iterations of a loop whose end is not known */

typedef struct lister {
    const ir_program *program;
    encoding *e;
    const final_place *places;
    uint32_t count;
    void *context;
    void (*state)(void *context, const uint64_t *values);
    VEC(uint64_t) values;
} lister;

/* ---- one state ---- */

static bool initial_value(const lister *l, const final_place *p, uint64_t *value)
{
    ir_layout layout = l->program->layout;
    uint64_t object = ir_pointer_object(layout, p->address);
    if (object == 0 || object > l->program->globals.size)
        return false;
    const ir_global *g = &l->program->globals.data[object - 1];
    uint64_t at = ir_pointer_offset(layout, p->address);
    *value = 0;
    for (uint8_t i = 0; i < p->size && at + i < g->size; i++)
        *value |= (uint64_t)g->bytes[at + i] << (8 * i);
    return at + p->size <= g->size;
}

/* What the last write has left there. False if writes of other sizes have to do with it. */
static bool final_value(const lister *l, const final_place *p, uint64_t *value)
{
    const axiom_execution *x = axioms_execution(l->e->axioms);
    uint32_t last = CAT_NO_EVENT;
    for (uint32_t i = 0; i < x->program.events.size; i++) {
        if (x->program.events.data[i].kind != CAT_WRITE || x->accesses.data[i] == IR_NONE)
            continue;
        uint64_t address = x->addresses.data[x->places.data[i]];
        uint8_t size = l->e->m->accesses.data[x->accesses.data[i]].size;
        if (address + size <= p->address || p->address + p->size <= address)
            continue;
        if (address != p->address || size != p->size)
            return false;
        if (last == CAT_NO_EVENT || x->order.data[last] < x->order.data[i])
            last = i;
    }
    if (last == CAT_NO_EVENT)
        return initial_value(l, p, value);
    *value = (uint64_t)axioms_value(l->e->axioms, x->accesses.data[last]);
    return true;
}

static bool tell_state(lister *l)
{
    l->values.size = 0;
    for (uint32_t i = 0; i < l->count; i++) {
        uint64_t value;
        if (!final_value(l, &l->places[i], &value))
            return false;
        vec_push(&l->values, value);
    }
    l->state(l->context, l->values.data);
    return true;
}

/* ---- all ---- */

static bool stop(void *context)
{
    return budget_is_spent(context);
}

static int is_cut(encoding *e)
{
    term cut = TERM_FALSE;
    for (uint32_t i = 0; i < e->s->cuts.size; i++)
        cut = term_or(e->s->terms, cut, e->s->cuts.data[i].guard);
    return encoding_literal(e, cut);
}

static bool list_all(lister *l, budget *budget, diag *d)
{
    encoding *e = l->e;
    int cut = is_cut(e), ended = encoding_literal(e, e->s->threads.data[0].end_guard);
    sat_result answer;
    encoding_set_terminate(e, budget, stop);
    answer = encoding_solve(e, &cut, 1);
    if (answer == SAT_SATISFIABLE)
        return diag_fail(d, STATUS_LIMIT, "a loop may go on for more than %d iterations", MOST_UNROLLED);
    while (answer != SAT_UNKNOWN && (answer = encoding_solve(e, &ended, 1)) == SAT_SATISFIABLE) {
        if (!tell_state(l))
            return diag_fail(d, STATUS_UNSUPPORTED, "what is observed is written in pieces");
        axioms_exclude(e->axioms);
    }
    if (answer == SAT_UNKNOWN)
        return diag_fail(d, STATUS_LIMIT, "%s", budget->spent ? budget->spent : "a limit was reached");
    return true;
}

bool final_states_list(const ir_program *program, const model *model, budget *budget, const final_place *places,
                       uint32_t count, void *context, void (*state)(void *context, const uint64_t *values), diag *d)
{
    check_options options = {.models = {model}, .model_count = 1, .unwind = MOST_UNROLLED, .no_sections = true};
    lister l = {program, NULL, places, count, context, state, {0}};
    unroll u;
    unroll_init(&u, program, &options, budget);
    bool ok = unroll_program(&u, d);
    l.e = ok ? encoding_new(u.m, model, &options.ord) : NULL;
    if (ok && l.e == NULL)
        ok = diag_fail(d, STATUS_LIMIT, "%s", budget->spent ? budget->spent : "the program is too large");
    if (ok)
        ok = list_all(&l, budget, d);
    encoding_free(l.e);
    unroll_clear(&u);
    vec_clear(&l.values);
    return ok;
}
