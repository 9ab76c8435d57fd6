/* Terms: the rewriting is right (random expressions against schoolbook arithmetic), and strong where Heddle relies on
 * it (a table of equations).
 *
 *     term_test                 the suite
 *     term_test SEED COUNT      COUNT random expressions from SEED on, for soaking */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/clock.h"
#include "term/evaluate.h"
#include "term/term.h"
#include "term/walk.h"
#include "term_equations.h"
#include "term_random.h"

enum { SUITE_SEED = 1, SUITE_COUNT = 4000 };

/* ---- random expressions ---- */

enum { ASSIGNMENTS = 6 };

static void show_failure(const expression *e, uint32_t i, uint64_t seed)
{
    strbuf text = {0};
    term_print(e->table, e->terms[i], &text);
    print_error("seed %llu, step %u, operation %d on steps %u %u %u: %s\n", (unsigned long long)seed, i,
                (int)e->steps[i].op, e->steps[i].a, e->steps[i].b, e->steps[i].c, strbuf_text(&text));
    strbuf_clear(&text);
}

static void check_expression(expression *e, term_evaluation *evaluation, random_source *random, uint64_t seed)
{
    naive inputs[MOST_VARIABLES] = {{0}}, values[MOST_STEPS] = {{0}};
    term_evaluation_reset(evaluation);
    for (uint32_t i = 0; i < e->size; i++)
        if (e->steps[i].op == NAIVE_variable) {
            term_value value = naive_random_value(random, e->steps[i].c);
            inputs[e->steps[i].a] = naive_from(e->steps[i].c, value);
            term_evaluation_assign(evaluation, e->terms[i], value);
        }
    for (uint32_t i = 0; i < e->size; i++) {
        values[i] = run_step(e, values, i, inputs);
        term_value wanted = naive_to(&values[i]);
        bool is_right =
            term_width(e->table, e->terms[i]) == values[i].width && term_evaluate(evaluation, e->terms[i]) == wanted &&
            term_lower_bound(e->table, e->terms[i]) <= wanted && term_upper_bound(e->table, e->terms[i]) >= wanted;
        if (!is_right) {
            show_failure(e, i, seed);
            fail();
        }
    }
}

static void run_random_expressions(uint64_t seed, uint64_t count)
{
    enum { PER_TABLE = 64 };
    expression e = {.table = term_table_new()};
    for (uint64_t i = 0; i < count; i++) {
        if (i % PER_TABLE == 0) {
            term_table_free(e.table);
            e.table = term_table_new();
        }
        random_source random = random_seeded(seed + i);
        term_evaluation *evaluation = term_evaluation_new(e.table);
        make_expression(&e, &random);
        for (int assignment = 0; assignment < ASSIGNMENTS; assignment++)
            check_expression(&e, evaluation, &random, seed + i);
        term_evaluation_free(evaluation);
    }
    term_table_free(e.table);
}

static void random_expressions_keep_their_value(void **state)
{
    (void)state;
    run_random_expressions(SUITE_SEED, SUITE_COUNT);
}

/* ---- everything about small numbers ---- */

static term_value value_at(term_evaluation *evaluation, term x, term_value value, term a)
{
    term_evaluation_reset(evaluation);
    term_evaluation_assign(evaluation, x, value);
    return term_evaluate(evaluation, a);
}

static void operations_with_constants_keep_their_value(void **state)
{
    (void)state;
    for (uint32_t width = 1; width <= 5; width++) {
        term_table *table = term_table_new();
        term_evaluation *evaluation = term_evaluation_new(table);
        term x = term_variable(table, width, "x");
        for (uint64_t c = 0; c < UINT64_C(1) << width; c++)
            for (naive_op op = NAIVE_and; op < NAIVE_ite; op++) {
                term constant = term_constant(table, width, c);
                term right = naive_build_binary(table, op, x, constant),
                     left = naive_build_binary(table, op, constant, x);
                for (uint64_t v = 0; v < UINT64_C(1) << width; v++) {
                    naive a = naive_from(width, v), b = naive_from(width, c);
                    naive wanted_right = naive_binary(op, a, b), wanted_left = naive_binary(op, b, a);
                    assert_true(value_at(evaluation, x, v, right) == naive_to(&wanted_right));
                    assert_true(value_at(evaluation, x, v, left) == naive_to(&wanted_left));
                }
            }
        term_evaluation_free(evaluation);
        term_table_free(table);
    }
}

/* What wraps around before it is widened must not be mistaken for a sum that does not. */
static void widened_sums_keep_their_value(void **state)
{
    (void)state;
    enum { NARROW = 3, WIDE = 6 };
    const uint32_t narrow = (1u << NARROW) - 1, wide = (1u << WIDE) - 1;
    term_table *table = term_table_new();
    term_evaluation *evaluation = term_evaluation_new(table);
    term x = term_variable(table, NARROW, "x"), zero = term_constant(table, 1, 0);
    for (uint32_t k = 0; k <= narrow; k++)
        for (uint32_t c = 0; c <= wide; c++) {
            term sum = term_add(table, x, term_constant(table, NARROW, k)), constant = term_constant(table, WIDE, c);
            term plain = term_zext(table, sum, WIDE), shifted = term_zext(table, term_concat(table, sum, zero), WIDE);
            term built[] = {
                term_add(table, plain, constant),
                term_mul(table, plain, constant),
                term_add(table, shifted, constant),
                term_mul(table, shifted, constant),
                term_eq(table, plain, constant),
                term_eq(table, shifted, constant),
                term_ult(table, plain, constant),
                term_ult(table, constant, shifted),
                term_add(table, term_mul(table, plain, constant), shifted),
                term_add(table, term_add(table, plain, shifted), constant),
                term_slt(table, plain, constant),
                term_add(table, term_sext(table, sum, WIDE), constant),
            };
            for (uint32_t v = 0; v <= narrow; v++) {
                uint32_t p = (v + k) & narrow, s = p * 2;
                bool is_negative = c > wide / 2;
                uint32_t extended = p > narrow / 2 ? p | (wide & ~narrow) : p;
                uint32_t wanted[] = {
                    (p + c) & wide,
                    (p * c) & wide,
                    (s + c) & wide,
                    (s * c) & wide,
                    p == c,
                    s == c,
                    p < c,
                    c < s,
                    (p * c + s) & wide,
                    (p + s + c) & wide,
                    !is_negative && p < c,
                    (extended + c) & wide,
                };
                for (uint32_t i = 0; i < sizeof built / sizeof *built; i++)
                    assert_int_equal((uint32_t)value_at(evaluation, x, v, built[i]), wanted[i]);
            }
        }
    term_evaluation_free(evaluation);
    term_table_free(table);
}

/* ---- hash-consing ---- */

static void the_same_expression_is_the_same_term(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 200; seed++) {
        expression e = {.table = term_table_new()};
        random_source random = random_seeded(seed);
        make_expression(&e, &random);
        uint32_t count = term_count(e.table);
        for (uint32_t i = 0; i < e.size; i++) {
            const step *s = &e.steps[i];
            term again = e.terms[i];
            if (s->op == NAIVE_constant)
                again = term_constant(e.table, s->c, s->value);
            else if (s->op < NAIVE_and)
                again = naive_build_unary(e.table, s->op, e.terms[s->a]);
            else if (s->op < NAIVE_ite)
                again = naive_build_binary(e.table, s->op, e.terms[s->a], e.terms[s->b]);
            else if (s->op == NAIVE_ite)
                again = term_ite(e.table, e.terms[s->a], e.terms[s->b], e.terms[s->c]);
            assert_int_equal(again, e.terms[i]);
        }
        assert_int_equal(term_count(e.table), count);
        for (term t = 0; t < count; t++)
            for (uint32_t i = 0; i < term_arity(e.table, t); i++)
                assert_true(term_child(e.table, t, i) < t);
        term_table_free(e.table);
    }
}

static void variables_are_all_different(void **state)
{
    (void)state;
    term_table *table = term_table_new();
    term x = term_variable(table, 32, "x"), other = term_variable(table, 32, "x");
    assert_int_not_equal(x, other);
    assert_string_equal(term_variable_name(table, other), "x");
    assert_int_equal(term_variable_number(table, other), 1);
    assert_false(term_is_constant(table, term_eq(table, x, other)));
    term_table_free(table);
}

static void wide_constants_keep_all_their_bits(void **state)
{
    (void)state;
    term_table *table = term_table_new();
    random_source random = random_seeded(7);
    for (int i = 0; i < 5000; i++) {
        uint32_t width = 1 + (uint32_t)random_below(&random, TERM_MAX_WIDTH);
        term_value value = naive_random_value(&random, width);
        term t = term_constant(table, width, value);
        assert_int_equal(t, term_constant(table, width, value));
        assert_true(term_constant_value(table, t) == value);
        assert_int_equal(term_width(table, t), width);
    }
    term_table_free(table);
}

/* ---- strength: two ways to write a term that must become one ---- */

static void show_inequality(term_table *table, const char *left_text, term left, const char *right_text, term right)
{
    strbuf text = {0};
    strbuf_addf(&text, "%s is ", left_text);
    term_print(table, left, &text);
    strbuf_addf(&text, "\n    but %s is ", right_text);
    term_print(table, right, &text);
    print_error("%s\n", strbuf_text(&text));
    strbuf_clear(&text);
}

static void equations_hold_by_rewriting_alone(void **state)
{
    (void)state;
    short_forms forms = {.t = term_table_new()}, *f = &forms;
    f->x = term_variable(f->t, 64, "x"), f->y = term_variable(f->t, 64, "y");
    f->i = term_variable(f->t, 32, "i"), f->j = term_variable(f->t, 32, "j"), f->k = term_variable(f->t, 8, "k");
    f->p = term_variable(f->t, 1, "p"), f->q = term_variable(f->t, 1, "q"), f->r = term_variable(f->t, 1, "r");
    uint32_t wrong = 0;
#define E(left, right)                                                                                                 \
    {                                                                                                                  \
        term a = left, b = right;                                                                                      \
        if (a != b) {                                                                                                  \
            show_inequality(f->t, #left, a, #right, b);                                                                \
            wrong++;                                                                                                   \
        }                                                                                                              \
    }
    EQUATIONS(E)
#undef E
    term_table_free(f->t);
    assert_int_equal(wrong, 0);
}

static void loop_counters_stay_constant(void **state)
{
    (void)state;
    term_table *table = term_table_new();
    term four = term_constant(table, 64, 4), address = term_constant(table, 64, (term_value)9 << 40);
    term counter = term_constant(table, 32, 0), limit = term_constant(table, 32, 1000),
         one = term_constant(table, 32, 1);
    uint32_t rounds = 0;
    while (term_slt(table, counter, limit) == TERM_TRUE) {
        term element = term_add(table, address, term_mul(table, term_sext(table, counter, 64), four));
        assert_true(term_is_constant(table, element));
        counter = term_add(table, counter, one);
        rounds++;
    }
    assert_int_equal(rounds, 1000);
    term_table_free(table);
}

/* ---- floating point ---- */

static const double interesting_doubles[] = {0.0,      -0.0,      1.0,    -1.0,   0.1,     1.5,
                                             -2.5,     3e38,      -7e300, 1e-310, -5e-324, 4503599627370496.5,
                                             INFINITY, -INFINITY, NAN,    -NAN};
enum { DOUBLES = sizeof interesting_doubles / sizeof *interesting_doubles };

static term float_constant(term_table *table, bool is_float, double number)
{
    float narrow = (float)number;
    uint32_t low;
    uint64_t bits;
    memcpy(&low, &narrow, sizeof low);
    memcpy(&bits, &number, sizeof bits);
    return is_float ? term_constant(table, 32, low) : term_constant(table, 64, bits);
}

static bool relation_holds(uint32_t predicate, double a, double b)
{
    if (isnan(a) || isnan(b))
        return predicate & TERM_FCMP_UNORDERED;
    return predicate & (a < b ? TERM_FCMP_LT : a > b ? TERM_FCMP_GT : TERM_FCMP_EQ);
}

static void float_comparison_is_that_of_the_host(void **state)
{
    (void)state;
    term_table *table = term_table_new();
    for (int is_float = 0; is_float < 2; is_float++) {
        uint32_t width = is_float ? 32 : 64;
        term x = term_variable(table, width, "x"), y = term_variable(table, width, "y");
        for (uint32_t predicate = 0; predicate < 16; predicate++) {
            term formula = term_fcmp(table, predicate, x, y);
            for (uint32_t i = 0; i < DOUBLES; i++)
                for (uint32_t j = 0; j < DOUBLES; j++) {
                    double a = interesting_doubles[i], b = interesting_doubles[j];
                    term ta = float_constant(table, is_float, a), tb = float_constant(table, is_float, b);
                    bool wanted =
                        is_float ? relation_holds(predicate, (float)a, (float)b) : relation_holds(predicate, a, b);
                    assert_int_equal(term_fcmp(table, predicate, ta, tb), wanted ? TERM_TRUE : TERM_FALSE);
                    term_evaluation *evaluation = term_evaluation_new(table);
                    term_evaluation_assign(evaluation, x, term_constant_value(table, ta));
                    term_evaluation_assign(evaluation, y, term_constant_value(table, tb));
                    assert_int_equal((int)term_evaluate(evaluation, formula), wanted);
                    term_evaluation_free(evaluation);
                }
        }
    }
    term_table_free(table);
}

static double host_arithmetic(term_op op, double a, double b)
{
    return op == TERM_FADD   ? a + b
           : op == TERM_FSUB ? a - b
           : op == TERM_FMUL ? a * b
           : op == TERM_FDIV ? a / b
                             : fmod(a, b);
}

static float host_arithmetic_float(term_op op, float a, float b)
{
    return op == TERM_FADD   ? a + b
           : op == TERM_FSUB ? a - b
           : op == TERM_FMUL ? a * b
           : op == TERM_FDIV ? a / b
                             : fmodf(a, b);
}

static double host_unary(term_float_function function, double a)
{
    static double (*const functions[])(double) = {[TERM_F_SQRT] = sqrt,   [TERM_F_FLOOR] = floor, [TERM_F_CEIL] = ceil,
                                                  [TERM_F_TRUNC] = trunc, [TERM_F_ROUND] = round, [TERM_F_RINT] = rint};
    return functions[function](a);
}

static void check_number(term_table *table, term a, bool is_float, double wanted)
{
    term b = float_constant(table, is_float, wanted);
    assert_true(term_is_constant(table, a));
    if (!isnan(wanted))
        assert_int_equal(a, b);
    else
        assert_int_equal(term_fcmp(table, TERM_FCMP_UNORDERED, a, a), TERM_TRUE);
}

static void float_arithmetic_is_that_of_the_host(void **state)
{
    (void)state;
    term_table *table = term_table_new();
    for (uint32_t i = 0; i < DOUBLES; i++)
        for (uint32_t j = 0; j < DOUBLES; j++) {
            double a = interesting_doubles[i], b = interesting_doubles[j];
            term da = float_constant(table, false, a), db = float_constant(table, false, b);
            term fa = float_constant(table, true, a), fb = float_constant(table, true, b);
            for (term_op op = TERM_FADD; op <= TERM_FREM; op++) {
                check_number(table, term_float_arithmetic(table, op, da, db), false, host_arithmetic(op, a, b));
                check_number(table, term_float_arithmetic(table, op, fa, fb), true,
                             host_arithmetic_float(op, (float)a, (float)b));
            }
            for (term_float_function function = TERM_F_SQRT; function <= TERM_F_RINT; function++) {
                check_number(table, term_float_unary(table, function, da), false, host_unary(function, a));
                /* The nearest float to the root of a float is the root rounded twice; the others are exact. */
                check_number(table, term_float_unary(table, function, fa), true, host_unary(function, (float)a));
            }
        }
    term_table_free(table);
}

static void float_arithmetic_folds_on_constants(void **state)
{
    (void)state;
    term_table *table = term_table_new();
    term a = float_constant(table, false, 0.1), b = float_constant(table, false, 0.2),
         x = term_variable(table, 64, "x");
    assert_int_equal(term_float_arithmetic(table, TERM_FADD, a, b), float_constant(table, false, 0.1 + 0.2));
    assert_int_equal(term_float_arithmetic(table, TERM_FDIV, a, b), float_constant(table, false, 0.1 / 0.2));
    assert_int_equal(term_float_arithmetic(table, TERM_FREM, b, a), float_constant(table, false, fmod(0.2, 0.1)));
    assert_int_equal(term_float_convert(table, TERM_FPTRUNC, a, 32), float_constant(table, true, 0.1));
    assert_int_equal(term_float_convert(table, TERM_FPEXT, float_constant(table, true, 0.1), 64),
                     float_constant(table, false, (double)0.1f));
    assert_int_equal(term_float_convert(table, TERM_SITOFP, term_constant(table, 32, (term_value)-3), 64),
                     float_constant(table, false, -3));
    assert_int_equal(term_float_convert(table, TERM_UITOFP, term_constant(table, 64, UINT64_MAX), 32),
                     float_constant(table, true, 18446744073709551616.0));
    assert_int_equal(term_float_convert(table, TERM_FPTOSI, float_constant(table, false, -2.9), 32),
                     term_constant(table, 32, (term_value)-2));
    assert_int_equal(term_float_convert(table, TERM_FPTOUI, float_constant(table, false, 1e30), 32),
                     term_constant(table, 32, 0));
    assert_int_equal(term_float_convert(table, TERM_FPTOSI, float_constant(table, false, NAN), 64),
                     term_constant(table, 64, 0));
    assert_int_equal(term_float_unary(table, TERM_F_ROUND, float_constant(table, false, -2.5)),
                     float_constant(table, false, -3));
    assert_int_equal(term_float_unary(table, TERM_F_RINT, float_constant(table, true, 2.5)),
                     float_constant(table, true, 2));
    assert_int_equal(term_fabs(table, term_fneg(table, b)), b);
    term p = term_variable(table, 1, "p"),
         chosen = term_float_arithmetic(table, TERM_FMUL, term_ite(table, p, a, b), b);
    assert_false(term_is_opaque_float(table, chosen));
    term opaque = term_float_arithmetic(table, TERM_FREM, x, a);
    assert_true(term_is_opaque_float(table, opaque));
    assert_int_equal(term_find_opaque_float(table, term_fneg(table, opaque)), opaque);
    assert_int_equal(term_find_opaque_float(table, term_fneg(table, x)), TERM_NONE);
    term_table_free(table);
}

/* ---- size ---- */

static void depth_and_sharing_cost_no_more_than_size(void **state)
{
    (void)state;
    enum { DEEP = 1000000 };
    term_table *table = term_table_new();
    term x = term_variable(table, 32, "x"), y = term_variable(table, 32, "y"), deep = x;
    double start = clock_cpu_seconds();
    for (uint32_t i = 0; i < DEEP; i++)
        deep = i % 2 ? term_mul(table, deep, y) : term_xor(table, term_add(table, deep, y), x);
    term claim = term_eq(table, deep, y);
    term_evaluation *evaluation = term_evaluation_new(table);
    term_evaluation_assign(evaluation, x, 1);
    term_evaluation_assign(evaluation, y, 3);
    uint32_t wanted = 1;
    for (uint32_t i = 0; i < DEEP; i++)
        wanted = i % 2 ? wanted * 3 : (wanted + 3) ^ 1;
    assert_int_equal((uint32_t)term_evaluate(evaluation, deep), wanted);
    term_evaluation_free(evaluation);
    strbuf text = {0};
    term_print_smtlib(table, &claim, 1, &text);
    assert_true(text.size < (size_t)DEEP * 200);
    strbuf_reset(&text);
    term_print(table, claim, &text);
    assert_true(text.size < 1000);
    strbuf_clear(&text);
    term_list support = {0};
    term_support(table, claim, &support);
    assert_int_equal(support.size, 2);
    vec_clear(&support);
    assert_true(clock_cpu_seconds() - start < 60);
    term_table_free(table);
}

/* Long chains of if-then-else come from arrays read at a symbolic index; every rule must stop on them. */
static void long_chains_cost_constant_time_per_step(void **state)
{
    (void)state;
    enum { LINKS = 100000 };
    term_table *table = term_table_new();
    term index = term_variable(table, 32, "index"), chain = term_constant(table, 64, 0), guard = TERM_TRUE;
    double start = clock_cpu_seconds();
    for (uint32_t i = 1; i <= LINKS; i++) {
        term here = term_eq(table, index, term_constant(table, 32, i));
        chain = term_ite(table, here, term_constant(table, 64, (term_value)i << 40), chain);
        guard = term_and(table, guard, term_not(table, here));
        term object = term_extract(table, chain, 40, 24);
        guard = term_and(table, guard, term_ne(table, object, term_constant(table, 24, 7)));
        guard = term_and(table, guard, term_ne(table, chain, term_constant(table, 64, 7)));
    }
    assert_false(term_is_constant(table, guard));
    assert_true(clock_cpu_seconds() - start < 60);
    term_table_free(table);
}

/* ---- printing ---- */

static void printers_say_what_a_term_is(void **state)
{
    (void)state;
    term_table *table = term_table_new();
    term x = term_variable(table, 32, "x"), y = term_variable(table, 32, "y|z"), none = term_variable(table, 1, NULL);
    strbuf text = {0};
    term_print(table, term_sub(table, term_add(table, x, term_constant(table, 32, 3)), y), &text);
    assert_string_equal(strbuf_text(&text), "((x - y|z) + 3)");
    strbuf_reset(&text);
    term_print(table, term_or(table, none, term_ule(table, x, y)), &text);
    assert_string_equal(strbuf_text(&text), "((x <=u y|z) | v2)");
    strbuf_reset(&text);
    term claim = term_and(table, none, term_eq(table, x, term_constant(table, 32, 10)));
    term_print_smtlib(table, &claim, 1, &text);
    assert_non_null(strstr(strbuf_text(&text), "(declare-const |v0 x| (_ BitVec 32))"));
    assert_non_null(strstr(strbuf_text(&text), "(= |v0 x| #x0000000a)"));
    assert_null(strstr(strbuf_text(&text), "y_z"));
    strbuf_reset(&text);
    term slice = term_extract(table, term_mul(table, x, y), 3, 7), wide = term_sext(table, slice, 9);
    claim = term_slt(table, term_ite(table, none, term_mul(table, wide, wide), wide), term_constant(table, 9, 5));
    term_print_smtlib(table, &claim, 1, &text);
    assert_non_null(strstr(strbuf_text(&text), "((_ extract 9 3) t"));
    assert_non_null(strstr(strbuf_text(&text), "(declare-const |v1 y_z| (_ BitVec 32))"));
    assert_non_null(strstr(strbuf_text(&text), "(declare-const |v2| (_ BitVec 1))"));
    assert_non_null(strstr(strbuf_text(&text), "((_ sign_extend 2) t"));
    assert_non_null(strstr(strbuf_text(&text), "(ite (= #b1 |v2|) t"));
    assert_non_null(strstr(strbuf_text(&text), " #b000000101) #b1 #b0)"));
    strbuf_clear(&text);
    term_table_free(table);
}

int main(int argc, char **argv)
{
    if (argc == 3) {
        run_random_expressions(strtoull(argv[1], NULL, 10), strtoull(argv[2], NULL, 10));
        return 0;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_expressions_keep_their_value),
        cmocka_unit_test(operations_with_constants_keep_their_value),
        cmocka_unit_test(widened_sums_keep_their_value),
        cmocka_unit_test(the_same_expression_is_the_same_term),
        cmocka_unit_test(variables_are_all_different),
        cmocka_unit_test(wide_constants_keep_all_their_bits),
        cmocka_unit_test(equations_hold_by_rewriting_alone),
        cmocka_unit_test(loop_counters_stay_constant),
        cmocka_unit_test(float_comparison_is_that_of_the_host),
        cmocka_unit_test(float_arithmetic_is_that_of_the_host),
        cmocka_unit_test(float_arithmetic_folds_on_constants),
        cmocka_unit_test(depth_and_sharing_cost_no_more_than_size),
        cmocka_unit_test(long_chains_cost_constant_time_per_step),
        cmocka_unit_test(printers_say_what_a_term_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
