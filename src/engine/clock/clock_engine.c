#include "engine/clock/clock_engine.h"

#include "engine/clock/clock_order.h"
#include "engine/deepen.h"
#include "solver/cadical.h"
#include "solver/z3.h"

static encoding *encode(const engine_run *run, const memory *m, const model *model)
{
    bool is_idl = run->options->clock_idl;
    solver *clauses = solver_new(is_idl ? &SOLVER_Z3 : &SOLVER_CADICAL);
    encode_order order = clock_order_new(clauses, is_idl ? clock_integers_new(clauses) : clock_bits_new(clauses));
    encoding *e = encoding_build(m, model, clauses, &order);
    if (e && model->cat)
        encoding_add_axioms(e);
    return e;
}

static uint64_t work(const encoding *e, budget_progress *progress)
{
    (void)progress;
    return solver_work(e->clauses);
}

static void count(const engine_run *run, const model *model, const encoding *e)
{
    counters list = {0};
    e->order.count(e->order.self, &list);
    for (uint32_t i = 0; i < list.size; i++)
        deepen_count(run, model, list.data[i].name, list.data[i].text, list.data[i].value);
    vec_clear(&list);
    deepen_count_axioms(run, model, e);
}

void clock_engine_run(const engine_run *run)
{
    deepen_run(run, &(deepen_way){.encode = encode, .work = work, .count = count});
}
