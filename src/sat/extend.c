/* Variables that are in no clause any more, because they were eliminated or replaced by an equivalent literal.
 *
 * The extension is a stack with one record per removed variable v: the irredundant clauses F_v that contained v when
 * it was removed. Invariant: an assignment of the other variables that satisfies the clauses left in the solver and
 * the later records can be changed at v alone so that it satisfies F_v. So going through the records from the last
 * to the first extends a model of the solver's clauses to one of all clauses.
 *
 * When v is used again, F_v goes back into the solver. Its clauses may mention variables removed later than v; these
 * come back as well. Records of variables removed earlier need no change: they contain v, but v now is an ordinary
 * variable of the solver, and the clauses left behind still imply all that their invariant needs.
 *
 * Layout of a record: for each clause its size and its literals; then the number of words so far and the variable. */
#include "sat/solver.h"

enum { TRAILER_WORDS = 2 };

void sat_extension_begin(sat_solver *s)
{
    assert(level_now(s) == 0);
    s->extension_start = s->extension.size;
}

void sat_extension_clause(sat_solver *s, const lit *literals, uint32_t size)
{
    assert(size > 0);
    vec_push(&s->extension, size);
    vec_append(&s->extension, literals, size);
}

void sat_extension_end(sat_solver *s, uint32_t variable)
{
    assert(!s->flags[variable].removed);
    uint32_t words = s->extension.size - s->extension_start;
    s->flags[variable].extension = s->extension.size;
    s->flags[variable].removed = true;
    s->removed++;
    vec_push(&s->extension, words);
    vec_push(&s->extension, variable);
}

/* The value that the record's clauses force on the variable under the model; 0 if none. */
static int8_t forced_value(const sat_solver *s, const lit *at, const lit *end, uint32_t variable)
{
    while (at < end) {
        uint32_t size = *at++;
        int8_t wanted = 0;
        bool satisfied = false;
        for (uint32_t i = 0; i < size; i++) {
            lit l = at[i];
            int8_t sign = lit_negative(l) ? -1 : 1;
            if (lit_variable(l) == variable)
                wanted = sign;
            else
                satisfied |= s->model.data[lit_variable(l)] == sign;
        }
        if (!satisfied)
            return wanted;
        at += size;
    }
    return 0;
}

void sat_extend_model(sat_solver *s)
{
    assert(s->model.size == s->variables);
    const lit *base = s->extension.data;
    for (uint32_t end = s->extension.size; end > 0;) {
        uint32_t variable = base[end - 1], words = base[end - 2], start = end - TRAILER_WORDS - words;
        if (variable != NO_LIT) {
            int8_t forced = forced_value(s, base + start, base + end - TRAILER_WORDS, variable);
            if (forced)
                s->model.data[variable] = forced;
        }
        end = start;
    }
}

/* Closes the gaps that records taken out have left. */
static void compact(sat_solver *s)
{
    lit *base = s->extension.data;
    uint32_t end = s->extension.size, to = end;
    while (end > 0) {
        uint32_t variable = base[end - 1], words = base[end - 2] + TRAILER_WORDS;
        end -= words;
        if (variable == NO_LIT)
            continue;
        to -= words;
        memmove(base + to, base + end, words * sizeof *base);
    }
    s->extension.size -= to;
    memmove(base, base + to, s->extension.size * sizeof *base);
    for (end = s->extension.size; end > 0; end -= base[end - 2] + TRAILER_WORDS)
        s->flags[base[end - 1]].extension = end - TRAILER_WORDS;
    s->extension_dead = 0;
}

/* Takes the record of the variable out of the extension and appends its clauses to `clauses`. */
static void take_record(sat_solver *s, uint32_t variable, lits *clauses)
{
    lit *base = s->extension.data;
    uint32_t trailer = s->flags[variable].extension, words = base[trailer];
    assert(base[trailer + 1] == variable);
    vec_append(clauses, base + trailer - words, words);
    base[trailer + 1] = NO_LIT;
    s->extension_dead += words + TRAILER_WORDS;
    if (s->extension_dead > s->extension.size / 2)
        compact(s);
}

/* The variable takes part in the search again. */
static void revive(sat_solver *s, uint32_t variable)
{
    s->stats.restored++;
    s->flags[variable].removed = false;
    s->flags[variable].eliminate = true;
    s->removed--;
    if (!heap_contains(&s->scores, variable))
        heap_push(&s->scores, variable);
    queue_unassigned(&s->queue, variable);
}

void sat_restore(sat_solver *s, uint32_t variable)
{
    assert(level_now(s) == 0);
    if (!s->flags[variable].removed)
        return;
    lits clauses = {0};
    uint32_t at = 0;
    revive(s, variable);
    take_record(s, variable, &clauses);
    while (at < clauses.size) {
        uint32_t end = at + 1 + clauses.data[at];
        for (at++; at < end; at++) {
            uint32_t other = lit_variable(clauses.data[at]);
            if (s->flags[other].removed) {
                revive(s, other);
                take_record(s, other, &clauses);
            }
        }
    }
    for (at = 0; at < clauses.size; at += clauses.data[at] + 1)
        sat_add_at_level_zero(s, clauses.data + at + 1, clauses.data[at], false);
    vec_clear(&clauses);
}
