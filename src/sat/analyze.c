/* Learning from a conflict.
 *
 * Starting from the falsified clause, literals of the conflict level are resolved with their reasons, latest first,
 * until only one is left: the first unique implication point. The resulting clause is implied by the formula (and
 * the theory), is false under the trail, and becomes unit after backtracking to its second highest level. */
#include "sat/solver.h"

/* The number of levels in the clause, less one. */
uint32_t sat_glue_of(sat_solver *s, const clause *c)
{
    assert(c->size >= 2);
    uint32_t stamp = ++s->level_stamp, count = 0;
    if (s->level_stamps.size < s->control.size)
        vec_resize(&s->level_stamps, s->control.size);
    for (uint32_t i = 0; i < c->size; i++) {
        uint32_t level = level_of(s, c->lits[i]);
        if (s->level_stamps.data[level] != stamp) {
            s->level_stamps.data[level] = stamp;
            count++;
        }
    }
    return count ? count - 1 : 0;
}

/* A learned clause that takes part in conflicts is worth keeping, the more so if its glue went down. */
static void note_use(sat_solver *s, clause *c)
{
    if (!c->redundant)
        return;
    if (c->glue > (uint32_t)s->options.glue_tier1) {
        uint32_t glue = sat_glue_of(s, c);
        if (glue < c->glue)
            c->glue = glue;
    }
    c->used = 1 + (c->glue <= (uint32_t)s->options.glue_tier2);
}

static void see_literal(sat_solver *s, lit l, uint32_t *open)
{
    uint32_t variable = lit_variable(l);
    if (s->seen[variable])
        return;
    const assignment *a = &s->assigned[variable];
    if (a->level == 0)
        return;
    s->seen[variable] = SEEN;
    vec_push(&s->analyzed, l);
    frame *f = &s->control.data[a->level];
    if (f->seen_count++ == 0)
        vec_push(&s->seen_levels, a->level);
    if (a->position < f->seen_first)
        f->seen_first = a->position;
    if (a->level == level_now(s))
        ++*open;
    else
        vec_push(&s->learned, l);
}

/* Sees all literals of the clause but `except`. */
static void see_clause(sat_solver *s, cref ref, lit except, uint32_t *open)
{
    clause *c = clause_at(s, ref);
    note_use(s, c);
    for (uint32_t i = 0; i < c->size; i++)
        if (c->lits[i] != except)
            see_literal(s, c->lits[i], open);
}

static void see_reason(sat_solver *s, lit implied, uint32_t *open)
{
    reason_ref reason = sat_reason(s, lit_variable(implied));
    if (reason_is_binary(reason))
        see_literal(s, reason & ~REASON_BINARY, open);
    else if (reason_is_clause(reason))
        see_clause(s, reason, implied, open);
    else
        assert(reason == REASON_UNIT);
}

/* Fills s->learned, the implication point first. */
static void find_implication_point(sat_solver *s, cref conflict)
{
    assert(s->analyzed.size == 0 && s->seen_levels.size == 0);
    uint32_t open = 0, at = s->trail_size;
    s->learned.size = 0;
    vec_push(&s->learned, NO_LIT);
    see_clause(s, conflict, NO_LIT, &open);
    assert(open > 0);
    for (;;) {
        lit l;
        do
            l = s->trail[--at];
        while (!s->seen[lit_variable(l)]);
        if (--open == 0) {
            s->learned.data[0] = lit_negate(l);
            return;
        }
        see_reason(s, l, &open);
    }
}

static void see_for_bumping(sat_solver *s, lit l)
{
    uint32_t variable = lit_variable(l);
    if (s->seen[variable] || s->assigned[variable].level == 0)
        return;
    s->seen[variable] = SEEN;
    vec_push(&s->analyzed, l);
}

/* The literals one step behind those of the learned clause will soon matter as well. */
static void see_reasons_of_learned(sat_solver *s)
{
    for (uint32_t i = 0; i < s->learned.size; i++) {
        lit l = s->learned.data[i];
        reason_ref reason = s->assigned[lit_variable(l)].reason;
        if (reason_is_binary(reason)) {
            see_for_bumping(s, reason & ~REASON_BINARY);
        } else if (reason_is_clause(reason)) {
            const clause *c = clause_at(s, reason);
            for (uint32_t j = 0; j < c->size; j++)
                if (c->lits[j] != lit_negate(l))
                    see_for_bumping(s, c->lits[j]);
        }
    }
}

static void clear_analysis(sat_solver *s)
{
    for (uint32_t i = 0; i < s->analyzed.size; i++)
        s->seen[lit_variable(s->analyzed.data[i])] = 0;
    s->analyzed.size = 0;
    for (uint32_t i = 0; i < s->seen_levels.size; i++) {
        frame *f = &s->control.data[s->seen_levels.data[i]];
        f->seen_count = 0;
        f->seen_first = UINT32_MAX;
    }
    s->seen_levels.size = 0;
}

/* Moves a literal of the highest level among `from` and later to place `from`; returns that level. */
static uint32_t highest_level_first(const sat_solver *s, lit *literals, uint32_t from, uint32_t size)
{
    assert(from < size);
    uint32_t best = from;
    for (uint32_t i = from + 1; i < size; i++)
        if (level_of(s, literals[i]) > level_of(s, literals[best]))
            best = i;
    lit l = literals[best];
    literals[best] = literals[from];
    literals[from] = l;
    return level_of(s, l);
}

static void learn(sat_solver *s, uint32_t glue)
{
    lits *learned = &s->learned;
    LOG_CALL(sat_log("learns", learned->data, learned->size));
    assert(learned->size > 0 && level_of(s, learned->data[0]) == level_now(s));
    s->stats.learned++;
    s->stats.learned_literals += learned->size;
    uint32_t jump = learned->size > 1 ? highest_level_first(s, learned->data, 1, learned->size) : 0;
    sat_backtrack(s, jump);
    assert(!s->values[learned->data[0]]);
    if (learned->size == 1) {
        sat_assign_fixed(s, learned->data[0]);
        return;
    }
    if (s->proof)
        sat_proof_add(s, learned->data, learned->size);
    cref ref = sat_clause_new(s, learned->data, learned->size, true, glue);
    sat_assign(s, learned->data[0], learned->size == 2 ? learned->data[1] | REASON_BINARY : ref);
}

/* The two highest levels in the clause, equal if they belong to two literals of the same level. */
static void two_highest_levels(const sat_solver *s, const clause *c, uint32_t *highest, uint32_t *next)
{
    *highest = *next = 0;
    for (uint32_t i = 0; i < c->size; i++) {
        uint32_t level = level_of(s, c->lits[i]);
        if (level > *highest) {
            *next = *highest;
            *highest = level;
        } else if (level > *next) {
            *next = level;
        }
    }
}

static void watch_highest_levels(sat_solver *s, cref ref, uint32_t highest, uint32_t next)
{
    clause *c = clause_at(s, ref);
    uint32_t first = level_of(s, c->lits[0]), second = level_of(s, c->lits[1]);
    if ((first == highest && second == next) || (first == next && second == highest))
        return;
    sat_clause_unwatch(s, ref);
    highest_level_first(s, c->lits, 0, c->size);
    highest_level_first(s, c->lits, 1, c->size);
    c->search = 2;
    sat_clause_watch(s, ref);
}

/* With a theory, a falsified clause may have its literals at lower levels only, or just one at its highest level;
 * then it is unit after backtracking, and there is nothing to analyze. Returns true in that case. */
static bool settle_late_conflict(sat_solver *s, cref conflict)
{
    const clause *c = clause_at(s, conflict);
    uint32_t highest, next;
    two_highest_levels(s, c, &highest, &next);
    watch_highest_levels(s, conflict, highest, next);
    if (highest == next) {
        sat_backtrack(s, highest);
        return false;
    }
    lit unit = level_of(s, c->lits[0]) == highest ? c->lits[0] : c->lits[1];
    sat_backtrack(s, next);
    sat_assign(s, unit, c->size == 2 ? (c->lits[0] ^ c->lits[1] ^ unit) | REASON_BINARY : conflict);
    return true;
}

void sat_analyze(sat_solver *s, cref conflict)
{
    LOG(sat, "conflict %llu at level %u", (unsigned long long)s->stats.conflicts, level_now(s));
    LOG_CALL(sat_log("all false:", clause_at(s, conflict)->lits, clause_at(s, conflict)->size));
    assert(!clause_at(s, conflict)->garbage);
    s->stats.conflicts++;
    s->consistent = s->control.data[level_now(s)].start;
    if (level_now(s) == 0) {
        sat_derive_empty(s);
        return;
    }
    if (s->has_theory) {
        if (settle_late_conflict(s, conflict))
            return;
        if (level_now(s) == 0) {
            sat_derive_empty(s);
            return;
        }
    }
    find_implication_point(s, conflict);
    uint32_t glue = s->seen_levels.size - 1;
    sat_minimize(s);
    if (s->options.binary_strengthen && glue <= (uint32_t)s->options.glue_tier2)
        sat_strengthen_with_binary(s);
    if (s->options.bump_reason)
        see_reasons_of_learned(s);
    sat_bump_analyzed(s);
    clear_analysis(s);
    if (glue >= s->learned.size)
        glue = s->learned.size - 1;
    sat_restart_learned(s, glue);
    learn(s, glue);
    sat_theory_assert_units(s);
}

void sat_analyze_assumption(sat_solver *s, lit failed)
{
    assert(s->values[failed] < 0);
    uint32_t open = 0;
    s->learned.size = 0;
    vec_push(&s->core, failed);
    see_literal(s, failed, &open);
    for (uint32_t i = s->trail_size; i-- > s->control.data[0].start && s->analyzed.size;) {
        lit l = s->trail[i];
        if (!s->seen[lit_variable(l)])
            continue;
        if (s->assigned[lit_variable(l)].reason == REASON_NONE)
            vec_push(&s->core, l);
        else
            see_reason(s, l, &open);
    }
    clear_analysis(s);
    lits *negated = &s->buffer;
    negated->size = 0;
    for (uint32_t i = 0; i < s->core.size; i++) {
        s->failed[s->core.data[i]] = true;
        vec_push(negated, lit_negate(s->core.data[i]));
    }
    bool opposite = s->core.size == 2 && s->core.data[0] == lit_negate(s->core.data[1]);
    if (s->proof && !opposite)
        sat_proof_add(s, negated->data, negated->size);
    s->learned.size = 0;
}
