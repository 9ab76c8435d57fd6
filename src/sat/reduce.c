/* Forgetting learned clauses.
 *
 * Clauses of low glue stay for good (tier 1). Those of medium glue stay for two reductions after their last use, all
 * others for one. Of the rest, the worse part is removed: first by glue, then by size. */
#include <math.h>

#include "sat/solver.h"

bool sat_reduce_due(const sat_solver *s)
{
    return s->stats.conflicts >= s->limits.reduce;
}

static void set_reason_marks(sat_solver *s, bool mark)
{
    for (uint32_t i = 0; i < s->trail_size; i++) {
        reason_ref reason = s->assigned[lit_variable(s->trail[i])].reason;
        if (reason_is_clause(reason))
            clause_at(s, reason)->reason = mark;
    }
}

static void schedule_candidates(sat_solver *s)
{
    s->items.size = 0;
    for (uint32_t i = 0; i < s->clauses.size; i++) {
        clause *c = clause_at(s, s->clauses.data[i]);
        if (!c->redundant || c->garbage)
            continue;
        if (c->size == 2 || c->glue <= (uint32_t)s->options.glue_tier1)
            continue;
        if (c->used) {
            c->used--;
            continue;
        }
        if (c->reason)
            continue;
        uint64_t badness = (uint64_t)c->glue << 32 | c->size;
        vec_push(&s->items, (sort_item){~badness, s->clauses.data[i]});
    }
    sort_by_key(&s->items, &s->scratch);
}

void sat_reduce(sat_solver *s)
{
    assert(s->propagated == s->trail_size && !s->probing);
    s->stats.reductions++;
    set_reason_marks(s, true);
    schedule_candidates(s);
    uint32_t remove = (uint32_t)((uint64_t)s->items.size * (uint64_t)s->options.reduce_fraction / 100);
    for (uint32_t i = 0; i < remove; i++)
        sat_clause_delete(s, s->items.data[i].value);
    s->stats.reduced += remove;
    set_reason_marks(s, false);
    sat_collect_garbage(s);
    LOG(sat, "reduces: %u learned clauses fewer", remove);
    assert(sat_is_valid(s));
    double interval = s->options.reduce_interval * (double)(s->stats.reductions + 1);
    if (s->irredundant > 100000)
        interval *= log10((double)s->irredundant / 10000);
    s->limits.reduce = s->stats.conflicts + (uint64_t)interval;
}
