/* Does the solver's state hold what solver.h promises? For asserts: each check looks at everything. */
#include "sat/solver.h"

static bool is_trail_valid(const sat_solver *s)
{
    uint32_t level = 0;
    if (s->control.size == 0 || s->control.data[0].start != 0 || s->propagated > s->trail_size)
        return false;
    for (uint32_t i = 0; i < s->trail_size; i++) {
        lit l = s->trail[i];
        const assignment *a = &s->assigned[lit_variable(l)];
        while (level < level_now(s) && s->control.data[level + 1].start <= i)
            level++;
        if (s->values[l] != 1 || s->values[lit_negate(l)] != -1 || a->position != i || a->level != level)
            return false;
        if (s->flags[lit_variable(l)].removed)
            return false;
    }
    return true;
}

static bool is_assigned_once(const sat_solver *s)
{
    uint32_t assigned = 0;
    for (uint32_t v = 0; v < s->variables; v++) {
        if (s->values[lit_of(v, false)] != -s->values[lit_of(v, true)])
            return false;
        assigned += s->values[lit_of(v, false)] != 0;
    }
    return assigned == s->trail_size;
}

/* False now, and before the literal that it is the reason of. */
static bool is_earlier(const sat_solver *s, lit cause, lit implied)
{
    return s->values[cause] < 0 &&
           s->assigned[lit_variable(cause)].position < s->assigned[lit_variable(implied)].position;
}

static bool is_reason_valid(const sat_solver *s, lit implied)
{
    const assignment *a = &s->assigned[lit_variable(implied)];
    bool has_implied = false;
    if (reason_is_binary(a->reason))
        return is_earlier(s, a->reason & ~REASON_BINARY, implied);
    if (!reason_is_clause(a->reason))
        return a->reason != REASON_NONE || a->level == 0 || s->control.data[a->level].decision == implied;
    const clause *c = clause_at(s, a->reason);
    for (uint32_t i = 0; i < c->size; i++) {
        if (c->lits[i] == implied)
            has_implied = true;
        else if (!is_earlier(s, c->lits[i], implied))
            return false;
    }
    return has_implied && !c->garbage;
}

static bool are_reasons_valid(const sat_solver *s)
{
    for (uint32_t i = 0; i < s->trail_size; i++)
        if (level_of(s, s->trail[i]) > 0 && !is_reason_valid(s, s->trail[i]))
            return false;
    return true;
}

/* Each clause that is not garbage is watched by its first two literals, once each, and by no others. */
static bool are_watches_valid(const sat_solver *s)
{
    uint64_t watched = 0;
    for (uint32_t l = 0; l < 2 * s->variables; l++)
        for (uint32_t i = 0; i < s->watches[l].size; i++) {
            watch w = s->watches[l].data[i];
            const clause *c = clause_at(s, watch_clause(w));
            if (c->garbage)
                continue;
            if ((c->lits[0] != l && c->lits[1] != l) || watch_is_binary(w) != (c->size == 2) || w.blocker == l)
                return false;
            watched++;
        }
    return watched == 2 * (s->irredundant + s->redundant);
}

static bool are_clauses_valid(const sat_solver *s)
{
    uint64_t irredundant = 0, redundant = 0;
    for (uint32_t i = 0; i < s->clauses.size; i++) {
        const clause *c = clause_at(s, s->clauses.data[i]);
        if (c->garbage)
            continue;
        redundant += c->redundant;
        irredundant += !c->redundant;
        if (c->size < 2 || c->search < 2 || c->search > c->size)
            return false;
        for (uint32_t k = 0; k < c->size; k++)
            if (lit_variable(c->lits[k]) >= s->variables || s->flags[lit_variable(c->lits[k])].removed)
                return false;
    }
    return irredundant == s->irredundant && redundant == s->redundant;
}

/* Whoever has no value can be found by both heuristics. */
static bool are_decisions_valid(const sat_solver *s)
{
    uint32_t after = s->queue.search == QUEUE_END ? QUEUE_END : s->queue.links.data[s->queue.search].next;
    for (; after != QUEUE_END; after = s->queue.links.data[after].next)
        if (!s->values[lit_of(after, false)] && !s->flags[after].removed)
            return false;
    for (uint32_t v = 0; v < s->variables; v++)
        if (!s->values[lit_of(v, false)] && !s->flags[v].removed && !heap_contains(&s->scores, v))
            return false;
    for (uint32_t i = 1; i < s->scores.heap.size; i++)
        if (s->scores.score.data[s->scores.heap.data[i]] > s->scores.score.data[s->scores.heap.data[(i - 1) / 2]])
            return false;
    return true;
}

/* Marks are clean between two procedures. */
static bool is_swept(const sat_solver *s)
{
    for (uint32_t v = 0; v < s->variables; v++)
        if (s->seen[v] || s->marks[v])
            return false;
    return true;
}

bool sat_is_valid(const sat_solver *s)
{
    return s->inconsistent || (is_trail_valid(s) && is_assigned_once(s) && are_reasons_valid(s) &&
                               are_clauses_valid(s) && are_watches_valid(s) && are_decisions_valid(s) && is_swept(s));
}
