#include "consistency/consistency.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "consistency/closure.h"
#include "consistency/witness.h"

struct consistency {
    order order;
    witness search;
    consistency_steps witness;
    consistency_proof proof;
    bool is_cyclic; /* closure has found a cycle in the last check */
    consistency_counts counts;
};

consistency *consistency_new(void)
{
    return alloc_zeroed(1, sizeof(consistency));
}

void consistency_free(consistency *c)
{
    if (c == NULL)
        return;
    order_release(&c->order);
    witness_clear(&c->search);
    vec_clear(&c->witness);
    vec_clear(&c->proof.facts);
    vec_clear(&c->proof.premises);
    vec_clear(&c->proof.cycle);
    free(c);
}

static void note_witness(consistency *c, const history *h, const model *m)
{
    for (uint32_t i = 0; i < c->search.sequence.size; i++) {
        uint32_t step = c->order.points.data[c->search.sequence.data[i]].step;
        bool is_to_memory = model_is_buffered(m) && h->steps.data[step].kind == HISTORY_WRITE;
        vec_push(&c->witness, (consistency_step){step, is_to_memory});
    }
}

/* Was it too large, or was closure ended before it was done? */
static bool has_given_up(const consistency *c, const budget *b)
{
    return c->order.is_too_large || (b != NULL && b->spent != NULL && c->order.news.size > 0);
}

/* In units of base/budget.h. */
static uint64_t work_of_build(const order *o)
{
    enum { POINT_WORK = 8, NUMBERS_PER_WORK = 4 };
    return (uint64_t)o->points.size * (POINT_WORK + o->chain_count / NUMBERS_PER_WORK);
}

consistency_answer consistency_check(consistency *c, const history *h, const model *m, budget *b)
{
    assert(m->buffers != MODEL_NO_MACHINE && history_is_valid(h));
    c->counts.checks++;
    c->witness.size = c->proof.facts.size = c->proof.premises.size = c->proof.cycle.size = 0;
    c->is_cyclic = false;
    bool is_acyclic = order_build(&c->order, h, m);
    budget_charge(b, work_of_build(&c->order));
    if (!is_acyclic || !closure_saturate(&c->order, h, b)) {
        if (has_given_up(c, b))
            return CONSISTENCY_GAVE_UP;
        c->counts.refuted_by_closure++;
        c->is_cyclic = !c->order.lacks_a_source;
        return CONSISTENCY_NO;
    }
    consistency_answer answer = witness_search(&c->search, &c->order, h, WITNESS_PATIENCE, b);
    c->counts.backtracks = c->search.backtracks;
    c->counts.refuted_by_search += answer == CONSISTENCY_NO;
    if (answer == CONSISTENCY_YES)
        note_witness(c, h, m);
    return answer;
}

const consistency_steps *consistency_witness(const consistency *c)
{
    return &c->witness;
}

const consistency_proof *consistency_prove(consistency *c)
{
    if (c->is_cyclic && c->proof.cycle.size == 0)
        order_prove(&c->order, &c->proof);
    return &c->proof;
}

consistency_counts consistency_count(const consistency *c)
{
    return c->counts;
}
