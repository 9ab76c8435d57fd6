#include "solver/own.h"

static void *create(void)
{
    return sat_new();
}

static void destroy(void *self)
{
    sat_free(self);
}

static int new_var(void *self)
{
    return sat_new_var(self);
}

static int var_count(const void *self)
{
    return sat_var_count(self);
}

static void add_clause(void *self, const int *literals, unsigned count)
{
    sat_add_clause(self, literals, count);
}

static void assume(void *self, int literal)
{
    sat_assume(self, literal);
}

static sat_result solve(void *self, int64_t conflicts)
{
    sat_limit_conflicts(self, conflicts);
    return sat_solve(self);
}

static int value(const void *self, int literal)
{
    return sat_value(self, literal);
}

static bool failed(const void *self, int literal)
{
    return sat_failed(self, literal);
}

static void set_terminate(void *self, void *state, bool (*terminate)(void *state))
{
    sat_set_terminate(self, state, terminate);
}

static void count(const void *self, counters *list)
{
    const sat_statistics *stats = sat_statistics_of(self);
#define ADD_STATISTIC(name, description) counters_add(list, #name, description, stats->name);
    SAT_STATISTICS(ADD_STATISTIC)
#undef ADD_STATISTIC
}

static uint64_t work(const void *self)
{
    const sat_statistics *stats = sat_statistics_of(self);
    uint64_t simplifying = stats->eliminate_ticks + stats->walk_ticks;
    return 3 * (stats->search_ticks + stats->probe_ticks) + simplifying + 1200 * stats->conflicts;
}

const solver_kind SOLVER_OWN = {
    .name = "own",
    .text = "Heddle's own: CDCL with theories and proofs",
    .writes_proofs = true,
    .create = create,
    .destroy = destroy,
    .new_var = new_var,
    .var_count = var_count,
    .add_clause = add_clause,
    .assume = assume,
    .solve = solve,
    .value = value,
    .failed = failed,
    .set_terminate = set_terminate,
    .work = work,
    .count = count,
};
