/* Bounded variable elimination: replace all clauses of a variable x by their resolvents on x, if that does not add too
 * many clauses. What remains has a model exactly if there was one; the clauses of x go to the extension, from which
 * x gets its value later.
 *
 * Works on full occurrence lists of the irredundant clauses, without watches. New clauses are used at once to subsume
 * and strengthen others. Redundant clauses with eliminated variables are dropped in the end. */
#include "sat/gates.h"

typedef struct eliminator {
    sat_solver *s;
    occurs occurs;
    heap schedule; /* by the negated product of the numbers of occurrences */
    crefs fresh;   /* clauses to subsume others with */
    crefs gate_positive, gate_negative;
    lits resolvent;
    uint32_t propagated; /* units before this place of the trail were applied to the clauses */
    uint64_t limit;
} eliminator;

/* ------------------------------------------------------------------------------------------------ the schedule */

static uint32_t count_live(eliminator *e, lit l)
{
    crefs *list = occurs_of(&e->occurs, l);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < list->size; i++)
        if (!clause_at(e->s, list->data[i])->garbage)
            list->data[kept++] = list->data[i];
    e->s->stats.eliminate_ticks += list->size;
    return list->size = kept;
}

static bool may_be_eliminated(const sat_solver *s, uint32_t variable)
{
    const variable_flags *flags = &s->flags[variable];
    return !flags->removed && !flags->frozen && !s->values[lit_of(variable, false)];
}

static void schedule(eliminator *e, uint32_t variable)
{
    sat_solver *s = e->s;
    if (!may_be_eliminated(s, variable) || !s->flags[variable].eliminate)
        return;
    double positive = occurs_of(&e->occurs, lit_of(variable, false))->size;
    double negative = occurs_of(&e->occurs, lit_of(variable, true))->size;
    double score = -(positive * negative + positive + negative);
    if (!heap_contains(&e->schedule, variable)) {
        e->schedule.score.data[variable] = score;
        heap_push(&e->schedule, variable);
    } else {
        heap_set_score(&e->schedule, variable, score);
    }
}

static void schedule_variables_of(eliminator *e, const clause *c)
{
    for (uint32_t i = 0; i < c->size; i++)
        schedule(e, lit_variable(c->lits[i]));
}

/* ------------------------------------------------------------------------------------------- removing literals */

static void delete_clause(eliminator *e, cref ref)
{
    sat_clause_delete(e->s, ref);
    schedule_variables_of(e, clause_at(e->s, ref));
}

static void assign_unit(eliminator *e, lit l)
{
    sat_solver *s = e->s;
    if (s->values[l] < 0)
        sat_derive_empty(s);
    else if (s->values[l] == 0)
        sat_assign_fixed(s, l);
}

static void strengthen(eliminator *e, cref ref, lit remove)
{
    sat_solver *s = e->s;
    const clause *c = clause_at(s, ref);
    if (c->size == 2) {
        assign_unit(e, c->lits[0] ^ c->lits[1] ^ remove);
        delete_clause(e, ref);
        return;
    }
    occurs_remove(occurs_of(&e->occurs, remove), ref);
    sat_clause_strengthen(s, ref, remove);
    vec_push(&e->fresh, ref);
    schedule(e, lit_variable(remove));
    schedule_variables_of(e, c);
}

/* Applies new units to the clauses. */
static void apply_units(eliminator *e)
{
    sat_solver *s = e->s;
    while (e->propagated < s->trail_size && !s->inconsistent) {
        lit l = s->trail[e->propagated++];
        const crefs *satisfied = occurs_of(&e->occurs, l);
        for (uint32_t i = 0; i < satisfied->size; i++)
            if (!clause_at(s, satisfied->data[i])->garbage)
                delete_clause(e, satisfied->data[i]);
        crefs shortened = *occurs_of(&e->occurs, lit_negate(l));
        *occurs_of(&e->occurs, lit_negate(l)) = (crefs){0};
        for (uint32_t i = 0; i < shortened.size && !s->inconsistent; i++) {
            cref ref = shortened.data[i];
            if (clause_at(s, ref)->garbage)
                continue;
            vec_push(occurs_of(&e->occurs, lit_negate(l)), ref);
            strengthen(e, ref, lit_negate(l));
        }
        vec_clear(&shortened);
    }
}

/* ---------------------------------------------------------------------------------------- backward subsumption */

static lit rarest_literal(eliminator *e, const clause *c)
{
    lit best = c->lits[0];
    for (uint32_t i = 1; i < c->size; i++)
        if (occurs_of(&e->occurs, c->lits[i])->size < occurs_of(&e->occurs, best)->size)
            best = c->lits[i];
    return best;
}

/* Does the clause, with literal `flip` negated if it is not NO_LIT, consist of marked literals only? */
static bool all_marked(const sat_solver *s, const clause *c, lit flip)
{
    for (uint32_t i = 0; i < c->size; i++) {
        lit l = c->lits[i] == flip ? lit_negate(flip) : c->lits[i];
        if (s->marks[lit_variable(l)] != (lit_negative(l) ? -1 : 1))
            return false;
    }
    return true;
}

/* Uses clause `ref`, with literal `flip` negated, on the clauses in the list of `at`. */
static void subsume_in_list(eliminator *e, cref ref, lit at, lit flip)
{
    sat_solver *s = e->s;
    crefs *list = occurs_of(&e->occurs, at);
    if (list->size > (uint32_t)s->options.eliminate_occurrences * 10)
        return;
    for (uint32_t i = 0; i < list->size; i++) {
        cref other = list->data[i];
        const clause *c = clause_at(s, ref), *d = clause_at(s, other);
        s->stats.eliminate_ticks++;
        if (other == ref || d->garbage || d->size < c->size)
            continue;
        mark_clause(s, d);
        bool related = all_marked(s, c, flip);
        unmark_clause(s, d);
        if (!related)
            continue;
        if (flip == NO_LIT) {
            s->stats.subsumed++;
            delete_clause(e, other);
        } else {
            s->stats.strengthened++;
            strengthen(e, other, lit_negate(flip));
            if (at == lit_negate(flip))
                i--;
        }
    }
}

/* Every clause that contains `ref` contains its rarest literal, or the negation of it when that one is flipped. */
static void subsume_with(eliminator *e, cref ref)
{
    sat_solver *s = e->s;
    lit rarest = rarest_literal(e, clause_at(s, ref));
    subsume_in_list(e, ref, rarest, NO_LIT);
    uint32_t size = clause_at(s, ref)->size;
    for (uint32_t i = 0; i < size && !s->inconsistent && !clause_at(s, ref)->garbage; i++) {
        lit flip = clause_at(s, ref)->lits[i];
        if (flip != rarest)
            subsume_in_list(e, ref, rarest, flip);
        else
            subsume_in_list(e, ref, lit_negate(rarest), rarest);
    }
}

static void subsume_with_fresh(eliminator *e)
{
    sat_solver *s = e->s;
    apply_units(e);
    while (e->fresh.size && !s->inconsistent) {
        cref ref = vec_pop(&e->fresh);
        if (s->options.subsume && s->stats.eliminate_ticks < e->limit && !clause_at(s, ref)->garbage)
            subsume_with(e, ref);
        apply_units(e);
    }
}

/* --------------------------------------------------------------------------------------------------- resolution */

/* Resolves c, which contains l, and d, which contains -l, into e->resolvent. False if that is a tautology. */
static bool resolve(eliminator *e, const clause *c, const clause *d, lit l)
{
    sat_solver *s = e->s;
    bool tautology = false;
    s->stats.eliminate_ticks += 2;
    e->resolvent.size = 0;
    for (uint32_t i = 0; i < c->size; i++)
        if (c->lits[i] != l)
            vec_push(&e->resolvent, c->lits[i]);
    mark_clause(s, c);
    for (uint32_t i = 0; i < d->size && !tautology; i++) {
        lit k = d->lits[i];
        int8_t mark = s->marks[lit_variable(k)], sign = lit_negative(k) ? -1 : 1;
        if (k == lit_negate(l))
            continue;
        tautology = mark == -sign;
        if (mark == 0)
            vec_push(&e->resolvent, k);
    }
    unmark_clause(s, c);
    return !tautology;
}

static bool contains(const crefs *list, cref ref)
{
    for (uint32_t i = 0; i < list->size; i++)
        if (list->data[i] == ref)
            return true;
    return false;
}

/* Calls `use` for the resolvents that elimination needs, until it returns false. */
static bool each_resolvent(eliminator *e, uint32_t variable, bool gate, bool (*use)(eliminator *e, void *state),
                           void *state)
{
    sat_solver *s = e->s;
    lit l = lit_of(variable, false);
    for (uint32_t i = 0; i < occurs_of(&e->occurs, l)->size; i++) {
        cref first = occurs_of(&e->occurs, l)->data[i];
        bool first_in_gate = gate && contains(&e->gate_positive, first);
        for (uint32_t j = 0; j < occurs_of(&e->occurs, lit_negate(l))->size; j++) {
            cref second = occurs_of(&e->occurs, lit_negate(l))->data[j];
            if (gate && first_in_gate == contains(&e->gate_negative, second))
                continue;
            if (resolve(e, clause_at(s, first), clause_at(s, second), l) && !use(e, state))
                return false;
        }
    }
    return true;
}

static bool count_resolvent(eliminator *e, void *state)
{
    uint32_t *left = state;
    if (e->resolvent.size > (uint32_t)e->s->options.eliminate_clause || *left == 0)
        return false;
    --*left;
    return true;
}

static bool add_resolvent(eliminator *e, void *state)
{
    sat_solver *s = e->s;
    (void)state;
    s->stats.resolvents++;
    if (e->resolvent.size == 1) {
        assign_unit(e, e->resolvent.data[0]);
        return !s->inconsistent;
    }
    if (s->proof)
        sat_proof_add(s, e->resolvent.data, e->resolvent.size);
    cref ref = sat_clause_new_unwatched(s, e->resolvent.data, e->resolvent.size, false, e->resolvent.size - 1);
    occurs_add(&e->occurs, clause_at(s, ref), ref);
    vec_push(&e->fresh, ref);
    return true;
}

static void move_to_extension(eliminator *e, uint32_t variable)
{
    sat_solver *s = e->s;
    sat_extension_begin(s);
    for (unsigned sign = 0; sign < 2; sign++) {
        crefs *list = occurs_of(&e->occurs, lit_of(variable, sign));
        for (uint32_t i = 0; i < list->size; i++) {
            const clause *c = clause_at(s, list->data[i]);
            sat_extension_clause(s, c->lits, c->size);
        }
    }
    sat_extension_end(s, variable);
    for (unsigned sign = 0; sign < 2; sign++) {
        crefs *list = occurs_of(&e->occurs, lit_of(variable, sign));
        for (uint32_t i = 0; i < list->size; i++) {
            sat_clause_forget(s, list->data[i]);
            schedule_variables_of(e, clause_at(s, list->data[i]));
        }
        vec_clear(list);
    }
    s->stats.eliminated++;
}

static void try_to_eliminate(eliminator *e, uint32_t variable)
{
    sat_solver *s = e->s;
    uint32_t positive = count_live(e, lit_of(variable, false)), negative = count_live(e, lit_of(variable, true));
    uint32_t limit = (uint32_t)s->options.eliminate_occurrences;
    s->flags[variable].eliminate = false;
    if (positive > limit || negative > limit)
        return;
    bool gate = s->options.gates && positive && negative &&
                gates_find(s, &e->occurs, variable, &e->gate_positive, &e->gate_negative);
    uint32_t left = positive + negative + s->eliminate_bound;
    if (!each_resolvent(e, variable, gate, count_resolvent, &left))
        return;
    s->stats.gates += gate;
    if (!each_resolvent(e, variable, gate, add_resolvent, NULL))
        return;
    if (!s->values[lit_of(variable, false)])
        move_to_extension(e, variable);
    subsume_with_fresh(e);
}

/* ---------------------------------------------------------------------------------------------------- the round */

static void delete_redundant_with_removed(sat_solver *s)
{
    for (uint32_t i = 0; i < s->clauses.size; i++) {
        const clause *c = clause_at(s, s->clauses.data[i]);
        if (c->garbage || !c->redundant)
            continue;
        bool removed = false;
        for (uint32_t j = 0; j < c->size && !removed; j++)
            removed = s->flags[lit_variable(c->lits[j])].removed;
        if (removed)
            sat_clause_delete(s, s->clauses.data[i]);
    }
}

/* Once all variables were tried, the next round may add more clauses. */
static void raise_bound(sat_solver *s)
{
    if (s->eliminate_bound >= (uint32_t)s->options.eliminate_bound)
        return;
    s->eliminate_bound = s->eliminate_bound ? 2 * s->eliminate_bound : 1;
    for (uint32_t v = 0; v < s->variables; v++)
        s->flags[v].eliminate = true;
}

static void start(eliminator *e)
{
    sat_solver *s = e->s;
    occurs_init(&e->occurs, s);
    heap_resize(&e->schedule, s->variables);
    e->propagated = s->trail_size;
    for (uint32_t i = 0; i < s->clauses.size; i++) {
        const clause *c = clause_at(s, s->clauses.data[i]);
        if (!c->garbage && !c->redundant)
            occurs_add(&e->occurs, c, s->clauses.data[i]);
    }
    for (uint32_t v = 0; v < s->variables; v++)
        schedule(e, v);
}

static void clear(eliminator *e)
{
    occurs_clear(&e->occurs);
    heap_clear(&e->schedule);
    vec_clear(&e->fresh);
    vec_clear(&e->gate_positive);
    vec_clear(&e->gate_negative);
    vec_clear(&e->resolvent);
}

void sat_eliminate(sat_solver *s, uint64_t budget)
{
    assert(level_now(s) == 0 && s->propagated == s->trail_size && !s->inconsistent);
    eliminator e = {.s = s, .limit = s->stats.eliminate_ticks + budget};
    sat_watches_drop(s);
    start(&e);
    while (!heap_empty(&e.schedule) && s->stats.eliminate_ticks < e.limit && !s->inconsistent) {
        uint32_t variable = heap_pop(&e.schedule);
        if (may_be_eliminated(s, variable))
            try_to_eliminate(&e, variable);
    }
    if (heap_empty(&e.schedule))
        raise_bound(s);
    clear(&e);
    if (s->inconsistent)
        return;
    delete_redundant_with_removed(s);
    sat_reconnect(s);
}
