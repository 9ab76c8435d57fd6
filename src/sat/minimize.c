/* Shortening the learned clause.
 *
 * A literal is removable if its reason consists of literals that are in the clause, true at level 0, or removable
 * themselves. The search follows reasons back; what it finds out about a variable is remembered (removable or
 * poison). It stops early where no literal of a level is in the clause, or only literals later on the trail. */
#include "sat/solver.h"

enum { DEPTH_LIMIT = 1000, BINARY_STRENGTHEN_SIZE = 30 };

static bool removable(sat_solver *s, lit l, uint32_t depth);

static bool reason_removable(sat_solver *s, lit l, uint32_t depth)
{
    reason_ref reason = s->assigned[lit_variable(l)].reason;
    if (reason_is_binary(reason))
        return removable(s, reason & ~REASON_BINARY, depth);
    if (reason == REASON_UNIT)
        return true;
    if (!reason_is_clause(reason))
        return false;
    const clause *c = clause_at(s, reason);
    for (uint32_t i = 0; i < c->size; i++)
        if (c->lits[i] != lit_negate(l) && !removable(s, c->lits[i], depth))
            return false;
    return true;
}

static bool removable(sat_solver *s, lit l, uint32_t depth)
{
    uint32_t variable = lit_variable(l);
    const assignment *a = &s->assigned[variable];
    uint8_t seen = s->seen[variable];
    if (a->level == 0 || (seen & SEEN_REMOVABLE) || (depth && (seen & SEEN)))
        return true;
    if (a->reason == REASON_NONE || (seen & SEEN_POISON) || a->level == level_now(s) || depth > DEPTH_LIMIT)
        return false;
    const frame *f = &s->control.data[a->level];
    if ((depth == 0 && f->seen_count < 2) || a->position <= f->seen_first)
        return false;
    bool result = reason_removable(s, l, depth + 1);
    s->seen[variable] |= result ? SEEN_REMOVABLE : SEEN_POISON;
    vec_push(&s->minimized, l);
    return result;
}

void sat_minimize(sat_solver *s)
{
    assert(s->learned.size > 0 && s->minimized.size == 0);
    lits *learned = &s->learned;
    uint32_t kept = 1;
    for (uint32_t i = 1; i < learned->size; i++)
        if (!removable(s, learned->data[i], 0))
            learned->data[kept++] = learned->data[i];
    s->stats.minimized += learned->size - kept;
    learned->size = kept;
    for (uint32_t i = 0; i < s->minimized.size; i++)
        s->seen[lit_variable(s->minimized.data[i])] &= SEEN;
    s->minimized.size = 0;
}

/* With the learned clause u | -b | C and a binary clause u | b, resolution gives u | C. */
void sat_strengthen_with_binary(sat_solver *s)
{
    lits *learned = &s->learned;
    if (learned->size < 3 || learned->size > BINARY_STRENGTHEN_SIZE)
        return;
    for (uint32_t i = 1; i < learned->size; i++)
        s->marks[lit_variable(learned->data[i])] = 1;
    uint32_t removed = 0;
    const watches *list = &s->watches[learned->data[0]];
    for (uint32_t i = 0; i < list->size; i++) {
        watch w = list->data[i];
        if (watch_is_binary(w) && s->values[w.blocker] > 0 && s->marks[lit_variable(w.blocker)]) {
            s->marks[lit_variable(w.blocker)] = 0;
            removed++;
        }
    }
    uint32_t kept = 1;
    for (uint32_t i = 1; i < learned->size; i++) {
        lit l = learned->data[i];
        if (s->marks[lit_variable(l)])
            learned->data[kept++] = l;
        s->marks[lit_variable(l)] = 0;
    }
    learned->size = kept;
    s->stats.binary_strengthened += removed;
}
