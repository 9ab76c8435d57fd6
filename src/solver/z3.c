#include "solver/z3.h"

#include <limits.h>
#include <string.h>
#include <z3.h>

#include "base/alloc.h"
#include "base/vec.h"

/* Conflicts in a slice. */
enum { SLICE_CONFLICTS = 300, STEP_WORK = 10 };

typedef struct z3 {
    Z3_context context;
    Z3_solver inside;
    Z3_params params;
    Z3_symbol max_conflicts;
    Z3_model model;       /* after SAT_SATISFIABLE, until something is added */
    VEC(Z3_ast) positive; /* by variable - 1 */
    VEC(Z3_ast) negative; /* the same */
    VEC(Z3_ast) integers;
    VEC(Z3_ast) assumed;
    VEC(Z3_ast) core;      /* after SAT_UNSATISFIABLE */
    VEC(Z3_ast) disjuncts; /* of the clause that is being added */
    uint64_t steps, solves, clauses, slices;
    bool (*terminate)(void *state);
    void *terminate_state;
} z3;

/* Keeps it until `context` is deleted, or for as long as it is in one of the lists. */
static Z3_ast keep(z3 *z, Z3_ast ast)
{
    Z3_inc_ref(z->context, ast);
    return ast;
}

static void *create(void)
{
    z3 *z = alloc_zeroed(1, sizeof *z);
    Z3_config config = Z3_mk_config();
    Z3_set_param_value(config, "model", "true");
    z->context = Z3_mk_context_rc(config);
    Z3_del_config(config);
    Z3_set_error_handler(z->context, NULL);
    z->inside = Z3_mk_solver_for_logic(z->context, Z3_mk_string_symbol(z->context, "QF_IDL"));
    Z3_solver_inc_ref(z->context, z->inside);
    z->params = Z3_mk_params(z->context);
    Z3_params_inc_ref(z->context, z->params);
    z->max_conflicts = Z3_mk_string_symbol(z->context, "max_conflicts");
    Z3_solver_push(z->context, z->inside); /* so that it is its incremental solver, from the start */
    return z;
}

static void forget_answer(z3 *z)
{
    if (z->model)
        Z3_model_dec_ref(z->context, z->model);
    z->model = NULL;
    z->core.size = 0;
}

static void destroy(void *self)
{
    z3 *z = self;
    forget_answer(z);
    Z3_params_dec_ref(z->context, z->params);
    Z3_solver_dec_ref(z->context, z->inside);
    Z3_del_context(z->context);
    vec_clear(&z->positive);
    vec_clear(&z->negative);
    vec_clear(&z->integers);
    vec_clear(&z->assumed);
    vec_clear(&z->core);
    vec_clear(&z->disjuncts);
    free(z);
}

/* ---- the problem ---- */

static int new_var(void *self)
{
    z3 *z = self;
    assert(z->positive.size < INT_MAX);
    Z3_symbol name = Z3_mk_int_symbol(z->context, (int)z->positive.size);
    Z3_ast variable = keep(z, Z3_mk_const(z->context, name, Z3_mk_bool_sort(z->context)));
    vec_push(&z->positive, variable);
    vec_push(&z->negative, keep(z, Z3_mk_not(z->context, variable)));
    return (int)z->positive.size;
}

static int var_count(const void *self)
{
    const z3 *z = self;
    return (int)z->positive.size;
}

static Z3_ast ast_of(const z3 *z, int literal)
{
    return literal > 0 ? z->positive.data[literal - 1] : z->negative.data[-literal - 1];
}

static void add_disjunction(z3 *z)
{
    Z3_ast clause = keep(z, Z3_mk_or(z->context, z->disjuncts.size, z->disjuncts.data));
    Z3_solver_assert(z->context, z->inside, clause);
    Z3_dec_ref(z->context, clause);
    z->clauses++;
    z->disjuncts.size = 0;
    forget_answer(z);
}

static void add_clause(void *self, const int *literals, unsigned count)
{
    z3 *z = self;
    for (unsigned i = 0; i < count; i++)
        vec_push(&z->disjuncts, ast_of(z, literals[i]));
    add_disjunction(z);
}

static z3 *inside_of(const solver *s)
{
    assert(solver_kind_of(s) == &SOLVER_Z3);
    return solver_self(s);
}

uint32_t solver_z3_new_integer(solver *s)
{
    z3 *z = inside_of(s);
    /* Other numbers than those of variables, which are not negative. */
    char name[16];
    snprintf(name, sizeof name, "c%u", z->integers.size);
    Z3_sort sort = Z3_mk_int_sort(z->context);
    vec_push(&z->integers, keep(z, Z3_mk_const(z->context, Z3_mk_string_symbol(z->context, name), sort)));
    return z->integers.size - 1;
}

void solver_z3_add_less(solver *s, int literal, uint32_t first, uint32_t second)
{
    z3 *z = inside_of(s);
    assert(first < z->integers.size && second < z->integers.size);
    Z3_ast less = keep(z, Z3_mk_lt(z->context, z->integers.data[first], z->integers.data[second]));
    vec_push(&z->disjuncts, ast_of(z, -literal));
    vec_push(&z->disjuncts, less);
    add_disjunction(z);
    Z3_dec_ref(z->context, less);
}

static void assume(void *self, int literal)
{
    z3 *z = self;
    vec_push(&z->assumed, ast_of(z, literal));
    forget_answer(z);
}

/* ---- solving ---- */

static uint32_t statistic(const z3 *z, const char *name)
{
    Z3_stats stats = Z3_solver_get_statistics(z->context, z->inside);
    uint32_t value = 0;
    Z3_stats_inc_ref(z->context, stats);
    for (unsigned i = 0; i < Z3_stats_size(z->context, stats); i++)
        if (strcmp(Z3_stats_get_key(z->context, stats, i), name) == 0 && Z3_stats_is_uint(z->context, stats, i))
            value = Z3_stats_get_uint_value(z->context, stats, i);
    Z3_stats_dec_ref(z->context, stats);
    return value;
}

/* It is stopped by conflicts and by nothing else: stopped where it prepares a problem, Z3 4.8 forgets parts of it. So
 * it decides all of this logic, and a slice that has had fewer conflicts has ended for a reason that will not go away.
 */
static Z3_lbool solve_slice(z3 *z, uint32_t conflicts, bool *goes_on)
{
    uint32_t before = statistic(z, "conflicts");
    Z3_params_set_uint(z->context, z->params, z->max_conflicts, conflicts);
    Z3_solver_set_params(z->context, z->inside, z->params);
    Z3_lbool answer = Z3_solver_check_assumptions(z->context, z->inside, z->assumed.size, z->assumed.data);
    z->slices++;
    z->steps = statistic(z, "propagations") + statistic(z, "binary propagations") + statistic(z, "decisions");
    *goes_on = answer == Z3_L_UNDEF && statistic(z, "conflicts") - before >= conflicts;
    return answer;
}

/* With a limit of conflicts, the last slice has what is left of them. */
static Z3_lbool solve_slices(z3 *z, uint64_t conflicts)
{
    for (;;) {
        uint32_t most = conflicts < SLICE_CONFLICTS ? (uint32_t)conflicts : SLICE_CONFLICTS;
        bool goes_on;
        Z3_lbool answer = solve_slice(z, most, &goes_on);
        conflicts -= most;
        if (!goes_on || conflicts == 0 || (z->terminate && z->terminate(z->terminate_state)))
            return answer;
    }
}

static void note_core(z3 *z)
{
    Z3_ast_vector core = Z3_solver_get_unsat_core(z->context, z->inside);
    Z3_ast_vector_inc_ref(z->context, core);
    /* They are assumptions, which are kept. */
    for (unsigned i = 0; i < Z3_ast_vector_size(z->context, core); i++)
        vec_push(&z->core, Z3_ast_vector_get(z->context, core, i));
    Z3_ast_vector_dec_ref(z->context, core);
}

static sat_result solve(void *self, int64_t conflicts)
{
    z3 *z = self;
    forget_answer(z);
    Z3_lbool answer = solve_slices(z, conflicts >= 0 ? (uint64_t)conflicts : UINT64_MAX);
    z->solves++;
    z->assumed.size = 0;
    if (answer == Z3_L_TRUE) {
        z->model = Z3_solver_get_model(z->context, z->inside);
        Z3_model_inc_ref(z->context, z->model);
        return SAT_SATISFIABLE;
    }
    if (answer == Z3_L_FALSE)
        note_core(z);
    return answer == Z3_L_FALSE ? SAT_UNSATISFIABLE : SAT_UNKNOWN;
}

static int value(const void *self, int literal)
{
    const z3 *z = self;
    Z3_ast result = NULL;
    assert(z->model);
    bool is_known = Z3_model_eval(z->context, z->model, z->positive.data[abs(literal) - 1], true, &result);
    assert(is_known);
    bool is_true = is_known && Z3_get_bool_value(z->context, result) == Z3_L_TRUE;
    return is_true == (literal > 0) ? 1 : -1;
}

static bool failed(const void *self, int literal)
{
    const z3 *z = self;
    for (uint32_t i = 0; i < z->core.size; i++)
        if (z->core.data[i] == ast_of(z, literal))
            return true;
    return false;
}

static void set_terminate(void *self, void *state, bool (*terminate)(void *state))
{
    z3 *z = self;
    z->terminate = terminate;
    z->terminate_state = state;
}

static uint64_t work(const void *self)
{
    const z3 *z = self;
    return z->steps * STEP_WORK;
}

static void count(const void *self, counters *list)
{
    const z3 *z = self;
    counters_add(list, "solves", "calls of the solver", z->solves);
    counters_add(list, "variables", "variables", z->positive.size);
    counters_add(list, "clauses", "clauses added", z->clauses);
    counters_add(list, "conflicts", "conflicts", statistic(z, "conflicts"));
    counters_add(list, "decisions", "decisions", statistic(z, "decisions"));
    counters_add(list, "slices", "times that it asked whether to go on", z->slices);
}

const solver_kind SOLVER_Z3 = {
    .name = "z3",
    .text = "Z3, with differences of integers",
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
