/* From the reasons for which an execution is not allowed to clauses. */
#include "encode/axioms_state.h"

/* What is true now and is part of the reason. */
static void because(axioms *a, int literal)
{
    if (literal != a->e->always)
        vec_push(&a->clause, -literal);
}

static void because_term(axioms *a, term truth)
{
    if (truth != TERM_TRUE)
        because(a, encoding_literal(a->e, truth));
}

static const axiom_event *symbolic_of(const axioms *a, uint32_t event)
{
    uint32_t symbolic = a->x.symbolic.data[event];
    return symbolic == IR_NONE ? NULL : &a->events.list.data[symbolic];
}

static void because_happens(axioms *a, uint32_t event)
{
    if (symbolic_of(a, event))
        because_term(a, symbolic_of(a, event)->guard);
}

/* ---- where a read reads from ---- */

/* The last of the candidates that happens. */
static void because_static_rf(axioms *a, const memory_read *read, uint32_t source)
{
    const encoding *e = a->e;
    bool is_behind = source == IR_NONE;
    for (uint32_t i = 0; i < read->count; i++) {
        uint32_t w = e->candidates->candidates.data[read->first + i].write;
        term guard = w == IR_NONE ? TERM_TRUE : e->m->accesses.data[w].guard;
        if (w == source)
            because_term(a, guard);
        else if (is_behind && w != IR_NONE)
            because_term(a, term_not(e->s->terms, guard));
        is_behind |= w == source;
    }
}

static void because_rf(axioms *a, uint32_t write, uint32_t read_event)
{
    const encoding *e = a->e;
    const axiom_event *w = symbolic_of(a, write), *r = symbolic_of(a, read_event);
    uint32_t source = w ? w->access : IR_NONE;
    if (r->access == IR_NONE)
        return; /* how threads are started and joined is no choice */
    const memory_read *read = &e->candidates->reads.data[a->read_of[r->access]];
    if (read->is_static) {
        because_static_rf(a, read, source);
        return;
    }
    for (uint32_t i = 0; i < read->count; i++)
        if (e->candidates->candidates.data[read->first + i].write == source)
            because(a, e->rf.data[read->first + i]);
}

/* ---- places ---- */

static term is_same_place(const axioms *a, uint32_t one, uint32_t two)
{
    const axiom_event *x = symbolic_of(a, one), *y = symbolic_of(a, two);
    const memory *m = a->e->m;
    if (x == NULL && y == NULL)
        return TERM_TRUE;
    if (x == NULL || y == NULL) {
        /* An initial write is that of whatever place the other one accesses. */
        const axiom_event *known = x ? x : y;
        uint64_t address = a->x.addresses.data[a->x.places.data[x ? two : one]];
        if (known->access == IR_NONE || m->accesses.data[known->access].cell_count == 1)
            return TERM_TRUE;
        term_table *t = a->e->s->terms;
        return term_eq(t, m->accesses.data[known->access].address,
                       term_constant(t, a->e->s->program->layout.pointer_bits, address));
    }
    if (x->access == IR_NONE || y->access == IR_NONE)
        return TERM_TRUE;
    const memory_access *p = &m->accesses.data[x->access], *q = &m->accesses.data[y->access];
    if (p->cell_count == 1 && q->cell_count == 1)
        return TERM_TRUE;
    return term_eq(a->e->s->terms, p->address, q->address);
}

static void because_same(axioms *a, uint32_t one, uint32_t two)
{
    because_term(a, is_same_place(a, one, two));
}

static void because_different(axioms *a, uint32_t one, uint32_t two)
{
    term same = is_same_place(a, one, two);
    if (same != TERM_TRUE) /* otherwise both places are known, and differ */
        because_term(a, term_not(a->e->s->terms, same));
}

static void because_co(axioms *a, uint32_t first, uint32_t second)
{
    const axiom_event *x = symbolic_of(a, first), *y = symbolic_of(a, second);
    int literal = x && y ? axioms_ws(a, x->access, y->access) : 0;
    if (literal != 0) {
        because(a, literal);
        return;
    }
    because_happens(a, first);
    because_happens(a, second);
    because_same(a, first, second);
}

/* ---- all of a reason ---- */

static void because_no_others(axioms *a)
{
    for (uint32_t i = 0; i < a->events.list.size; i++)
        if (a->concrete[i] == CAT_NO_EVENT)
            because_term(a, term_not(a->e->s->terms, a->events.list.data[i].guard));
}

static void because_fact(axioms *a, cat_fact fact)
{
    switch (fact.kind) {
    case CAT_FACT_EVENT:
        because_happens(a, fact.a);
        break;
    case CAT_FACT_RF:
        because_rf(a, fact.a, fact.b);
        break;
    case CAT_FACT_CO:
        because_co(a, fact.a, fact.b);
        break;
    case CAT_FACT_SAME:
        because_same(a, fact.a, fact.b);
        break;
    case CAT_FACT_DIFFERENT:
        because_different(a, fact.a, fact.b);
        break;
    case CAT_FACT_NOT_RF: /* it reads from another one */
        because_rf(a, a->x.sources.data[fact.b], fact.b);
        break;
    case CAT_FACT_NO_OTHERS:
        because_no_others(a);
        break;
    }
}

static bool is_in_reason(const cat_reason *reason, uint32_t event)
{
    for (uint32_t i = 0; i < reason->facts.size; i++)
        if (reason->facts.data[i].kind == CAT_FACT_EVENT && reason->facts.data[i].a == event)
            return true;
    return false;
}

/* Dependencies that are there or not, as paths have met. */
static void because_dependencies(axioms *a, const cat_reason *reason)
{
    for (uint32_t i = 0; i < a->events.dependencies.size; i++) {
        const axiom_dependency *d = &a->events.dependencies.data[i];
        if (d->condition == TERM_TRUE || a->concrete[d->from] == CAT_NO_EVENT || a->concrete[d->to] == CAT_NO_EVENT ||
            !is_in_reason(reason, a->concrete[d->from]) || !is_in_reason(reason, a->concrete[d->to]))
            continue;
        because_term(a, axioms_holds(a, d->condition) ? d->condition : term_not(a->e->s->terms, d->condition));
    }
}

void axioms_add_clauses(axioms *a)
{
    for (uint32_t i = 0; i < a->reasons.size; i++) {
        const cat_reason *reason = &a->reasons.data[i];
        a->clause.size = 0;
        for (uint32_t k = 0; k < reason->facts.size; k++)
            because_fact(a, reason->facts.data[k]);
        because_dependencies(a, reason);
        solver_add_clause(a->e->clauses, a->clause.data, a->clause.size);
        a->stats.clauses++;
        a->stats.literals += a->clause.size;
    }
}

/* ---- one execution ---- */

static void add_order_facts(const axioms *a, uint32_t one, uint32_t two, cat_reason *all)
{
    const axiom_execution *x = &a->x;
    bool is_write = x->program.events.data[one].kind == CAT_WRITE && x->program.events.data[two].kind == CAT_WRITE;
    bool is_same = x->places.data[one] == x->places.data[two];
    if (x->places.data[one] == CAT_NO_PLACE || x->places.data[two] == CAT_NO_PLACE)
        return;
    vec_push(&all->facts, ((cat_fact){is_same ? CAT_FACT_SAME : CAT_FACT_DIFFERENT, one, two}));
    if (is_write && is_same && x->order.data[one] < x->order.data[two])
        vec_push(&all->facts, ((cat_fact){CAT_FACT_CO, one, two}));
    else if (is_write && is_same)
        vec_push(&all->facts, ((cat_fact){CAT_FACT_CO, two, one}));
}

void axioms_exclude(axioms *a)
{
    cat_reason all = {0};
    const cat_program *p = &a->x.program;
    uint32_t count = p->events.size;
    for (uint32_t i = 0; i < count; i++) {
        if (cat_event_is_initial(&p->events.data[i]))
            continue;
        vec_push(&all.facts, ((cat_fact){CAT_FACT_EVENT, i, 0}));
        if (p->events.data[i].kind == CAT_READ)
            vec_push(&all.facts, ((cat_fact){CAT_FACT_RF, a->x.sources.data[i], i}));
        for (uint32_t k = i + 1; k < count; k++)
            if (!cat_event_is_initial(&p->events.data[k]))
                add_order_facts(a, i, k, &all);
    }
    vec_push(&all.facts, ((cat_fact){CAT_FACT_NO_OTHERS, 0, 0}));
    cat_reasons_clear(&a->reasons);
    vec_push(&a->reasons, all);
    axioms_add_clauses(a);
}
