/* Boolean propagation: as long as a clause has one literal that is not false and all others are, that literal must
 * become true.
 *
 * This loop is where the solver spends its time. What makes it fast: the blocking literal spares most visits of a
 * clause; binary clauses are propagated from the watch alone; the search for a new watch resumes where the last one
 * ended, which keeps it linear over a whole branch for long clauses. */
#include "sat/solver.h"

enum { WATCHES_PER_CACHE_LINE = 64 / sizeof(watch) };

/* A literal of the clause, from place 2 on, that is not false; else NO_LIT. *at is its place. */
static inline lit find_replacement(const int8_t *values, clause *c, uint32_t *at)
{
    const lit *literals = c->lits;
    uint32_t size = c->size, start = c->search;
    uint32_t i = start;
    for (; i < size; i++)
        if (values[literals[i]] >= 0)
            goto found;
    for (i = 2; i < start; i++)
        if (values[literals[i]] >= 0)
            goto found;
    return NO_LIT;
found:
    c->search = i;
    *at = i;
    return literals[i];
}

/* Visits the clauses watched by `falsified`. Inlined twice, with `ignore` constant in the search. */
static inline __attribute__((always_inline)) cref propagate_literal(sat_solver *s, lit falsified, cref ignore,
                                                                    uint64_t *ticks)
{
    watches *list = &s->watches[falsified];
    const int8_t *values = s->values;
    watch *from = list->data, *to = from, *end = from + list->size;
    cref conflict = NO_CLAUSE;
    *ticks += 1 + list->size / WATCHES_PER_CACHE_LINE;
    while (from != end) {
        watch w = *to++ = *from++;
        int8_t blocker_value = values[w.blocker];
        if (blocker_value > 0)
            continue;
        if (watch_is_binary(w)) {
            if (blocker_value < 0) {
                conflict = watch_clause(w);
                break;
            }
            sat_assign(s, w.blocker, falsified | REASON_BINARY);
            continue;
        }
        clause *c = clause_at(s, w.tagged);
        ++*ticks;
        if (c->garbage) {
            to--;
            continue;
        }
        if (ignore != NO_CLAUSE && w.tagged == ignore)
            continue;
        lit other = c->lits[0] ^ c->lits[1] ^ falsified;
        int8_t other_value = values[other];
        if (other_value > 0) {
            to[-1].blocker = other;
            continue;
        }
        uint32_t at = 0;
        lit replacement = find_replacement(values, c, &at);
        if (replacement != NO_LIT) {
            if (values[replacement] > 0) {
                to[-1].blocker = replacement;
                continue;
            }
            c->lits[0] = other;
            c->lits[1] = replacement;
            c->lits[at] = falsified;
            vec_push(&s->watches[replacement], (watch){other, w.tagged});
            to--;
        } else if (other_value < 0) {
            conflict = w.tagged;
            break;
        } else {
            sat_assign(s, other, w.tagged);
        }
    }
    if (to != from) {
        while (from != end)
            *to++ = *from++;
        list->size = (uint32_t)(to - list->data);
    }
    return conflict;
}

cref sat_propagate(sat_solver *s)
{
    uint64_t ticks = 0;
    uint32_t before = s->propagated;
    cref conflict = NO_CLAUSE;
    while (conflict == NO_CLAUSE && s->propagated < s->trail_size)
        conflict = propagate_literal(s, lit_negate(s->trail[s->propagated++]), NO_CLAUSE, &ticks);
    if (s->probing) {
        s->stats.probe_ticks += ticks;
    } else {
        s->stats.search_ticks += ticks;
        s->stats.propagations += s->propagated - before;
    }
    return conflict;
}

cref sat_propagate_ignoring(sat_solver *s, cref ignore)
{
    cref conflict = NO_CLAUSE;
    while (conflict == NO_CLAUSE && s->propagated < s->trail_size)
        conflict = propagate_literal(s, lit_negate(s->trail[s->propagated++]), ignore, &s->stats.probe_ticks);
    return conflict;
}

bool sat_propagate_fixed(sat_solver *s)
{
    assert(level_now(s) == 0);
    if (!s->inconsistent && sat_propagate(s) != NO_CLAUSE)
        sat_derive_empty(s);
    return !s->inconsistent;
}
