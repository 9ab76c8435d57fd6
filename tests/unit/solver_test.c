/* The solvers behind their common interface: each by itself, and all of them on the same random calls. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "sat/random_clauses.h"
#include "solver/dimacs.h"
#include "solver/own.h"

/* ---- each ---- */

static void solvers_are_found_by_name(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < solver_kind_count(); i++)
        assert_ptr_equal(solver_find(SOLVER_KINDS[i]->name), SOLVER_KINDS[i]);
    assert_null(solver_find("none"));
    assert_null(solver_find(""));
    assert_ptr_equal(SOLVER_KINDS[0], &SOLVER_OWN);
}

static void only_the_own_solver_can_be_had_itself(void **state)
{
    solver *s = solver_new(*state);
    assert_ptr_equal(solver_kind_of(s), *state);
    assert_int_equal(solver_own(s) != NULL, *state == &SOLVER_OWN);
    solver_free(s);
    solver_free(NULL);
}

static void answers_follow_the_clauses(void **state)
{
    solver *s = solver_new(*state);
    int a = solver_new_var(s), b = solver_new_var(s), unused = solver_new_var(s);
    assert_int_equal(solver_var_count(s), 3);
    assert_int_equal(solver_solve(s, SOLVER_NO_LIMIT), SAT_SATISFIABLE);
    solver_add_clause(s, (int[]){a, b}, 2);
    solver_assume(s, -a);
    assert_int_equal(solver_solve(s, SOLVER_NO_LIMIT), SAT_SATISFIABLE);
    assert_int_equal(solver_value(s, a), -1);
    assert_int_equal(solver_value(s, -a), 1);
    assert_int_equal(solver_value(s, b), 1);
    assert_int_equal(solver_value(s, unused), -solver_value(s, -unused));
    solver_assume(s, unused);
    solver_assume(s, -a);
    solver_assume(s, -b);
    assert_int_equal(solver_solve(s, SOLVER_NO_LIMIT), SAT_UNSATISFIABLE);
    assert_true(solver_failed(s, -a) && solver_failed(s, -b) && !solver_failed(s, unused));
    assert_int_equal(solver_solve(s, SOLVER_NO_LIMIT), SAT_SATISFIABLE);
    solver_add_clause(s, NULL, 0);
    assert_int_equal(solver_solve(s, SOLVER_NO_LIMIT), SAT_UNSATISFIABLE);
    solver_free(s);
}

/* Pigeons in too few holes: takes long. */
static void add_pigeons(solver *s, int holes)
{
    while (solver_var_count(s) < (holes + 1) * holes)
        solver_new_var(s);
    for (int p = 0; p <= holes; p++) {
        random_ints some = {0};
        for (int h = 1; h <= holes; h++)
            vec_push(&some, p * holes + h);
        solver_add_clause(s, some.data, some.size);
        vec_clear(&some);
        for (int q = 0; q < p; q++)
            for (int h = 1; h <= holes; h++)
                solver_add_clause(s, (int[]){-(p * holes + h), -(q * holes + h)}, 2);
    }
}

static bool is_asked_often(void *asked)
{
    return ++*(int *)asked > 3;
}

static bool is_never(void *state)
{
    (void)state;
    return false;
}

static void limits_stop_the_search(void **state)
{
    solver *s = solver_new(*state);
    int asked = 0;
    add_pigeons(s, 12);
    assert_int_equal(solver_solve(s, 10), SAT_UNKNOWN);
    solver_set_terminate(s, &asked, is_asked_often);
    assert_int_equal(solver_solve(s, SOLVER_NO_LIMIT), SAT_UNKNOWN);
    assert_true(asked > 3);
    solver_set_terminate(s, NULL, is_never);
    assert_int_equal(solver_solve(s, 100), SAT_UNKNOWN);
    solver_set_terminate(s, NULL, NULL);
    solver_add_clause(s, (int[]){-1}, 1);
    solver_add_clause(s, (int[]){1}, 1);
    assert_int_equal(solver_solve(s, SOLVER_NO_LIMIT), SAT_UNSATISFIABLE);
    solver_free(s);
}

static void what_is_counted_has_names(void **state)
{
    solver *s = solver_new(*state);
    counters list = {0};
    bool has_solves = false;
    solver_solve(s, SOLVER_NO_LIMIT);
    solver_count(s, &list);
    for (uint32_t i = 0; i < list.size; i++) {
        assert_true(*list.data[i].name && *list.data[i].text);
        has_solves |= strcmp(list.data[i].name, "solves") == 0 && list.data[i].value == 1;
    }
    assert_true(has_solves);
    vec_clear(&list);
    solver_free(s);
}

typedef struct dimacs_case {
    const char *text, *error;
    unsigned long line;
    int result;
} dimacs_case;

static const dimacs_case dimacs_cases[] = {
    {"p cnf 0 0\n", NULL, 0, SAT_SATISFIABLE},
    {"c comment\np cnf 2 2\n1 2 0\n-1 0\n", NULL, 0, SAT_SATISFIABLE},
    {"p cnf 2 3\n1 2 0 -1\n0\nc in between\n-2 0\n%\n0\n", NULL, 0, SAT_UNSATISFIABLE},
    {"p  cnf   1\t1\n0\n", NULL, 0, SAT_UNSATISFIABLE},
    {"", "expected a header `p cnf VARIABLES CLAUSES`", 1, 0},
    {"1 2 0\n", "expected a header `p cnf VARIABLES CLAUSES`", 1, 0},
    {"p cnf x 1\n", "expected the number of variables", 1, 0},
    {"p cnf 1 -1\n", "expected the number of clauses", 1, 0},
    {"p cnf 1 1\n\n2 0\n", "this variable is above the number in the header", 3, 0},
    {"p cnf 1 1\n1 0\n-1 0\n", "more clauses than the header says", 3, 0},
    {"p cnf 1 2\n1 0\n", "fewer clauses than the header says", 3, 0},
    {"p cnf 1 1\n1\n", "the last clause lacks its final 0", 3, 0},
    {"p cnf 1 1\n1x 0\n", "expected a literal", 2, 0},
    {"p cnf 1 1\n99999999999 0\n", "expected a literal", 2, 0},
};

static void dimacs_files_are_read_or_refused(void **state)
{
    const solver_kind *kind = *state;
    for (unsigned i = 0; i < sizeof dimacs_cases / sizeof *dimacs_cases; i++) {
        const dimacs_case *c = &dimacs_cases[i];
        solver *s = solver_new(kind);
        FILE *in = fmemopen((void *)(uintptr_t)(*c->text ? c->text : "\n"), *c->text ? strlen(c->text) : 1, "r");
        unsigned long line;
        const char *error = dimacs_read(s, in, &line);
        fclose(in);
        if (c->error) {
            assert_non_null(error);
            assert_string_equal(error, c->error);
            if (*c->text)
                assert_int_equal(line, c->line);
        } else {
            assert_null(error);
            assert_int_equal(solver_solve(s, SOLVER_NO_LIMIT), c->result);
        }
        solver_free(s);
    }
}

static void results_are_written_as_in_competitions(void **state)
{
    solver *s = solver_new(*state);
    int a = solver_new_var(s), b = solver_new_var(s);
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    solver_add_clause(s, (int[]){a}, 1);
    solver_add_clause(s, (int[]){-b}, 1);
    dimacs_write_result(s, solver_solve(s, SOLVER_NO_LIMIT), out);
    dimacs_write_result(s, SAT_UNKNOWN, out);
    dimacs_write_result(s, SAT_UNSATISFIABLE, out);
    fclose(out);
    assert_string_equal(text, "s SATISFIABLE\nv 1 -2 0\ns UNKNOWN\ns UNSATISFIABLE\n");
    free(text);
    solver_free(s);
}

/* ---- together ---- */

/* Z3, the last one, is slow to begin with: it takes part in some of the instances. */
enum { INSTANCES = 1500, ROUNDS = 6, MOST_KINDS = 8, PART_FOR_Z3 = 15 };

typedef struct run {
    random_clauses input;
    solver *solvers[MOST_KINDS];
    uint32_t kinds; /* that take part, from the first on */
    random_ints assumptions;
    uint32_t answers[2]; /* satisfiable, unsatisfiable */
} run;

static void add_to_all(void *state, const int *literals, unsigned count)
{
    const run *r = state;
    for (uint32_t k = 0; k < r->kinds; k++)
        solver_add_clause(r->solvers[k], literals, count);
}

static void add_variables(run *r, unsigned count)
{
    while (count-- > 0) {
        int variable = solver_new_var(r->solvers[0]);
        for (uint32_t k = 1; k < r->kinds; k++)
            assert_int_equal(solver_new_var(r->solvers[k]), variable);
        vec_push(&r->input.variables, variable);
    }
}

static int value_in(const void *s, int literal)
{
    return solver_value(s, literal);
}

static sat_result solve_under(solver *s, const random_ints *assumptions)
{
    for (uint32_t i = 0; i < assumptions->size; i++)
        solver_assume(s, assumptions->data[i]);
    return solver_solve(s, SOLVER_NO_LIMIT);
}

static void check_model(const run *r, const solver *s)
{
    assert_true(random_clauses_hold(&r->input, value_in, s));
    for (uint32_t i = 0; i < r->assumptions.size; i++)
        assert_int_equal(solver_value(s, r->assumptions.data[i]), 1);
}

/* What one solver says has failed, the others refute as well. */
static void check_core(const run *r, uint32_t of)
{
    random_ints core = {0};
    for (uint32_t i = 0; i < r->assumptions.size; i++)
        if (solver_failed(r->solvers[of], r->assumptions.data[i]))
            vec_push(&core, r->assumptions.data[i]);
    for (uint32_t k = 0; k < r->kinds; k++)
        if (k != of)
            assert_int_equal(solve_under(r->solvers[k], &core), SAT_UNSATISFIABLE);
    vec_clear(&core);
}

static void solve_with_all(run *r)
{
    r->assumptions.size = 0;
    for (unsigned i = random_clauses_below(&r->input, 5); i-- > 0;)
        vec_push(&r->assumptions, random_clauses_literal(&r->input));
    /* Being stopped must not change any later answer. */
    if (random_clauses_one_in(&r->input, 4))
        for (uint32_t k = 0; k < r->kinds; k++)
            solver_solve(r->solvers[k], (int64_t)random_clauses_below(&r->input, 5));
    sat_result first = SAT_UNKNOWN;
    for (uint32_t k = 0; k < r->kinds; k++) {
        sat_result result = solve_under(r->solvers[k], &r->assumptions);
        assert_int_not_equal(result, SAT_UNKNOWN);
        if (k == 0)
            first = result;
        assert_int_equal(result, first);
        if (result == SAT_SATISFIABLE)
            check_model(r, r->solvers[k]);
        else
            check_core(r, k);
    }
    r->answers[first == SAT_UNSATISFIABLE]++;
}

static void all_solvers_agree(void **state)
{
    (void)state;
    uint32_t answers[2] = {0};
    assert_true(solver_kind_count() <= MOST_KINDS);
    for (uint64_t seed = 0; seed < INSTANCES; seed++) {
        run r = {.input = {.random = random_seeded(seed), .rarity = 8, .context = &r, .add = add_to_all}};
        r.kinds = solver_kind_count() - (seed % PART_FOR_Z3 != 0);
        for (uint32_t k = 0; k < r.kinds; k++)
            r.solvers[k] = solver_new(SOLVER_KINDS[k]);
        add_variables(&r, 5 + random_clauses_below(&r.input, 60));
        random_clauses_add_easy(&r.input, r.input.variables.size * (25 + random_clauses_below(&r.input, 15)) / 10);
        for (uint32_t round = 0; round < ROUNDS; round++) {
            solve_with_all(&r);
            add_variables(&r, random_clauses_below(&r.input, 3));
            random_clauses_add_easy(&r.input, random_clauses_below(&r.input, 12));
        }
        for (uint32_t k = 0; k < r.kinds; k++)
            solver_free(r.solvers[k]);
        for (int i = 0; i < 2; i++)
            answers[i] += r.answers[i];
        random_clauses_clear(&r.input);
        vec_clear(&r.assumptions);
    }
    assert_true(answers[0] > INSTANCES && answers[1] > INSTANCES);
}

int main(void)
{
    int failures = 0;
    for (uint32_t k = 0; k < solver_kind_count(); k++) {
        void *kind = (void *)(uintptr_t)SOLVER_KINDS[k];
        const struct CMUnitTest each[] = {
            cmocka_unit_test_prestate(only_the_own_solver_can_be_had_itself, kind),
            cmocka_unit_test_prestate(answers_follow_the_clauses, kind),
            cmocka_unit_test_prestate(limits_stop_the_search, kind),
            cmocka_unit_test_prestate(what_is_counted_has_names, kind),
            cmocka_unit_test_prestate(dimacs_files_are_read_or_refused, kind),
            cmocka_unit_test_prestate(results_are_written_as_in_competitions, kind),
        };
        failures += cmocka_run_group_tests_name(SOLVER_KINDS[k]->name, each, NULL, NULL);
    }
    const struct CMUnitTest together[] = {
        cmocka_unit_test(solvers_are_found_by_name),
        cmocka_unit_test(all_solvers_agree),
    };
    return failures + cmocka_run_group_tests(together, NULL, NULL);
}
