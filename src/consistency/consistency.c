#include "consistency/consistency.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "consistency/closure.h"
#include "consistency/witness.h"

struct consistency {
    order order;
    witness search;
    consistency_steps witness, cycle;
    const model *model; /* of the last check */
    bool is_cyclic;     /* closure has found a cycle then */
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
    vec_clear(&c->cycle);
    free(c);
}

static void note_witness(consistency *c, const history *h, const model *m)
{
    for (uint32_t i = 0; i < c->search.sequence.size; i++) {
        uint32_t p = c->search.sequence.data[i];
        vec_push(&c->witness, (consistency_step){
                                  .step = c->order.points.data[p].step,
                                  .is_to_memory = order_is_to_memory(h, m, &c->order, p),
                              });
    }
}

/* Of a point, beside what its place in the order takes, in units of base/budget.h. */
enum { POINT_WORK = 6 };

consistency_answer consistency_check(consistency *c, const history *h, const model *m, budget *b)
{
    assert(m->buffers != MODEL_NO_MACHINE);
    c->counts.checks++;
    c->model = m;
    c->witness.size = c->cycle.size = 0;
    c->is_cyclic = false;
    uint64_t before = c->order.work;
    bool is_acyclic = order_build(&c->order, h, m) && closure_saturate(&c->order, h);
    budget_charge(b, c->order.work - before + (uint64_t)c->order.points.size * POINT_WORK);
    if (!is_acyclic) {
        c->counts.refuted_by_closure++;
        c->is_cyclic = true;
        return CONSISTENCY_NO;
    }
    consistency_answer answer = witness_search(&c->search, &c->order, h, b);
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

const consistency_steps *consistency_cycle(consistency *c, const history *h)
{
    if (c->is_cyclic)
        order_cycle(&c->order, h, c->model, &c->cycle);
    return &c->cycle;
}

consistency_counts consistency_count(const consistency *c)
{
    return c->counts;
}
