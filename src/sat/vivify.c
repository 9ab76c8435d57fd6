/* Vivification: assume the literals of a clause C false one after the other, propagating as if C were not there.
 *
 *   - On a conflict, the clause of those assumptions that led to it is implied, and subsumes C.
 *   - If a literal l of C becomes true, the clause of l and the assumptions that led to it is implied.
 *   - Literals of C that became false without being assumed can be removed from C.
 *
 * Literals that occur often are assumed first, and clauses are tried in an order in which neighbours share their first
 * literals, so that assumptions can be kept from one clause to the next. */
#include "sat/solver.h"

typedef struct vivifier {
    sat_solver *s;
    VEC(uint32_t) occurrences; /* by literal, in the clauses scheduled */
    sort_items schedule, scratch, order;
    lits sorted, result;
} vivifier;

static bool is_candidate(const sat_solver *s, const clause *c, bool redundant)
{
    if (c->garbage || c->size == 2 || c->redundant != redundant)
        return false;
    return !redundant || c->glue <= (uint32_t)s->options.glue_tier2 || c->used;
}

static void count_occurrences(vivifier *v, bool redundant)
{
    sat_solver *s = v->s;
    v->occurrences.size = 0;
    vec_resize(&v->occurrences, 2 * s->variables);
    for (uint32_t i = 0; i < s->clauses.size; i++) {
        const clause *c = clause_at(s, s->clauses.data[i]);
        for (uint32_t j = 0; is_candidate(s, c, redundant) && j < c->size; j++)
            v->occurrences.data[c->lits[j]]++;
    }
}

/* Sorts the literals of the clause into v->sorted, the most frequent first. */
static void sort_clause(vivifier *v, const clause *c)
{
    v->order.size = 0;
    for (uint32_t i = 0; i < c->size; i++) {
        uint64_t rare = UINT32_MAX - v->occurrences.data[c->lits[i]];
        vec_push(&v->order, (sort_item){rare << 32 | c->lits[i], c->lits[i]});
    }
    sort_by_key(&v->order, &v->scratch);
    v->sorted.size = 0;
    for (uint32_t i = 0; i < v->order.size; i++)
        vec_push(&v->sorted, v->order.data[i].value);
}

/* The order of sort_clause; NO_LIT comes last. */
static bool comes_before(const vivifier *v, lit a, lit b)
{
    if (b == NO_LIT)
        return true;
    uint32_t count_a = v->occurrences.data[a], count_b = v->occurrences.data[b];
    return count_a != count_b ? count_a > count_b : a < b;
}

static void two_most_frequent(const vivifier *v, const clause *c, lit *first, lit *second)
{
    *first = *second = NO_LIT;
    for (uint32_t i = 0; i < c->size; i++) {
        lit l = c->lits[i];
        if (comes_before(v, l, *first)) {
            *second = *first;
            *first = l;
        } else if (comes_before(v, l, *second)) {
            *second = l;
        }
    }
}

static void make_schedule(vivifier *v, bool redundant)
{
    sat_solver *s = v->s;
    bool all_tried = true;
    for (uint32_t i = 0; i < s->clauses.size && all_tried; i++) {
        const clause *c = clause_at(s, s->clauses.data[i]);
        all_tried = !is_candidate(s, c, redundant) || c->vivified;
    }
    v->schedule.size = 0;
    for (uint32_t i = 0; i < s->clauses.size; i++) {
        clause *c = clause_at(s, s->clauses.data[i]);
        if (!is_candidate(s, c, redundant))
            continue;
        if (all_tried)
            c->vivified = false;
        lit first, second;
        two_most_frequent(v, c, &first, &second);
        uint64_t key = (uint64_t)c->vivified << 63 | (uint64_t)first << 31 | second >> 1;
        vec_push(&v->schedule, (sort_item){key, s->clauses.data[i]});
    }
    sort_by_key(&v->schedule, &v->scratch);
}

/* Keeps the levels whose decisions are the first literals of the sorted clause, unless the clause itself is the reason
 * of a literal there. */
static void keep_shared_levels(vivifier *v, cref ref)
{
    sat_solver *s = v->s;
    uint32_t shared = 0;
    while (shared < level_now(s) && shared < v->sorted.size &&
           s->control.data[shared + 1].decision == lit_negate(v->sorted.data[shared]))
        shared++;
    const clause *c = clause_at(s, ref);
    for (uint32_t i = 0; i < c->size; i++) {
        const assignment *a = &s->assigned[lit_variable(c->lits[i])];
        if (s->values[c->lits[i]] > 0 && a->reason == ref && a->level && a->level <= shared)
            shared = a->level - 1;
    }
    sat_backtrack(s, shared);
}

static void see(sat_solver *s, lit l, lit except)
{
    uint32_t variable = lit_variable(l);
    if (l == except || s->seen[variable] || s->assigned[variable].level == 0)
        return;
    s->seen[variable] = SEEN;
    vec_push(&s->analyzed, l);
}

static void see_reason(sat_solver *s, reason_ref reason, lit except)
{
    if (reason_is_binary(reason)) {
        see(s, reason & ~REASON_BINARY, except);
    } else if (reason_is_clause(reason)) {
        const clause *c = clause_at(s, reason);
        for (uint32_t i = 0; i < c->size; i++)
            see(s, c->lits[i], except);
    }
}

/* Appends the negated decisions that the reason depends on to v->result. */
static void collect_decisions(vivifier *v, reason_ref reason, lit implied)
{
    sat_solver *s = v->s;
    see_reason(s, reason, implied);
    for (uint32_t i = 0; i < s->analyzed.size; i++) {
        lit truth = lit_negate(s->analyzed.data[i]);
        reason_ref next = s->assigned[lit_variable(truth)].reason;
        if (next == REASON_NONE)
            vec_push(&v->result, lit_negate(truth));
        else
            see_reason(s, next, truth);
    }
    for (uint32_t i = 0; i < s->analyzed.size; i++)
        s->seen[lit_variable(s->analyzed.data[i])] = 0;
    s->analyzed.size = 0;
}

/* Tries the clause in v->sorted. v->result is a clause that follows and subsumes it; *implied tells whether it
 * follows even from the other clauses. */
static void try_clause(vivifier *v, cref ref, bool *implied)
{
    sat_solver *s = v->s;
    v->result.size = 0;
    *implied = true;
    for (uint32_t i = 0; i < v->sorted.size; i++) {
        lit l = v->sorted.data[i];
        if (s->values[l] > 0) {
            vec_push(&v->result, l);
            collect_decisions(v, s->assigned[lit_variable(l)].reason, l);
            return;
        }
        if (s->values[l] < 0)
            continue;
        sat_decide(s, lit_negate(l));
        cref conflict = sat_propagate_ignoring(s, ref);
        if (conflict != NO_CLAUSE) {
            collect_decisions(v, conflict, NO_LIT);
            sat_backtrack(s, level_now(s) - 1);
            return;
        }
    }
    *implied = false;
    for (uint32_t i = 0; i < v->sorted.size; i++)
        if (s->assigned[lit_variable(v->sorted.data[i])].reason == REASON_NONE)
            vec_push(&v->result, v->sorted.data[i]);
}

/* Replaces the clause by v->result. */
static void replace(vivifier *v, cref ref)
{
    sat_solver *s = v->s;
    sat_backtrack(s, 0);
    s->stats.vivify_strengthened++;
    bool redundant = clause_at(s, ref)->redundant;
    uint32_t glue = clause_at(s, ref)->glue, used = clause_at(s, ref)->used;
    if (v->result.size == 1) {
        sat_assign_fixed(s, v->result.data[0]);
    } else {
        if (s->proof)
            sat_proof_add(s, v->result.data, v->result.size);
        glue = glue < v->result.size ? glue : v->result.size - 1;
        clause *c = clause_at(s, sat_clause_new(s, v->result.data, v->result.size, redundant, glue));
        c->used = used;
        c->vivified = true;
    }
    sat_clause_delete(s, ref);
    sat_propagate_fixed(s);
}

static bool satisfied_at_level_zero(const sat_solver *s, const clause *c)
{
    for (uint32_t i = 0; i < c->size; i++)
        if (value_fixed(s, c->lits[i]) > 0)
            return true;
    return false;
}

static void vivify_clause(vivifier *v, cref ref)
{
    sat_solver *s = v->s;
    clause *c = clause_at(s, ref);
    if (c->garbage)
        return;
    if (satisfied_at_level_zero(s, c)) {
        sat_clause_delete(s, ref);
        return;
    }
    c->vivified = true;
    s->stats.vivify_checked++;
    sort_clause(v, c);
    keep_shared_levels(v, ref);
    bool implied;
    try_clause(v, ref, &implied);
    if (v->result.size < c->size) {
        replace(v, ref);
    } else if (implied && c->redundant) {
        s->stats.vivify_removed++;
        sat_clause_delete(s, ref);
    }
}

static void vivify_kind(vivifier *v, bool redundant, uint64_t budget)
{
    sat_solver *s = v->s;
    uint64_t limit = s->stats.probe_ticks + budget;
    count_occurrences(v, redundant);
    make_schedule(v, redundant);
    for (uint32_t i = 0; i < v->schedule.size && s->stats.probe_ticks < limit && !s->inconsistent; i++)
        vivify_clause(v, v->schedule.data[i].value);
    sat_backtrack(s, 0);
}

void sat_vivify(sat_solver *s, uint64_t budget)
{
    assert(level_now(s) == 0 && s->propagated == s->trail_size && !s->inconsistent);
    s->stats.vivifications++;
    vivifier v = {.s = s};
    vivify_kind(&v, true, budget / 4 * 3);
    if (!s->inconsistent)
        vivify_kind(&v, false, budget / 4);
    vec_clear(&v.occurrences);
    vec_clear(&v.schedule);
    vec_clear(&v.scratch);
    vec_clear(&v.order);
    vec_clear(&v.sorted);
    vec_clear(&v.result);
    if (!s->inconsistent)
        sat_sweep(s);
}
