/* The theory's side of the search. What the theory asks for from within a callback is only recorded there, and
 * carried out when the callback has returned: adding a lemma may mean backtracking, which the theory must not see
 * happen inside its own functions. */
#include "sat/solver.h"

void sat_set_theory(sat_solver *s, const sat_theory *theory)
{
    assert(!s->has_theory && s->stats.solves == 0);
    s->theory = *theory;
    s->has_theory = true;
}

void sat_observe(sat_solver *s, int external_variable)
{
    uint32_t variable = lit_variable(lit_import(external_variable));
    sat_make_variable(s, variable);
    variable_flags *flags = &s->flags[variable];
    if (flags->observed)
        return;
    flags->observed = true;
    flags->frozen++;
    if (flags->removed) {
        vec_push(&s->theory_revive, variable);
        return;
    }
    int8_t value = s->values[lit_of(variable, false)];
    if (!value || s->assigned[variable].position >= s->theory_told)
        return;
    if (s->assigned[variable].level == 0)
        vec_push(&s->theory_late, lit_of(variable, value < 0));
    else
        s->theory_restart = true;
}

void sat_theory_propagate(sat_solver *s, int external_literal)
{
    assert(s->in_theory);
    lit l = lit_import(external_literal);
    assert(s->flags[lit_variable(l)].observed);
    int8_t value = s->values[l];
    if (value > 0)
        return;
    s->stats.theory_propagated++;
    if (value < 0 || level_now(s) == 0)
        vec_push(&s->theory_asked, l);
    else
        sat_assign(s, l, REASON_THEORY);
}

static void queue_lemma(sat_solver *s, const int *literals, unsigned count, bool keep)
{
    s->stats.theory_lemmas++;
    LOG_CALL(log_numbers("sat", "lemma", literals, count));
    sat_proof_lemma(s, literals, count);
    vec_push(&s->theory_lemmas, count);
    vec_push(&s->theory_lemmas, keep);
    for (unsigned i = 0; i < count; i++) {
        lit l = lit_import(literals[i]);
        sat_make_variable(s, lit_variable(l));
        if (s->flags[lit_variable(l)].removed)
            vec_push(&s->theory_revive, lit_variable(l));
        vec_push(&s->theory_lemmas, l);
    }
}

void sat_theory_clause(sat_solver *s, const int *literals, unsigned count, bool keep)
{
    assert(s->in_theory);
    queue_lemma(s, literals, count, keep);
}

int sat_theory_value(const sat_solver *s, int external_literal)
{
    lit l = lit_import(external_literal);
    return lit_variable(l) < s->variables ? s->values[l] : 0;
}

uint32_t sat_theory_level(const sat_solver *s, int external_literal)
{
    assert(sat_theory_value(s, external_literal) != 0);
    return level_of(s, lit_import(external_literal));
}

/* --------------------------------------------------------------------------------------------------- lemmas */

/* Where a literal stands in the order in which a clause should watch: true or open first, then by level. */
static uint64_t watch_rank(const sat_solver *s, lit l)
{
    return s->values[l] >= 0 ? UINT64_MAX : level_of(s, l);
}

static void best_watch_first(const sat_solver *s, lit *literals, uint32_t from, uint32_t size)
{
    uint32_t best = from;
    for (uint32_t i = from + 1; i < size; i++)
        if (watch_rank(s, literals[i]) > watch_rank(s, literals[best]))
            best = i;
    lit l = literals[best];
    literals[best] = literals[from];
    literals[from] = l;
}

/* Copies literals without those false at level 0 and without repetitions. Returns false if the clause is always true
 * or true at level 0. */
static bool normalize(sat_solver *s, const lit *literals, uint32_t size, lits *result)
{
    bool trivial = false;
    result->size = 0;
    for (uint32_t i = 0; i < size; i++) {
        lit l = literals[i];
        int8_t sign = lit_negative(l) ? -1 : 1, mark = s->marks[lit_variable(l)], value = value_fixed(s, l);
        trivial |= mark == -sign || value > 0;
        if (mark || value)
            continue;
        s->marks[lit_variable(l)] = sign;
        vec_push(result, l);
    }
    for (uint32_t i = 0; i < result->size; i++)
        s->marks[lit_variable(result->data[i])] = 0;
    return !trivial;
}

static cref new_lemma_clause(sat_solver *s, lits *c, uint32_t given, bool redundant)
{
    if (s->proof && c->size < given)
        sat_proof_add(s, c->data, c->size);
    return sat_clause_new(s, c->data, c->size, redundant, c->size - 1);
}

static void add_lemma(sat_solver *s, const lit *literals, uint32_t size, bool keep)
{
    lits *c = &s->theory_buffer;
    if (!normalize(s, literals, size, c))
        return;
    if (c->size == 0) {
        sat_derive_empty(s);
    } else if (c->size == 1) {
        vec_push(&s->theory_units, c->data[0]);
    } else {
        best_watch_first(s, c->data, 0, c->size);
        best_watch_first(s, c->data, 1, c->size);
        vec_push(&s->theory_added, new_lemma_clause(s, c, size, !keep));
    }
}

/* Under the trail: is the clause true or has two open literals (then it has nothing to say)? Otherwise *open is its
 * only open literal, or NO_LIT if it is false, and *level the lowest level where it is unit, or false with two
 * literals of that level. */
static bool lemma_speaks(const sat_solver *s, const clause *c, lit *open, uint32_t *level)
{
    uint32_t highest = 0, next = 0, count = 0;
    *open = NO_LIT;
    for (uint32_t i = 0; i < c->size; i++) {
        lit l = c->lits[i];
        if (s->values[l] > 0)
            return false;
        if (s->values[l] == 0) {
            *open = l;
            if (++count > 1)
                return false;
            continue;
        }
        uint32_t at = level_of(s, l);
        if (at > highest) {
            next = highest;
            highest = at;
        } else if (at > next) {
            next = at;
        }
    }
    *level = *open != NO_LIT ? highest : next;
    return true;
}

static void backtrack_to_first_word(sat_solver *s)
{
    uint32_t lowest = level_now(s), level;
    lit open;
    for (uint32_t i = 0; i < s->theory_added.size; i++)
        if (lemma_speaks(s, clause_at(s, s->theory_added.data[i]), &open, &level) && level < lowest)
            lowest = level;
    sat_backtrack(s, lowest);
}

/* Draws the consequences of the lemmas in s->theory_added; the falsified one, or NO_CLAUSE. */
static cref settle_lemmas(sat_solver *s)
{
    assert(s->theory_lemmas.size == 0 && s->theory_asked.size == 0);
    cref conflict = NO_CLAUSE;
    backtrack_to_first_word(s);
    for (uint32_t i = 0; i < s->theory_added.size && conflict == NO_CLAUSE; i++) {
        cref ref = s->theory_added.data[i];
        const clause *c = clause_at(s, ref);
        lit open;
        uint32_t level;
        if (!lemma_speaks(s, c, &open, &level))
            continue;
        if (open == NO_LIT)
            conflict = ref;
        else
            sat_assign(s, open, c->size == 2 ? (c->lits[0] ^ c->lits[1] ^ open) | REASON_BINARY : ref);
    }
    s->theory_added.size = 0;
    return conflict;
}

void sat_theory_assert_units(sat_solver *s)
{
    assert(!s->in_theory);
    if (s->theory_units.size == 0)
        return;
    sat_backtrack(s, 0);
    for (uint32_t i = 0; i < s->theory_units.size && !s->inconsistent; i++) {
        lit l = s->theory_units.data[i];
        if (s->values[l] < 0)
            sat_derive_empty(s);
        else if (s->values[l] == 0)
            sat_assign_fixed(s, l);
    }
    s->theory_units.size = 0;
}

/* -------------------------------------------------------------------------------------------- explanations */

void sat_theory_explain(sat_solver *s, uint32_t variable)
{
    assert(s->assigned[variable].reason == REASON_THEORY && !s->in_theory);
    lit l = lit_of(variable, s->values[lit_of(variable, false)] < 0);
    const int *external;
    unsigned size = s->theory.explain(s->theory.self, lit_export(l), &external);
    s->stats.theory_explained++;
    sat_proof_lemma(s, external, size);
    lits given = {0};
    for (unsigned i = 0; i < size; i++)
        vec_push(&given, lit_import(external[i]));
    lits *c = &s->theory_buffer;
    bool useful = normalize(s, given.data, given.size, c);
    assert(useful && c->size > 0);
    (void)useful;
    vec_clear(&given);
    if (c->size == 1) {
        assert(c->data[0] == l);
        s->assigned[variable].reason = REASON_UNIT;
        vec_push(&s->theory_units, l);
        return;
    }
    best_watch_first(s, c->data, 0, c->size);
    best_watch_first(s, c->data, 1, c->size);
    assert(c->data[0] == l);
    cref ref = new_lemma_clause(s, c, size, true);
    s->assigned[variable].reason = c->size == 2 ? c->data[1] | REASON_BINARY : ref;
}

static void explain_asked(sat_solver *s)
{
    for (uint32_t i = 0; i < s->theory_asked.size; i++) {
        const int *external;
        unsigned size = s->theory.explain(s->theory.self, lit_export(s->theory_asked.data[i]), &external);
        s->stats.theory_explained++;
        queue_lemma(s, external, size, false);
    }
    s->theory_asked.size = 0;
}

/* ------------------------------------------------------------------------------------------------- callbacks */

static void revive_mentioned(sat_solver *s)
{
    if (s->theory_restart || s->theory_revive.size)
        sat_backtrack(s, 0);
    s->theory_restart = false;
    for (uint32_t i = 0; i < s->theory_revive.size; i++)
        sat_restore(s, s->theory_revive.data[i]);
    s->theory_revive.size = 0;
}

/* Carries out what the theory asked for during a callback. */
static theory_outcome carry_out(sat_solver *s, uint32_t trail_before, cref *conflict)
{
    bool quiet = s->trail_size == trail_before && !s->theory_asked.size && !s->theory_lemmas.size &&
                 !s->theory_revive.size && !s->theory_restart;
    if (quiet)
        return THEORY_IDLE;
    explain_asked(s);
    revive_mentioned(s);
    for (uint32_t at = 0; at < s->theory_lemmas.size; at += 2 + s->theory_lemmas.data[at])
        add_lemma(s, s->theory_lemmas.data + at + 2, s->theory_lemmas.data[at], s->theory_lemmas.data[at + 1]);
    s->theory_lemmas.size = 0;
    sat_theory_assert_units(s);
    *conflict = settle_lemmas(s);
    return *conflict == NO_CLAUSE ? THEORY_PROGRESS : THEORY_CONFLICT;
}

static void tell(sat_solver *s, lit l)
{
    s->stats.theory_assigned++;
    if (s->theory.assigned)
        s->theory.assigned(s->theory.self, lit_export(l), level_of(s, l));
}

/* Hands over the new observed literals; true if there were any. */
static bool tell_news(sat_solver *s)
{
    bool news = s->theory_late.size > 0;
    for (uint32_t i = 0; i < s->theory_late.size; i++)
        tell(s, s->theory_late.data[i]);
    s->theory_late.size = 0;
    while (s->theory_told < s->trail_size) {
        lit l = s->trail[s->theory_told++];
        if (s->flags[lit_variable(l)].observed) {
            tell(s, l);
            news = true;
        }
    }
    return news;
}

theory_outcome sat_theory_round(sat_solver *s, cref *conflict)
{
    *conflict = NO_CLAUSE;
    if (s->theory_told == s->trail_size && s->theory_started && !s->theory_late.size)
        return THEORY_IDLE;
    bool news = tell_news(s);
    if (!s->theory.propagate || (!news && s->theory_started))
        return THEORY_IDLE;
    s->theory_started = true;
    s->stats.theory_rounds++;
    uint32_t trail_before = s->trail_size;
    s->in_theory = true;
    s->theory.propagate(s->theory.self, s);
    s->in_theory = false;
    return carry_out(s, trail_before, conflict);
}

bool sat_theory_final(sat_solver *s, theory_outcome *outcome, cref *conflict)
{
    *conflict = NO_CLAUSE;
    *outcome = THEORY_IDLE;
    if (!s->theory.final_check)
        return true;
    s->stats.theory_checks++;
    uint32_t trail_before = s->trail_size, variables_before = s->variables;
    s->in_theory = true;
    bool accepted = s->theory.final_check(s->theory.self, s);
    s->in_theory = false;
    *outcome = carry_out(s, trail_before, conflict);
    if (*outcome != THEORY_IDLE || s->variables > variables_before)
        return false;
    if (!accepted) {
        fputs("heddle: the theory neither accepted nor refuted an assignment\n", stderr);
        abort();
    }
    return true;
}

lit sat_theory_decision(sat_solver *s)
{
    int external = s->theory.decide ? s->theory.decide(s->theory.self, s) : 0;
    if (!external)
        return NO_LIT;
    lit l = lit_import(external);
    assert(lit_variable(l) < s->variables);
    return s->values[l] || s->flags[lit_variable(l)].removed ? NO_LIT : l;
}

void sat_theory_backtrack(sat_solver *s, uint32_t level)
{
    assert(!s->in_theory && level < level_now(s));
    uint32_t start = s->control.data[level + 1].start;
    bool told_any = false;
    for (uint32_t i = start; i < s->theory_told && !told_any; i++)
        told_any = s->flags[lit_variable(s->trail[i])].observed;
    s->theory_told = start;
    if (told_any && s->theory.backtrack)
        s->theory.backtrack(s->theory.self, level);
}
