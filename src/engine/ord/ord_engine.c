#include "engine/ord/ord_engine.h"

#include "encode/order_theory.h"
#include "engine/deepen.h"
#include "solver/own.h"

static encoding *encode(const engine_run *run, const memory *m, const model *model)
{
    return encoding_new(m, model, &run->options->ord);
}

static uint64_t work(const encoding *e, budget_progress *progress)
{
    ord_statistics t = ord_statistics_of(e->ord);
    progress->conflicts = sat_statistics_of(e->solver)->conflicts;
    return solver_work(e->clauses) + t.searched + t.unit_searched;
}

static void count(const engine_run *run, const model *model, const encoding *e)
{
    sat_statistics sat = *sat_statistics_of(e->solver);
    ord_statistics ord = ord_statistics_of(e->ord);
    deepen_count(run, model, "conflicts", "conflicts", sat.conflicts);
    deepen_count(run, model, "decisions", "decisions", sat.decisions);
    deepen_count(run, model, "propagations", "propagations", sat.propagations);
    deepen_count(run, model, "restarts", "restarts", sat.restarts);
    deepen_count(run, model, "learned", "learned clauses", sat.learned);
#define COUNT(name, description) deepen_count(run, model, "ord_" #name, description, ord.name);
    ORD_STATISTICS(COUNT)
#undef COUNT
    deepen_count_axioms(run, model, e);
}

void ord_engine_run(const engine_run *run)
{
    deepen_run(run, &(deepen_way){.encode = encode, .work = work, .count = count});
}
