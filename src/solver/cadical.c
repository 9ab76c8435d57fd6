#include "solver/cadical.h"

#include <ccadical.h>
#include <limits.h>

#include "base/alloc.h"

typedef struct cadical {
    CCaDiCaL *inside;
    int variables; /* CaDiCaL itself knows only those that were mentioned */
    int answer;    /* of the last solve, until something is added: values and failed assumptions last as long */
    uint64_t solves, clauses, literals;
    bool (*terminate)(void *state);
    void *terminate_state;
    uint64_t asked; /* how often it has asked whether to go on */
} cadical;

static void *create(void)
{
    cadical *c = alloc_zeroed(1, sizeof *c);
    c->inside = ccadical_init();
    ccadical_set_option(c->inside, "quiet", 1);
    return c;
}

static void destroy(void *self)
{
    cadical *c = self;
    ccadical_release(c->inside);
    free(c);
}

static int new_var(void *self)
{
    cadical *c = self;
    assert(c->variables < INT_MAX);
    return ++c->variables;
}

static int var_count(const void *self)
{
    const cadical *c = self;
    return c->variables;
}

static void add_clause(void *self, const int *literals, unsigned count)
{
    cadical *c = self;
    for (unsigned i = 0; i < count; i++)
        ccadical_add(c->inside, literals[i]);
    ccadical_add(c->inside, 0);
    c->answer = 0;
    c->clauses++;
    c->literals += count;
}

static void assume(void *self, int literal)
{
    cadical *c = self;
    ccadical_assume(c->inside, literal);
    c->answer = 0;
}

static sat_result solve(void *self, int64_t conflicts)
{
    cadical *c = self;
    c->solves++;
    /* A limit holds for the next call only. */
    if (conflicts >= 0)
        ccadical_limit(c->inside, "conflicts", conflicts < INT_MAX ? (int)conflicts : INT_MAX);
    c->answer = ccadical_solve(c->inside);
    assert(c->answer == SAT_UNKNOWN || c->answer == SAT_SATISFIABLE || c->answer == SAT_UNSATISFIABLE);
    return (sat_result)c->answer;
}

static int value(const void *self, int literal)
{
    const cadical *c = self;
    assert(c->answer == SAT_SATISFIABLE);
    /* What the sign means for a negative literal is not the same in all versions. */
    bool is_true = ccadical_val(c->inside, abs(literal)) > 0;
    return is_true == (literal > 0) ? 1 : -1;
}

static bool failed(const void *self, int literal)
{
    const cadical *c = self;
    assert(c->answer == SAT_UNSATISFIABLE);
    return ccadical_failed(c->inside, literal) != 0;
}

static int on_terminate(void *self)
{
    cadical *c = self;
    c->asked++;
    return c->terminate(c->terminate_state);
}

static void set_terminate(void *self, void *state, bool (*terminate)(void *state))
{
    cadical *c = self;
    c->terminate = terminate;
    c->terminate_state = state;
    ccadical_set_terminate(c->inside, c, terminate ? on_terminate : NULL);
}

/* CaDiCaL does not say what it does, but asks whether it may go on after every so many steps of its search. */
static uint64_t work(const void *self)
{
    enum { STEPS_WORK = 3000 };
    const cadical *c = self;
    return c->asked * STEPS_WORK;
}

/* What it counts in its search, CaDiCaL only prints. */
static void count(const void *self, counters *list)
{
    const cadical *c = self;
    counters_add(list, "solves", "calls of the solver", c->solves);
    counters_add(list, "variables", "variables", (uint64_t)c->variables);
    counters_add(list, "clauses", "clauses added", c->clauses);
    counters_add(list, "literals", "literals in these", c->literals);
    counters_add(list, "active", "variables neither fixed nor eliminated", (uint64_t)ccadical_active(c->inside));
    counters_add(list, "irredundant", "clauses that are not learned, now", (uint64_t)ccadical_irredundant(c->inside));
}

const solver_kind SOLVER_CADICAL = {
    .name = "cadical",
    .text = "CaDiCaL",
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
