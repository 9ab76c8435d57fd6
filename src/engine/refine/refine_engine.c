#include "engine/refine/refine_engine.h"

#include "engine/deepen.h"
#include "engine/driver.h"
#include "engine/refine/refine_order.h"
#include "solver/cadical.h"
#include "solver/own.h"

static encoding *encode(const engine_run *run, const memory *m, const model *model)
{
    solver *clauses = solver_new(run->options->refine_cadical ? &SOLVER_CADICAL : &SOLVER_OWN);
    encode_order order = refine_order_new(clauses, REFINE_MAX_BYTES);
    return encoding_build(m, model, clauses, &order);
}

static uint64_t work(const encoding *e, budget_progress *progress)
{
    const refine_order *o = e->order.self;
    const sat_solver *own = solver_own(o->clauses);
    progress->conflicts = own ? sat_statistics_of(own)->conflicts : o->stats.rounds;
    return solver_work(o->clauses) + o->graph.work + o->reasons.work;
}

static void count(const engine_run *run, const model *model, const encoding *e)
{
    const refine_order *o = e->order.self;
    counters list = {0};
    e->order.count(o, &list);
    for (uint32_t i = 0; i < list.size; i++)
        deepen_count(run, model, list.data[i].name, list.data[i].text, list.data[i].value);
    driver_count(run, model,
                 (check_counter){.name = "refine_graph_seconds",
                                 .text = "looking at candidates",
                                 .is_time = true,
                                 .seconds = o->stats.graph_seconds});
    driver_count(run, model,
                 (check_counter){.name = "refine_validate_seconds",
                                 .text = "candidates that the graph does not decide",
                                 .is_time = true,
                                 .seconds = o->stats.validate_seconds});
    vec_clear(&list);
}

void refine_engine_run(const engine_run *run)
{
    deepen_run(run, &(deepen_way){.encode = encode, .work = work, .count = count});
}
