/* include/heddle.h: the SAT solver. */
#include "api/budget.h"
#include "api/program.h"
#include "api/text.h"
#include "base/alloc.h"
#include "solver/dimacs.h"
#include "solver/own.h"

struct heddle_solution {
    solver *solver;
    sat_result result;
    counters counted;
};

_Static_assert((int)HEDDLE_SATISFIABLE == (int)SAT_SATISFIABLE && (int)HEDDLE_UNDECIDED == (int)SAT_UNKNOWN &&
                   (int)HEDDLE_UNSATISFIABLE == (int)SAT_UNSATISFIABLE,
               "answers have the same numbers inside");

heddle_solver heddle_solver_at(size_t index)
{
    if (index >= solver_kind_count())
        return (heddle_solver){0};
    const solver_kind *kind = SOLVER_KINDS[index];
    return (heddle_solver){.name = kind->name, .help = kind->text, .writes_proofs = kind->writes_proofs};
}

static bool is_spent(void *limits)
{
    return budget_is_spent(limits);
}

/* NULL with a diagnostic. */
static const solver_kind *find_kind(const heddle_solve_options *o, diag *d)
{
    const solver_kind *kind = o->solver ? solver_find(o->solver) : SOLVER_KINDS[0];
    if (kind == NULL)
        diag_fail(d, STATUS_BAD_INPUT, "--solver: there is no solver `%s`", o->solver);
    else if (o->proof && !kind->writes_proofs)
        diag_fail(d, STATUS_BAD_INPUT, "--proof: the solver `%s` writes no proofs; use --solver own", kind->name);
    return d->status == STATUS_OK ? kind : NULL;
}

static bool read_problem(solver *s, FILE *problem, const heddle_solve_options *o, diag *d)
{
    unsigned long line;
    const char *wrong = dimacs_read(s, problem, &line);
    return wrong == NULL ||
           diag_fail(d, STATUS_BAD_INPUT, "%s:%lu: error: %s", o->name ? o->name : "the problem", line, wrong);
}

static heddle_solution *solve(const solver_kind *kind, FILE *problem, const heddle_solve_options *o, diag *d)
{
    heddle_budget own, *b = api_budget_choose(o->budget, &own, o->timeout, o->max_memory);
    heddle_solution *s = alloc_zeroed(1, sizeof *s);
    s->solver = solver_new(kind);
    solver_set_terminate(s->solver, &b->limits, is_spent);
    if (o->proof)
        sat_proof_start(solver_own(s->solver), o->proof, false);
    if (!read_problem(s->solver, problem, o, d)) {
        heddle_solution_free(s);
        return NULL;
    }
    s->result = is_spent(&b->limits) ? SAT_UNKNOWN : solver_solve(s->solver, SOLVER_NO_LIMIT);
    solver_set_terminate(s->solver, NULL, NULL);
    solver_count(s->solver, &s->counted);
    return s;
}

heddle_solution *heddle_solve(FILE *problem, const heddle_solve_options *options, heddle_error *error)
{
    static const heddle_solve_options DEFAULTS = {0};
    const heddle_solve_options *o = options ? options : &DEFAULTS;
    diag d = {0};
    const solver_kind *kind = find_kind(o, &d);
    heddle_solution *s = kind ? solve(kind, problem, o, &d) : NULL;
    if (s == NULL)
        api_take_error(&d, error);
    return s;
}

heddle_answer heddle_solution_answer(const heddle_solution *s)
{
    return (heddle_answer)s->result;
}

int heddle_solution_value(const heddle_solution *s, int variable)
{
    bool is_there = variable >= 1 && variable <= solver_var_count(s->solver);
    return s->result == SAT_SATISFIABLE && is_there ? solver_value(s->solver, variable) : 0;
}

char *heddle_solution_print(const heddle_solution *s)
{
    api_text text;
    dimacs_write_result(s->solver, s->result, api_text_begin(&text));
    return api_text_end(&text);
}

heddle_counter heddle_solution_counter(const heddle_solution *s, size_t index)
{
    if (index >= s->counted.size)
        return (heddle_counter){0};
    const counter *c = &s->counted.data[index];
    return (heddle_counter){.name = c->name, .text = c->text, .value = (double)c->value};
}

void heddle_solution_free(heddle_solution *s)
{
    if (s == NULL)
        return;
    solver_free(s->solver);
    vec_clear(&s->counted);
    free(s);
}
