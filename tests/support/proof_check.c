#include "support/proof_check.h"

#include "support/history_rules.h"

/* Do the facts lead from one step to the other? */
static bool is_way(const consistency_proof *proof, const uint32_t *links, uint32_t count, uint32_t from, uint32_t to)
{
    for (uint32_t i = 0; i < count; i++) {
        if (proof->facts.data[links[i]].before != from)
            return false;
        from = proof->facts.data[links[i]].after;
    }
    return from == to && count > 0;
}

static bool has_premises(const consistency_proof *proof, uint32_t fact, uint32_t from, uint32_t to)
{
    const consistency_fact *f = &proof->facts.data[fact];
    const uint32_t *links = proof->premises.data + f->first_premise;
    for (uint32_t i = 0; i < f->premise_count; i++)
        if (links[i] >= fact)
            return false;
    return is_way(proof, links, f->premise_count, from, to);
}

static bool is_own(const history *h, const consistency_fact *f)
{
    return history_rules_same_thread(h, f->before, f->via) && !history_rules_same_thread(h, f->after, f->via) &&
           f->before < f->via && history_rules_compete(h, f->via, f->after, f->before);
}

static bool is_fact(const consistency_proof *proof, uint32_t fact, const history *h, const model *m)
{
    const consistency_fact *f = &proof->facts.data[fact];
    switch (f->reason) {
    case CONSISTENCY_PROGRAM:
        return history_rules_keeps(h, m, f->before, f->after);
    case CONSISTENCY_RF:
        return history_rules_reads(h, m, f->before, f->after);
    case CONSISTENCY_OWN:
        return is_own(h, f);
    case CONSISTENCY_BEFORE:
        return history_rules_compete(h, f->via, f->after, f->before) && has_premises(proof, fact, f->before, f->via);
    case CONSISTENCY_FROM_READ:
        return history_rules_compete(h, f->before, f->via, f->after) &&
               (f->via == HISTORY_INITIAL || has_premises(proof, fact, f->via, f->after));
    }
    return false;
}

static bool is_hidden(const consistency_proof *proof, const history *h)
{
    if (proof->facts.size != 2 || proof->cycle.size != 2)
        return false;
    const consistency_fact *f = proof->facts.data;
    uint32_t write = f->before, read = f->after;
    if (f[1].before != read || f[1].after != write || f->via != read || f[1].via != read ||
        f->reason != CONSISTENCY_OWN)
        return false;
    return history_rules_is_hidden(h, read, write);
}

bool proof_check(const consistency_proof *proof, const history *h, const model *m)
{
    if (proof->cycle.size == 0)
        return false;
    if (is_hidden(proof, h))
        return true;
    for (uint32_t i = 0; i < proof->facts.size; i++)
        if (!is_fact(proof, i, h, m))
            return false;
    uint32_t first = proof->facts.data[proof->cycle.data[0]].before;
    return is_way(proof, proof->cycle.data, proof->cycle.size, first, first);
}
