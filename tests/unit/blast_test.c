/* The bit-blaster: every circuit equals the evaluator of terms (by simulation, all inputs up to 8 bits, random ones
 * above), and the clauses say the same as the circuits (by solving).
 *
 *     blast_test                 the suite
 *     blast_test SEED COUNT      COUNT random expressions from SEED on, for soaking */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "blast/blast.h"
#include "sat/sat.h"
#include "term_random.h"

#include "term/evaluate.h"

enum { LANES = 64, SUITE_SEED = 1, SUITE_COUNT = 300 };

/* ---- circuits, by simulation ---- */

static int count_nothing(void *self)
{
    return ++*(int *)self;
}

static void ignore_clause(void *self, const int *literals, unsigned count)
{
    (void)self, (void)literals, (void)count;
}

typedef struct bench {
    term_table *table;
    blast *b;
    term_evaluation *evaluation;
    int variables;
    uint64_t *words;
} bench;

static void bench_open(bench *w)
{
    w->table = term_table_new();
    w->variables = 0;
    w->b = blast_new(w->table, (blast_sink){&w->variables, count_nothing, ignore_clause});
    w->evaluation = term_evaluation_new(w->table);
    w->words = NULL;
}

static void bench_close(bench *w)
{
    free(w->words);
    term_evaluation_free(w->evaluation);
    blast_free(w->b);
    term_table_free(w->table);
}

static void set_input(bench *w, term variable, const term_value lanes[LANES])
{
    aig_edge bits[TERM_MAX_WIDTH];
    blast_bits(w->b, variable, bits);
    for (uint32_t bit = 0; bit < term_width(w->table, variable); bit++) {
        uint64_t word = 0;
        for (uint32_t lane = 0; lane < LANES; lane++)
            word |= (uint64_t)(lanes[lane] >> bit & 1) << lane;
        w->words[aig_node_of(bits[bit])] = word;
    }
}

static term_value read_lane(bench *w, const aig_edge *bits, uint32_t width, uint32_t lane)
{
    term_value value = 0;
    for (uint32_t bit = width; bit-- > 0;)
        value = value << 1 | (aig_simulated(w->words, bits[bit]) >> lane & 1);
    return value;
}

/* Compares the circuit of `a` with the evaluator on 64 assignments of the variables. */
static void check_lanes(bench *w, term a, const term *variables, term_value (*lanes)[LANES], uint32_t count)
{
    aig_edge bits[TERM_MAX_WIDTH];
    blast_bits(w->b, a, bits);
    for (uint32_t i = 0; i < count; i++)
        blast_bits(w->b, variables[i], (aig_edge[TERM_MAX_WIDTH]){0});
    w->words = alloc_resize(w->words, blast_graph(w->b)->nodes.size * sizeof *w->words);
    memset(w->words, 0, blast_graph(w->b)->nodes.size * sizeof *w->words);
    for (uint32_t i = 0; i < count; i++)
        set_input(w, variables[i], lanes[i]);
    aig_simulate(blast_graph(w->b), w->words);
    for (uint32_t lane = 0; lane < LANES; lane++) {
        term_evaluation_reset(w->evaluation);
        for (uint32_t i = 0; i < count; i++)
            term_evaluation_assign(w->evaluation, variables[i], lanes[i][lane]);
        if (read_lane(w, bits, term_width(w->table, a), lane) != term_evaluate(w->evaluation, a)) {
            strbuf text = {0};
            term_print(w->table, a, &text);
            print_error("width %u: %s\n", term_width(w->table, a), strbuf_text(&text));
            strbuf_clear(&text);
            fail();
        }
    }
}

/* All values of the variables, whose widths add up to at most 30 bits. */
static void check_everywhere(bench *w, term a, const term *variables, uint32_t count)
{
    uint32_t total = 0;
    term_value lanes[3][LANES];
    for (uint32_t i = 0; i < count; i++)
        total += term_width(w->table, variables[i]);
    for (uint64_t start = 0; start < UINT64_C(1) << total; start += LANES) {
        for (uint32_t lane = 0; lane < LANES; lane++) {
            uint64_t rest = (start + lane) & ((UINT64_C(1) << total) - 1);
            for (uint32_t i = 0; i < count; i++) {
                uint32_t width = term_width(w->table, variables[i]);
                lanes[i][lane] = rest & ((UINT64_C(1) << width) - 1);
                rest >>= width;
            }
        }
        check_lanes(w, a, variables, lanes, count);
    }
}

static void check_at_random(bench *w, term a, const term *variables, uint32_t count, random_source *random)
{
    enum { ROUNDS = 3 };
    term_value lanes[3][LANES];
    for (int round = 0; round < ROUNDS; round++) {
        for (uint32_t i = 0; i < count; i++)
            for (uint32_t lane = 0; lane < LANES; lane++)
                lanes[i][lane] = naive_random_value(random, term_width(w->table, variables[i]));
        check_lanes(w, a, variables, lanes, count);
    }
}

/* With a random source: at random values; without: everywhere. */
static void check(bench *w, term a, const term *variables, uint32_t count, random_source *random)
{
    if (random)
        check_at_random(w, a, variables, count, random);
    else
        check_everywhere(w, a, variables, count);
}

static void check_operation(naive_op op, uint32_t width, random_source *random)
{
    bench w;
    bench_open(&w);
    term x = term_variable(w.table, width, "x"), y = term_variable(w.table, width, "y");
    term variables[] = {x, y};
    if (op < NAIVE_and)
        check(&w, naive_build_unary(w.table, op, x), variables, 1, random);
    else
        check(&w, naive_build_binary(w.table, op, x, y), variables, 2, random);
    bench_close(&w);
}

static void check_structure(uint32_t width, random_source *random)
{
    bench w;
    bench_open(&w);
    term x = term_variable(w.table, width, "x"), y = term_variable(w.table, width, "y");
    term variables[] = {x, y, term_variable(w.table, 1, "c")};
    check(&w, term_ite(w.table, variables[2], x, y), variables, 3, random);
    if (2 * width <= TERM_MAX_WIDTH) {
        check(&w, term_concat(w.table, x, y), variables, 2, random);
        check(&w, term_zext(w.table, x, 2 * width), variables, 1, random);
        check(&w, term_sext(w.table, x, 2 * width), variables, 1, random);
    }
    check(&w, term_sext(w.table, term_add(w.table, x, y), TERM_MAX_WIDTH), variables, 2, random);
    for (uint32_t low = 0; low < width; low++)
        check(&w, term_extract(w.table, term_mul(w.table, x, y), low, width - low), variables, 2, random);
    if (width % 8 == 0)
        check(&w, term_bswap(w.table, x), variables, 1, random);
    bench_close(&w);
}

static void every_operation_is_right_everywhere_up_to_8_bits(void **state)
{
    (void)state;
    for (uint32_t width = 1; width <= 8; width++) {
        for (naive_op op = 0; op < NAIVE_ite; op++)
            check_operation(op, width, NULL);
        if (width <= 6)
            check_structure(width, NULL);
    }
}

static void every_operation_is_right_with_every_constant_up_to_5_bits(void **state)
{
    (void)state;
    for (uint32_t width = 1; width <= 5; width++) {
        bench w;
        bench_open(&w);
        term x = term_variable(w.table, width, "x");
        for (uint64_t value = 0; value < UINT64_C(1) << width; value++)
            for (naive_op op = NAIVE_and; op < NAIVE_ite; op++) {
                term constant = term_constant(w.table, width, value);
                check_everywhere(&w, naive_build_binary(w.table, op, x, constant), &x, 1);
                check_everywhere(&w, naive_build_binary(w.table, op, constant, x), &x, 1);
            }
        bench_close(&w);
    }
}

static void every_operation_is_right_at_random_up_to_128_bits(void **state)
{
    (void)state;
    random_source random = random_seeded(3);
    static const uint32_t widths[] = {9, 16, 17, 24, 31, 32, 33, 48, 63, 64, 65, 80, 96, 127, 128};
    for (uint32_t i = 0; i < sizeof widths / sizeof *widths; i++) {
        for (naive_op op = 0; op < NAIVE_ite; op++)
            check_operation(op, widths[i], &random);
        if (i % 5 == 1)
            check_structure(widths[i], &random);
    }
}

/* A constant operand takes other paths than a variable one, in rewriting as in circuits. */
static void constants_of_any_width_are_right(void **state)
{
    (void)state;
    random_source random = random_seeded(5);
    for (int i = 0; i < 400; i++) {
        bench w;
        bench_open(&w);
        uint32_t width = 1 + (uint32_t)random_below(&random, TERM_MAX_WIDTH);
        term x = term_variable(w.table, width, "x"), constant;
        constant = term_constant(w.table, width, naive_random_value(&random, width));
        naive_op op = NAIVE_and + random_below(&random, NAIVE_ite - NAIVE_and);
        check_at_random(&w, naive_build_binary(w.table, op, x, constant), &x, 1, &random);
        check_at_random(&w, naive_build_binary(w.table, op, constant, x), &x, 1, &random);
        bench_close(&w);
    }
}

static void simulate_random_expression(uint64_t seed)
{
    random_source random = random_seeded(seed);
    bench w;
    bench_open(&w);
    expression e = {.table = w.table};
    make_expression(&e, &random);
    term variables[MOST_VARIABLES];
    term_value lanes[MOST_VARIABLES][LANES];
    for (uint32_t i = 0; i < e.variables; i++) {
        variables[i] = e.terms[i];
        for (uint32_t lane = 0; lane < LANES; lane++)
            lanes[i][lane] = naive_random_value(&random, width_at(&e, i));
    }
    for (uint32_t i = e.variables; i < e.size; i++)
        check_lanes(&w, e.terms[i], variables, lanes, e.variables);
    bench_close(&w);
}

static void random_expressions_simulate_as_they_evaluate(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 150; seed++)
        simulate_random_expression(SUITE_SEED + seed);
}

/* ---- graphs ---- */

static void graphs_share_and_simplify(void **state)
{
    (void)state;
    aig graph;
    aig_init(&graph);
    aig_edge a = aig_input(&graph), b = aig_input(&graph), c = aig_input(&graph);
    aig_edge ab = aig_and(&graph, a, b), bc = aig_and(&graph, b, c);
    assert_int_equal(aig_and(&graph, b, a), ab);
    assert_int_equal(aig_and(&graph, a, aig_not(a)), AIG_FALSE);
    assert_int_equal(aig_and(&graph, a, AIG_TRUE), a);
    assert_int_equal(aig_and(&graph, ab, aig_not(a)), AIG_FALSE);
    assert_int_equal(aig_and(&graph, ab, b), ab);
    assert_int_equal(aig_and(&graph, aig_not(ab), aig_not(a)), aig_not(a));
    assert_int_equal(aig_and(&graph, aig_not(ab), a), aig_and(&graph, a, aig_not(b)));
    assert_int_equal(aig_and(&graph, ab, aig_and(&graph, aig_not(b), c)), AIG_FALSE);
    assert_int_equal(aig_and(&graph, ab, aig_not(bc)), aig_and(&graph, ab, aig_not(c)));
    assert_int_equal(aig_and(&graph, aig_not(ab), aig_not(aig_and(&graph, a, aig_not(b)))), aig_not(a));
    assert_int_equal(aig_xor(&graph, a, aig_not(b)), aig_not(aig_xor(&graph, a, b)));
    assert_int_equal(aig_xor(&graph, aig_xor(&graph, a, b), aig_xor(&graph, a, b)), AIG_FALSE);
    assert_int_equal(aig_ite(&graph, a, b, b), b);
    assert_int_equal(aig_ite(&graph, aig_not(a), b, c), aig_ite(&graph, a, c, b));
    assert_int_equal(aig_ite(&graph, a, AIG_TRUE, AIG_FALSE), a);
    for (uint32_t node = 1; node < graph.nodes.size; node++)
        if (aig_is_and(&graph, node))
            assert_true(graph.nodes.data[node].a < graph.nodes.data[node].b && graph.nodes.data[node].b < node * 2);
    aig_clear(&graph);
}

/* ---- clauses, by solving ---- */

static int solver_variable(void *solver)
{
    return sat_new_var(solver);
}

static void solver_clause(void *solver, const int *literals, unsigned count)
{
    sat_add_clause(solver, literals, count);
}

static int solver_value(const void *solver, int literal)
{
    return sat_value(solver, literal);
}

typedef struct problem {
    term_table *t;
    sat_solver *solver;
    blast *b;
} problem;

static void problem_open(problem *p)
{
    p->t = term_table_new();
    p->solver = sat_new();
    p->b = blast_new(p->t, (blast_sink){p->solver, solver_variable, solver_clause});
}

static void problem_close(problem *p)
{
    blast_free(p->b);
    sat_free(p->solver);
    term_table_free(p->t);
}

static void check_valid(const char *name, term (*claim)(term_table *, term, term), uint32_t width)
{
    problem p;
    problem_open(&p);
    term x = term_variable(p.t, width, "x"), y = term_variable(p.t, width, "y");
    blast_assert(p.b, term_not(p.t, claim(p.t, x, y)));
    if (sat_solve(p.solver) != SAT_UNSATISFIABLE) {
        print_error("not valid at width %u: %s\n", width, name);
        fail();
    }
    problem_close(&p);
}

static term square_of_sum(term_table *t, term x, term y)
{
    term sum = term_add(t, x, y), two_xy = term_mul(t, term_mul(t, x, y), term_constant(t, term_width(t, x), 2));
    return term_eq(t, term_mul(t, sum, sum), term_add(t, term_add(t, term_mul(t, x, x), two_xy), term_mul(t, y, y)));
}

static term division_restores(term_table *t, term x, term y)
{
    term back = term_add(t, term_mul(t, term_udiv(t, x, y), y), term_urem(t, x, y));
    return term_eq(t, back, x);
}

static term signed_division_restores(term_table *t, term x, term y)
{
    return term_eq(t, term_add(t, term_mul(t, term_sdiv(t, x, y), y), term_srem(t, x, y)), x);
}

static term remainder_is_smaller(term_table *t, term x, term y)
{
    term is_zero = term_eq(t, y, term_constant(t, term_width(t, y), 0));
    return term_or(t, is_zero, term_ult(t, term_urem(t, x, y), y));
}

static term shift_is_multiplication(term_table *t, term x, term y)
{
    term power = term_shl(t, term_constant(t, term_width(t, x), 1), y);
    return term_eq(t, term_shl(t, x, y), term_mul(t, x, power));
}

static term unsigned_shift_is_division(term_table *t, term x, term y)
{
    term power = term_shl(t, term_constant(t, term_width(t, x), 1), y);
    term is_far = term_eq(t, power, term_constant(t, term_width(t, x), 0));
    return term_or(t, is_far, term_eq(t, term_lshr(t, x, y), term_udiv(t, x, power)));
}

static term order_is_that_of_the_difference(term_table *t, term x, term y)
{
    uint32_t wide = term_width(t, x) + 1;
    term difference = term_sub(t, term_sext(t, x, wide), term_sext(t, y, wide));
    return term_eq(t, term_slt(t, x, y), term_extract(t, difference, wide - 1, 1));
}

static term xor_is_or_minus_and(term_table *t, term x, term y)
{
    return term_eq(t, term_xor(t, x, y), term_sub(t, term_or(t, x, y), term_and(t, x, y)));
}

static void laws_of_arithmetic_have_no_counterexample(void **state)
{
    (void)state;
    for (uint32_t width = 1; width <= 5; width++) {
        check_valid("(x+y)^2", square_of_sum, width);
        check_valid("x/y*y + x%y", division_restores, width);
        check_valid("signed x/y*y + x%y", signed_division_restores, width);
        check_valid("x%y < y", remainder_is_smaller, width);
        check_valid("x << y", shift_is_multiplication, width);
        check_valid("x >> y", unsigned_shift_is_division, width);
    }
    check_valid("x < y", order_is_that_of_the_difference, 64);
    check_valid("x ^ y", xor_is_or_minus_and, 32);
}

static void models_read_back_satisfy_what_was_asserted(void **state)
{
    (void)state;
    problem p;
    problem_open(&p);
    term x = term_variable(p.t, 16, "x"), y = term_variable(p.t, 16, "y"), one = term_constant(p.t, 16, 1);
    term wide = term_mul(p.t, term_zext(p.t, x, 32), term_zext(p.t, y, 32));
    term product = term_eq(p.t, wide, term_constant(p.t, 32, 251 * 241));
    blast_assert(p.b, product);
    blast_assert(p.b, term_ult(p.t, one, x));
    blast_assert(p.b, term_ult(p.t, x, y));
    assert_int_equal(sat_solve(p.solver), SAT_SATISFIABLE);
    term_evaluation *evaluation = term_evaluation_new(p.t);
    blast_read_model(p.b, solver_value, p.solver, evaluation);
    assert_int_equal((int)term_evaluate(evaluation, x), 241);
    assert_int_equal((int)term_evaluate(evaluation, y), 251);
    assert_int_equal((int)term_evaluate(evaluation, product), 1);
    term_evaluation_free(evaluation);
    /* Incrementally: x = 241 was the only way. */
    blast_assert(p.b, term_ne(p.t, x, term_constant(p.t, 16, 241)));
    assert_int_equal(sat_solve(p.solver), SAT_UNSATISFIABLE);
    problem_close(&p);
}

static void conditional_assertions_hold_under_their_condition_only(void **state)
{
    (void)state;
    problem p;
    problem_open(&p);
    term x = term_variable(p.t, 8, "x"), five = term_constant(p.t, 8, 5), six = term_constant(p.t, 8, 6);
    int a = sat_new_var(p.solver), b = sat_new_var(p.solver), never = sat_new_var(p.solver);
    blast_assert_if(p.b, a, term_eq(p.t, x, five));
    blast_assert_if(p.b, b, term_eq(p.t, x, six));
    blast_assert_if(p.b, never, TERM_FALSE);
    blast_assert_if(p.b, a, TERM_TRUE);
    sat_assume(p.solver, a);
    assert_int_equal(sat_solve(p.solver), SAT_SATISFIABLE);
    assert_int_equal(sat_value(p.solver, b), -1);
    term_evaluation *evaluation = term_evaluation_new(p.t);
    blast_read_model(p.b, solver_value, p.solver, evaluation);
    assert_int_equal((int)term_evaluate(evaluation, x), 5);
    term_evaluation_free(evaluation);
    sat_assume(p.solver, a);
    sat_assume(p.solver, b);
    assert_int_equal(sat_solve(p.solver), SAT_UNSATISFIABLE);
    sat_assume(p.solver, never);
    assert_int_equal(sat_solve(p.solver), SAT_UNSATISFIABLE);
    assert_int_equal(sat_solve(p.solver), SAT_SATISFIABLE);
    problem_close(&p);
}

static void constants_need_no_clauses(void **state)
{
    (void)state;
    problem p;
    problem_open(&p);
    term x = term_variable(p.t, 64, "x"), y = term_variable(p.t, 64, "y"), c = term_variable(p.t, 1, "c");
    blast_assert(p.b, TERM_TRUE);
    blast_assert(p.b, term_eq(p.t, term_add(p.t, x, y), term_add(p.t, y, x)));
    assert_int_equal((int)blast_count(p.b).clauses, 0);
    /* Asserting an equality with a constant takes a unit clause per bit, one between variables two binary ones. */
    blast_assert(p.b, term_eq(p.t, x, term_constant(p.t, 64, 12345)));
    assert_int_equal((int)blast_count(p.b).clauses, 64);
    blast_assert(p.b, term_eq(p.t, x, y));
    assert_int_equal((int)blast_count(p.b).clauses, 64 + 128);
    blast_assert_if(p.b, blast_literal(p.b, c), term_eq(p.t, x, y));
    assert_int_equal((int)blast_count(p.b).clauses, 64 + 128 + 128);
    assert_int_equal((int)blast_count(p.b).variables, 129);
    problem_close(&p);
}

/* Neither translation nor encoding may recurse along the depth. */
static void a_million_nested_terms_fit_on_the_stack(void **state)
{
    (void)state;
    enum { DEEP = 1000000 };
    problem p;
    problem_open(&p);
    term x = term_variable(p.t, 1, "x"), y = term_variable(p.t, 1, "y"), z = term_variable(p.t, 1, "z"), deep = x;
    for (uint32_t i = 0; i < DEEP; i++)
        deep = i % 2 ? term_ite(p.t, deep, y, z) : term_xor(p.t, deep, i % 3 ? x : z);
    assert_true(term_count(p.t) > DEEP / 2);
    int literal = blast_literal(p.b, deep);
    assert_int_not_equal(literal, 0);
    assert_true(blast_count(p.b).nodes > DEEP / 2);
    problem_close(&p);
}

/* Fixes the variables to values, one call of the solver per step: the step's value must be allowed, and no other. */
static void solve_random_expression(uint64_t seed)
{
    random_source random = random_seeded(seed);
    problem p;
    problem_open(&p);
    expression e = {.table = p.t};
    make_expression(&e, &random);
    term_evaluation *evaluation = term_evaluation_new(p.t);
    for (uint32_t i = 0; i < e.variables; i++)
        term_evaluation_assign(evaluation, e.terms[i], naive_random_value(&random, width_at(&e, i)));
    for (uint32_t i = e.variables; i < e.size; i += 1 + (uint32_t)random_below(&random, 4)) {
        term fixed = TERM_TRUE;
        for (uint32_t v = 0; v < e.variables; v++) {
            term value = term_constant(p.t, width_at(&e, v), term_evaluate(evaluation, e.terms[v]));
            fixed = term_and(p.t, fixed, term_eq(p.t, e.terms[v], value));
        }
        term is_right =
            term_eq(p.t, e.terms[i], term_constant(p.t, width_at(&e, i), term_evaluate(evaluation, e.terms[i])));
        int literal = blast_literal(p.b, is_right);
        for (int sign = -1; sign <= 1; sign += 2) {
            sat_assume(p.solver, blast_literal(p.b, fixed));
            sat_assume(p.solver, sign * literal);
            if (sat_solve(p.solver) != (sign > 0 ? SAT_SATISFIABLE : SAT_UNSATISFIABLE)) {
                print_error("seed %llu, step %u\n", (unsigned long long)seed, i);
                fail();
            }
        }
    }
    term_evaluation_free(evaluation);
    problem_close(&p);
}

static void random_expressions_solve_as_they_evaluate(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < SUITE_COUNT; seed++)
        solve_random_expression(SUITE_SEED + seed);
}

int main(int argc, char **argv)
{
    if (argc == 3) {
        uint64_t seed = strtoull(argv[1], NULL, 10), count = strtoull(argv[2], NULL, 10);
        for (uint64_t i = 0; i < count; i++) {
            simulate_random_expression(seed + i);
            solve_random_expression(seed + i);
        }
        return 0;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(graphs_share_and_simplify),
        cmocka_unit_test(every_operation_is_right_everywhere_up_to_8_bits),
        cmocka_unit_test(every_operation_is_right_with_every_constant_up_to_5_bits),
        cmocka_unit_test(every_operation_is_right_at_random_up_to_128_bits),
        cmocka_unit_test(constants_of_any_width_are_right),
        cmocka_unit_test(random_expressions_simulate_as_they_evaluate),
        cmocka_unit_test(laws_of_arithmetic_have_no_counterexample),
        cmocka_unit_test(models_read_back_satisfy_what_was_asserted),
        cmocka_unit_test(conditional_assertions_hold_under_their_condition_only),
        cmocka_unit_test(constants_need_no_clauses),
        cmocka_unit_test(a_million_nested_terms_fit_on_the_stack),
        cmocka_unit_test(random_expressions_solve_as_they_evaluate),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
