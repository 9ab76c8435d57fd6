/* The solver's interface, call by call. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "sat/circuit.h"
#include "sat/drat_check.h"
#include "sat/sat.h"

#define ADD(solver, ...) sat_add_clause((solver), (int[]){__VA_ARGS__}, sizeof((int[]){__VA_ARGS__}) / sizeof(int))

/* Pigeons in holes: hard enough to reach every part of the solver. */
static void add_pigeons(sat_solver *s, int pigeons, int holes)
{
    for (int p = 0; p < pigeons; p++) {
        for (int h = 0; h < holes; h++)
            sat_add(s, p * holes + h + 1);
        sat_add(s, 0);
    }
    for (int h = 1; h <= holes; h++)
        for (int p = 0; p < pigeons; p++)
            for (int q = 0; q < p; q++)
                ADD(s, -(p * holes + h), -(q * holes + h));
}

static void empty_formula_is_satisfiable(void **state)
{
    (void)state;
    sat_solver *s = sat_new();
    assert_int_equal(sat_solve(s), SAT_SATISFIABLE);
    sat_add(s, 0);
    assert_int_equal(sat_solve(s), SAT_UNSATISFIABLE);
    assert_int_equal(sat_solve(s), SAT_UNSATISFIABLE);
    sat_free(s);
    sat_free(NULL);
}

static void values_follow_the_clauses(void **state)
{
    (void)state;
    sat_solver *s = sat_new();
    int a = sat_new_var(s), b = sat_new_var(s), c = sat_new_var(s);
    ADD(s, a, b);
    ADD(s, -a, c);
    ADD(s, -c);
    ADD(s, b, -b);
    assert_int_equal(sat_solve(s), SAT_SATISFIABLE);
    assert_int_equal(sat_value(s, a), -1);
    assert_int_equal(sat_value(s, -a), 1);
    assert_int_equal(sat_value(s, b), 1);
    assert_int_equal(sat_fixed(s, b), 1);
    assert_int_equal(sat_fixed(s, -b), -1);
    assert_int_equal(sat_var_count(s), 3);
    sat_free(s);
}

static void assumptions_hold_once_and_fail_with_a_core(void **state)
{
    (void)state;
    sat_solver *s = sat_new();
    ADD(s, -1, 2);
    ADD(s, -2, -3);
    sat_assume(s, 4);
    sat_assume(s, 1);
    sat_assume(s, 3);
    assert_int_equal(sat_solve(s), SAT_UNSATISFIABLE);
    assert_true(sat_failed(s, 1) && sat_failed(s, 3) && !sat_failed(s, 4));
    assert_int_equal(sat_solve(s), SAT_SATISFIABLE);
    sat_assume(s, 5);
    sat_assume(s, -5);
    assert_int_equal(sat_solve(s), SAT_UNSATISFIABLE);
    assert_true(sat_failed(s, 5) && sat_failed(s, -5));
    sat_free(s);
}

static bool stop_at_once(void *state)
{
    ++*(int *)state;
    return true;
}

static void limits_stop_the_search(void **state)
{
    (void)state;
    sat_solver *s = sat_new();
    add_pigeons(s, 12, 11);
    sat_limit_conflicts(s, 100);
    assert_int_equal(sat_solve(s), SAT_UNKNOWN);
    sat_limit_conflicts(s, -1);
    sat_limit_seconds(s, 0.05);
    assert_int_equal(sat_solve(s), SAT_UNKNOWN);
    sat_limit_seconds(s, -1);
    int asked = 0;
    sat_set_terminate(s, &asked, stop_at_once);
    assert_int_equal(sat_solve(s), SAT_UNKNOWN);
    assert_true(asked > 0);
    sat_free(s);
}

/* Mentioning a variable creates it and those below it, in every call. */
static void variables_appear_when_mentioned(void **state)
{
    (void)state;
    sat_solver *s = sat_new();
    sat_freeze(s, -100);
    assert_int_equal(sat_var_count(s), 100);
    sat_prefer(s, 1000, -1);
    sat_assume(s, 10000);
    sat_observe(s, 100000);
    ADD(s, -100, 200000);
    sat_thaw(s, 100);
    assert_int_equal(sat_fixed(s, 300000), 0);
    assert_int_equal(sat_var_count(s), 200000);
    assert_int_equal(sat_solve(s), SAT_SATISFIABLE);
    assert_int_equal(sat_value(s, 1000), -1);
    assert_int_equal(sat_value(s, 10000), 1);
    sat_free(s);
}

static void options_are_set_by_name_and_range(void **state)
{
    (void)state;
    sat_solver *s = sat_new();
    assert_true(sat_set_option(s, "eliminate", 0));
    assert_false(sat_set_option(s, "eliminate", 2));
    assert_false(sat_set_option(s, "no such option", 0));
    sat_free(s);
}

static void preferred_values_are_tried_first(void **state)
{
    (void)state;
    sat_solver *s = sat_new();
    ADD(s, 1, 2, 3);
    for (int v = 1; v <= 3; v++)
        sat_prefer(s, v, v == 2 ? 1 : -1);
    assert_int_equal(sat_solve(s), SAT_SATISFIABLE);
    assert_int_equal(sat_value(s, 1), -1);
    assert_int_equal(sat_value(s, 2), 1);
    assert_int_equal(sat_value(s, 3), -1);
    sat_free(s);
}

/* Each technique on and off, in text and binary, with a proof that must be accepted. */
static void refutations_come_with_proofs(void **state)
{
    (void)state;
    static const char *const without[] = {"seed",       "eliminate", "subsume", "probe", "vivify",
                                          "substitute", "gates",     "stable",  "walk",  "binary_strengthen"};
    for (unsigned i = 0; i < 2 * sizeof without / sizeof *without; i++) {
        bool binary = i % 2;
        cnf f = {0};
        int a[8], b[8], p[16], q[16];
        word_new(&f, a, 4);
        word_new(&f, b, 4);
        word_multiply(&f, p, a, 4, b, 4);
        word_multiply(&f, q, b, 4, a, 4);
        CLAUSE(&f, -word_equal(&f, p, q, 8));
        sat_solver *s = sat_new();
        drat_checker *checker = drat_new();
        char *bytes;
        size_t size;
        FILE *proof = open_memstream(&bytes, &size);
        sat_proof_start(s, proof, binary);
        assert_true(sat_set_option(s, without[i / 2], 0));
        sat_set_option(s, "eliminate_interval", 50);
        sat_set_option(s, "probe_interval", 50);
        for (unsigned at = 0, start = 0; at < f.literals.size; at++) {
            sat_add(s, f.literals.data[at]);
            if (f.literals.data[at])
                continue;
            drat_add_axiom(checker, f.literals.data + start, at - start);
            start = at + 1;
        }
        assert_int_equal(sat_solve(s), SAT_UNSATISFIABLE);
        fclose(proof);
        unsigned long line;
        const char *error = (binary ? drat_check_binary : drat_check_text)(checker, bytes, size, NULL, NULL, &line);
        if (error)
            fail_msg("without %s, line %lu: %s", without[i / 2], line, error);
        assert_true(drat_refuted(checker));
        free(bytes);
        drat_free(checker);
        sat_free(s);
        problem_clear(&f);
    }
}

static void options_are_printed(void **state)
{
    (void)state;
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    sat_print_options(out);
    fclose(out);
    assert_non_null(strstr(text, "eliminate_interval"));
    free(text);
}

/* A variable that was eliminated can be used again in clauses and assumptions. */
static void eliminated_variables_come_back(void **state)
{
    (void)state;
    sat_solver *s = sat_new();
    sat_set_option(s, "eliminate_interval", 1);
    sat_set_option(s, "probe_interval", 1);
    cnf f = {0};
    int a[8], b[8], sum[8];
    int zero = -gate_true(&f);
    word_new(&f, a, 6);
    word_new(&f, b, 6);
    word_multiply(&f, sum, a, 4, b, 4);
    word_add(&f, sum, sum, b, 6, zero);
    for (unsigned i = 0; i < f.literals.size; i++)
        sat_add(s, f.literals.data[i]);
    for (unsigned value = 0; value < 64; value++) {
        for (unsigned i = 0; i < 6; i++)
            sat_assume(s, value >> i & 1 ? sum[i] : -sum[i]);
        for (unsigned i = 0; i < 4; i++)
            sat_assume(s, i == 0 ? a[i] : -a[i]);
        bool possible = false;
        for (unsigned low = 0; low < 16; low++)
            for (unsigned high = 0; high < 4; high++)
                possible |= ((low + low + (high << 4)) & 63) == value;
        assert_int_equal(sat_solve(s), possible ? SAT_SATISFIABLE : SAT_UNSATISFIABLE);
    }
    sat_free(s);
    problem_clear(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(empty_formula_is_satisfiable),
        cmocka_unit_test(values_follow_the_clauses),
        cmocka_unit_test(assumptions_hold_once_and_fail_with_a_core),
        cmocka_unit_test(limits_stop_the_search),
        cmocka_unit_test(variables_appear_when_mentioned),
        cmocka_unit_test(options_are_set_by_name_and_range),
        cmocka_unit_test(preferred_values_are_tried_first),
        cmocka_unit_test(refutations_come_with_proofs),
        cmocka_unit_test(options_are_printed),
        cmocka_unit_test(eliminated_variables_come_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
