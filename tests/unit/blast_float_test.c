/* Circuits of floating-point operations: of float and double they equal the machine, bit by bit, on special values and
 * their neighbours, in all combinations, and on random ones; of a format with 8 bits they equal exact arithmetic,
 * rounded by looking for the nearest value, everywhere.
 *
 *     blast_float_test                 the suite
 *     blast_float_test SEED COUNT      COUNT random values per operation, for soaking */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <math.h>

#include "base/alloc.h"
#include "base/nan.h"
#include "base/random.h"
#include "blast/blast.h"
#include "blast/circuits.h"
#include "blast/floats.h"
#include "machine/arith.h"
#include "term/evaluate.h"

enum { LANES = 64, OPERANDS = 3, SUITE_SEED = 1, SUITE_COUNT = 6400 };

/* ---- a circuit, and 64 evaluations of it ---- */

typedef struct bench {
    aig graph;
    uint32_t arity, width, result_width;
    aig_edge operands[OPERANDS][CIRCUIT_MAX_WIDTH], result[CIRCUIT_MAX_WIDTH];
    uint64_t *words;
} bench;

static void bench_open(bench *w, uint32_t arity, uint32_t width, uint32_t result_width)
{
    *w = (bench){.arity = arity, .width = width, .result_width = result_width};
    aig_init(&w->graph);
    for (uint32_t i = 0; i < arity; i++)
        for (uint32_t bit = 0; bit < width; bit++)
            w->operands[i][bit] = aig_input(&w->graph);
}

static void bench_close(bench *w)
{
    free(w->words);
    aig_clear(&w->graph);
}

static void simulate(bench *w, arith_bits (*lanes)[LANES])
{
    if (w->words == NULL)
        w->words = alloc_zeroed(w->graph.nodes.size, sizeof *w->words);
    for (uint32_t i = 0; i < w->arity; i++)
        for (uint32_t bit = 0; bit < w->width; bit++) {
            uint64_t word = 0;
            for (uint32_t lane = 0; lane < LANES; lane++)
                word |= (uint64_t)(lanes[i][lane] >> bit & 1) << lane;
            w->words[aig_node_of(w->operands[i][bit])] = word;
        }
    aig_simulate(&w->graph, w->words);
}

static arith_bits result_of(const bench *w, uint32_t lane)
{
    arith_bits value = 0;
    for (uint32_t bit = w->result_width; bit-- > 0;)
        value = value << 1 | (aig_simulated(w->words, w->result[bit]) >> lane & 1);
    return value;
}

/* ---- float and double against the machine ---- */

typedef struct operation {
    ir_op op;
    uint16_t aux; /* of FUNARY: the function; of conversions: the width of the operand */
    uint8_t width;
} operation;

static const operation OPERATIONS[] = {
    {IR_FADD, 0, 32},
    {IR_FSUB, 0, 32},
    {IR_FMUL, 0, 32},
    {IR_FDIV, 0, 32},
    {IR_FMA, 0, 32},
    {IR_FUNARY, IR_F_SQRT, 32},
    {IR_FUNARY, IR_F_FLOOR, 32},
    {IR_FUNARY, IR_F_CEIL, 32},
    {IR_FUNARY, IR_F_TRUNC, 32},
    {IR_FUNARY, IR_F_ROUND, 32},
    {IR_FUNARY, IR_F_RINT, 32},
    {IR_FADD, 0, 64},
    {IR_FSUB, 0, 64},
    {IR_FMUL, 0, 64},
    {IR_FDIV, 0, 64},
    {IR_FMA, 0, 64},
    {IR_FUNARY, IR_F_SQRT, 64},
    {IR_FUNARY, IR_F_FLOOR, 64},
    {IR_FUNARY, IR_F_CEIL, 64},
    {IR_FUNARY, IR_F_TRUNC, 64},
    {IR_FUNARY, IR_F_ROUND, 64},
    {IR_FUNARY, IR_F_RINT, 64},
    {IR_FPEXT, 32, 64},
    {IR_FPTRUNC, 64, 32},
    {IR_FPTOUI, 32, 8},
    {IR_FPTOUI, 32, 32},
    {IR_FPTOUI, 64, 64},
    {IR_FPTOUI, 64, 128},
    {IR_FPTOUI, 32, 128},
    {IR_FPTOSI, 32, 8},
    {IR_FPTOSI, 32, 32},
    {IR_FPTOSI, 64, 32},
    {IR_FPTOSI, 64, 64},
    {IR_FPTOSI, 64, 128},
    {IR_FPTOSI, 32, 128},
    {IR_UITOFP, 1, 32},
    {IR_UITOFP, 32, 32},
    {IR_UITOFP, 64, 32},
    {IR_UITOFP, 32, 64},
    {IR_UITOFP, 64, 64},
    {IR_UITOFP, 128, 32},
    {IR_UITOFP, 128, 64},
    {IR_SITOFP, 8, 32},
    {IR_SITOFP, 32, 32},
    {IR_SITOFP, 64, 32},
    {IR_SITOFP, 32, 64},
    {IR_SITOFP, 64, 64},
    {IR_SITOFP, 128, 32},
    {IR_SITOFP, 128, 64},
};
enum { OPERATION_COUNT = sizeof OPERATIONS / sizeof *OPERATIONS };

static bool is_conversion(const operation *o)
{
    return o->op >= IR_FPEXT && o->op <= IR_SITOFP;
}

static bool takes_floats(const operation *o)
{
    return o->op != IR_UITOFP && o->op != IR_SITOFP;
}

static uint32_t operand_width(const operation *o)
{
    return is_conversion(o) ? o->aux : o->width;
}

static uint32_t arity_of(const operation *o)
{
    return o->op == IR_FMA ? 3 : o->op == IR_FUNARY || is_conversion(o) ? 1 : 2;
}

static term build(term_table *table, const operation *o, const term *in)
{
    static const term_float_function FUNCTIONS[] = {
        [IR_F_SQRT] = TERM_F_SQRT,   [IR_F_FLOOR] = TERM_F_FLOOR, [IR_F_CEIL] = TERM_F_CEIL,
        [IR_F_TRUNC] = TERM_F_TRUNC, [IR_F_ROUND] = TERM_F_ROUND, [IR_F_RINT] = TERM_F_RINT,
    };
    switch ((int)o->op) {
    case IR_FMA:
        return term_float_fuse(table, in[0], in[1], in[2]);
    case IR_FUNARY:
        return term_float_unary(table, FUNCTIONS[o->aux], in[0]);
    case IR_FADD:
    case IR_FSUB:
    case IR_FMUL:
    case IR_FDIV:
        return term_float_arithmetic(table, (term_op)(TERM_FADD + (o->op - IR_FADD)), in[0], in[1]);
    default:
        return term_float_convert(table, (term_op)(TERM_FPEXT + (o->op - IR_FPEXT)), in[0], o->width);
    }
}

static int count_variable(void *self)
{
    return ++*(int *)self;
}

static void ignore_clause(void *self, const int *literals, unsigned count)
{
    (void)self, (void)literals, (void)count;
}

/* A term, its circuit, its evaluator and the machine's instruction. */
typedef struct subject {
    const operation *o;
    term_table *table;
    term inputs[OPERANDS], result;
    blast *b;
    int variables;
    term_evaluation *evaluation;
    uint64_t *words;
    uint64_t checked;
} subject;

static void subject_open(subject *s, const operation *o)
{
    *s = (subject){.o = o, .table = term_table_new()};
    for (uint32_t i = 0; i < arity_of(o); i++)
        s->inputs[i] = term_variable(s->table, operand_width(o), NULL);
    s->result = build(s->table, o, s->inputs);
    assert_false(term_is_opaque_float(s->table, s->result));
    s->b = blast_new(s->table, (blast_sink){&s->variables, count_variable, ignore_clause});
    blast_bits(s->b, s->result, (aig_edge[TERM_MAX_WIDTH]){0});
    s->evaluation = term_evaluation_new(s->table);
    s->words = alloc_zeroed(blast_graph(s->b)->nodes.size, sizeof *s->words);
}

static void subject_close(subject *s)
{
    free(s->words);
    term_evaluation_free(s->evaluation);
    blast_free(s->b);
    term_table_free(s->table);
}

static void set_lanes(subject *s, arith_bits (*lanes)[LANES])
{
    for (uint32_t i = 0; i < arity_of(s->o); i++) {
        aig_edge bits[TERM_MAX_WIDTH];
        blast_bits(s->b, s->inputs[i], bits);
        for (uint32_t bit = 0; bit < operand_width(s->o); bit++) {
            uint64_t word = 0;
            for (uint32_t lane = 0; lane < LANES; lane++)
                word |= (uint64_t)(lanes[i][lane] >> bit & 1) << lane;
            s->words[aig_node_of(bits[bit])] = word;
        }
    }
}

static arith_bits evaluated(subject *s, arith_bits (*lanes)[LANES], uint32_t lane)
{
    term_evaluation_reset(s->evaluation);
    for (uint32_t i = 0; i < arity_of(s->o); i++)
        term_evaluation_assign(s->evaluation, s->inputs[i], lanes[i][lane]);
    return term_evaluate(s->evaluation, s->result);
}

/* What does not fit is an error of the machine, and 0 for terms. */
static arith_bits by_machine(const operation *o, arith_bits (*lanes)[LANES], uint32_t lane)
{
    ir_instruction in = {.op = (uint8_t)o->op, .aux = o->aux, .width = o->width};
    arith_bits result = 0;
    arith_error error = arith_evaluate(&in, lanes[0][lane], lanes[1][lane], lanes[2][lane], &result);
    assert_true(error == ARITH_OK || error == ARITH_CONVERSION_RANGE);
    return error == ARITH_OK ? result : 0;
}

static void complain(const operation *o, arith_bits (*lanes)[LANES], uint32_t lane, arith_bits circuit,
                     arith_bits term_value_of, arith_bits machine)
{
    print_error(
        "op %d aux %u width %u on %016llx%016llx %016llx %016llx: circuit %016llx, term %016llx, machine %016llx\n",
        (int)o->op, o->aux, o->width, (unsigned long long)(lanes[0][lane] >> 64), (unsigned long long)lanes[0][lane],
        (unsigned long long)lanes[1][lane], (unsigned long long)lanes[2][lane], (unsigned long long)circuit,
        (unsigned long long)term_value_of, (unsigned long long)machine);
    fail();
}

static void check_lanes(subject *s, arith_bits (*lanes)[LANES])
{
    aig_edge bits[TERM_MAX_WIDTH];
    blast_bits(s->b, s->result, bits);
    set_lanes(s, lanes);
    aig_simulate(blast_graph(s->b), s->words);
    for (uint32_t lane = 0; lane < LANES; lane++) {
        arith_bits circuit = 0;
        for (uint32_t bit = s->o->width; bit-- > 0;)
            circuit = circuit << 1 | (aig_simulated(s->words, bits[bit]) >> lane & 1);
        arith_bits term_value_of = evaluated(s, lanes, lane), machine = by_machine(s->o, lanes, lane);
        if (circuit != machine || term_value_of != machine)
            complain(s->o, lanes, lane, circuit, term_value_of, machine);
    }
    s->checked += LANES;
}

/* ---- values ---- */

/* Exponents and fractions at which something begins or ends, for a float of `width` bits, and their neighbours. */
static arith_bits special_float(uint32_t width, uint32_t number)
{
    uint32_t fraction = width == 32 ? 23 : 52;
    uint64_t one_exponent = UINT64_C(1) << fraction, infinite = width == 32 ? 255 : 2047, bias = infinite / 2;
    const uint64_t exponents[] = {
        0, 1, bias - 1, bias, bias + 1, bias + fraction, bias + fraction + 1, infinite - 1, infinite};
    const uint64_t fractions[] = {0, 1, one_exponent / 2 - 1, one_exponent / 2, one_exponent / 2 + 1, one_exponent - 1};
    uint64_t magnitude = exponents[number / 6 % 9] << fraction | fractions[number % 6];
    return magnitude | (uint64_t)(number / 54 % 2) << (width - 1);
}
enum { SPECIALS = 108 };

/* Random bits; or, so that operands meet and results are ties, an exponent close to a given one and a fraction with few
 * bits at its ends. */
static arith_bits random_float(random_source *random, uint32_t width, uint64_t near)
{
    uint32_t fraction = width == 32 ? 23 : 52;
    uint64_t bits = random_word(random) & ir_mask((uint8_t)width), greatest = width == 32 ? 255 : 2047;
    switch (random_below(random, 6)) {
    case 0:
        return bits;
    case 1:
        return special_float(width, (uint32_t)random_below(random, SPECIALS));
    default:
        break;
    }
    uint64_t spread = random_below(random, 2) ? 4 : 2 * fraction + 8;
    uint64_t exponent = near + random_below(random, 2 * spread) - spread;
    uint64_t few = (random_word(random) & 7) << (fraction - 3) | (random_word(random) & 7);
    uint64_t part = random_below(random, 2) ? few : bits & ((UINT64_C(1) << fraction) - 1);
    return (exponent > greatest ? 0 : exponent) << fraction | part | (bits >> (width - 1) << (width - 1));
}

/* All lengths, ones above and below. */
static arith_bits random_integer(random_source *random, uint32_t width)
{
    arith_bits bits = (arith_bits)random_word(random) << 64 | random_word(random);
    arith_bits mask = width == 128 ? ~(arith_bits)0 : ((arith_bits)1 << width) - 1;
    arith_bits number = (bits & mask) >> random_below(random, width);
    if (random_below(random, 2))
        number |= ~(arith_bits)0 << random_below(random, 100);
    return (random_below(random, 2) ? number : -number) & mask;
}

static void random_lanes(random_source *random, const operation *o, arith_bits (*lanes)[LANES])
{
    uint32_t width = operand_width(o);
    for (uint32_t lane = 0; lane < LANES; lane++) {
        uint64_t near = random_below(random, width == 32 ? 256 : 2048);
        if (o->op == IR_FUNARY || o->op == IR_FPTOUI || o->op == IR_FPTOSI || random_below(random, 4) == 0)
            near = (width == 32 ? 127 : 1023) + random_below(random, 70) - 5;
        for (uint32_t i = 0; i < OPERANDS; i++)
            lanes[i][lane] = takes_floats(o)
                                 ? random_float(random, width, i == 2 ? 2 * near - (width == 32 ? 127 : 1023) : near)
                                 : random_integer(random, width);
    }
}

static void check_specials(subject *s)
{
    uint32_t arity = arity_of(s->o), width = operand_width(s->o), used = 0;
    uint32_t count = arity == 1 ? SPECIALS : SPECIALS * SPECIALS;
    arith_bits lanes[OPERANDS][LANES] = {{0}};
    for (uint32_t i = 0; i < count * (arity == 3 ? SPECIALS / 3 : 1); i++) {
        lanes[0][used] = special_float(width, i % SPECIALS);
        lanes[1][used] = special_float(width, i / SPECIALS % SPECIALS);
        lanes[2][used] = special_float(width, i / SPECIALS / SPECIALS * 3 + i % 3);
        if (++used < LANES)
            continue;
        check_lanes(s, lanes);
        used = 0;
    }
    check_lanes(s, lanes);
}

static void check_operation(const operation *o, random_source *random, uint64_t count)
{
    subject s;
    arith_bits lanes[OPERANDS][LANES];
    subject_open(&s, o);
    if (takes_floats(o))
        check_specials(&s);
    for (uint64_t done = 0; done < count; done += LANES) {
        random_lanes(random, o, lanes);
        check_lanes(&s, lanes);
    }
    subject_close(&s);
}

static void check_all(uint64_t seed, uint64_t count)
{
    random_source random = random_seeded(seed);
    for (uint32_t i = 0; i < OPERATION_COUNT; i++)
        check_operation(&OPERATIONS[i], &random, count);
}

static void circuits_terms_and_machine_agree(void **state)
{
    (void)state;
    check_all(SUITE_SEED, SUITE_COUNT);
}

/* ---- a format with 8 bits, everywhere ---- */

static const float_format TINY = {4, 3};
enum { TINY_COUNT = 256, TINY_INFINITY = 0x78, TINY_SIGN = 0x80, TINY_QUIET = 0x04, TINY_DEFAULT = 0xfc };

static bool tiny_is_nan(uint32_t bits)
{
    return (bits & ~(uint32_t)TINY_SIGN) > TINY_INFINITY;
}

static double tiny_value(uint32_t bits)
{
    int exponent = (int)(bits >> 3 & 15), fraction = (int)(bits & 7);
    double size = exponent == 0 ? ldexp(fraction, -9) : ldexp(8 + fraction, exponent - 10);
    if ((bits & ~(uint32_t)TINY_SIGN) == TINY_INFINITY)
        size = HUGE_VAL;
    return bits & TINY_SIGN ? -size : size;
}

/* The nearest value, the even one of two; what would be the next one after the greatest stands for infinity. */
static uint32_t tiny_nearest(double number)
{
    double size = fabs(number), best = HUGE_VAL;
    uint32_t nearest = 0;
    for (uint32_t bits = 0; bits <= TINY_INFINITY; bits++) {
        double distance = fabs((bits == TINY_INFINITY ? 256 : tiny_value(bits)) - size);
        if (distance < best || (distance == best && bits % 2 == 0)) {
            best = distance;
            nearest = bits;
        }
    }
    if (isinf(size))
        nearest = TINY_INFINITY;
    return nearest | (signbit(number) ? (uint32_t)TINY_SIGN : 0);
}

static uint32_t tiny_result(const uint32_t *operands, uint32_t count, double exact)
{
    for (uint32_t i = 0; i < count; i++)
        if (tiny_is_nan(operands[i]))
            return operands[i] | TINY_QUIET;
    return isnan(exact) ? TINY_DEFAULT : tiny_nearest(exact);
}

typedef struct tiny_operation {
    const char *name;
    void (*circuit)(aig *graph, float_format format, const aig_edge *a, const aig_edge *b, aig_edge *result);
    double (*exact)(double a, double b);
} tiny_operation;

static double add(double a, double b)
{
    return a + b;
}

static double subtract(double a, double b)
{
    return a - b;
}

static double multiply(double a, double b)
{
    return a * b;
}

static double divide(double a, double b)
{
    return a / b;
}

static double root(double a, double b)
{
    (void)b;
    return sqrt(a);
}

static double down(double a, double b)
{
    (void)b;
    return floor(a);
}

static double half_even(double a, double b)
{
    (void)b;
    return rint(a);
}

static void circuit_root(aig *graph, float_format format, const aig_edge *a, const aig_edge *b, aig_edge *result)
{
    (void)b;
    circuit_float_root(graph, format, a, result);
}

static void circuit_down(aig *graph, float_format format, const aig_edge *a, const aig_edge *b, aig_edge *result)
{
    (void)b;
    circuit_float_integral(graph, format, FLOAT_DOWN, a, result);
}

static void circuit_half_even(aig *graph, float_format format, const aig_edge *a, const aig_edge *b, aig_edge *result)
{
    (void)b;
    circuit_float_integral(graph, format, FLOAT_HALF_EVEN, a, result);
}

static void check_tiny(const tiny_operation *o)
{
    uint32_t arity = o->exact == root || o->exact == down || o->exact == half_even ? 1 : 2;
    bench w;
    bench_open(&w, 2, 8, 8);
    o->circuit(&w.graph, TINY, w.operands[0], w.operands[1], w.result);
    arith_bits lanes[2][LANES];
    for (uint32_t start = 0; start < TINY_COUNT * TINY_COUNT; start += LANES) {
        for (uint32_t lane = 0; lane < LANES; lane++) {
            lanes[0][lane] = (start + lane) % TINY_COUNT;
            lanes[1][lane] = (start + lane) / TINY_COUNT;
        }
        simulate(&w, lanes);
        for (uint32_t lane = 0; lane < LANES; lane++) {
            uint32_t in[] = {(uint32_t)lanes[0][lane], (uint32_t)lanes[1][lane]};
            uint32_t expected = tiny_result(in, arity, o->exact(tiny_value(in[0]), tiny_value(in[1])));
            if (result_of(&w, lane) != expected)
                fail_msg("%s of %02x and %02x is %02x, not %02x", o->name, in[0], in[1], expected,
                         (uint32_t)result_of(&w, lane));
        }
    }
    bench_close(&w);
}

static void tiny_operations_are_exact_everywhere(void **state)
{
    (void)state;
    static const tiny_operation TINY_OPERATIONS[] = {
        {"sum", circuit_float_add, add},
        {"difference", circuit_float_subtract, subtract},
        {"product", circuit_float_multiply, multiply},
        {"quotient", circuit_float_divide, divide},
        {"root", circuit_root, root},
        {"floor", circuit_down, down},
        {"rint", circuit_half_even, half_even},
    };
    for (size_t i = 0; i < sizeof TINY_OPERATIONS / sizeof *TINY_OPERATIONS; i++)
        check_tiny(&TINY_OPERATIONS[i]);
}

/* With every third value as the addend: its sum with an exact product is exact in double. */
static void tiny_fused_is_exact(void **state)
{
    (void)state;
    bench w;
    bench_open(&w, 3, 8, 8);
    circuit_float_fuse(&w.graph, TINY, w.operands[0], w.operands[1], w.operands[2], w.result);
    arith_bits lanes[3][LANES];
    for (uint32_t c = 0; c < TINY_COUNT; c += 3)
        for (uint32_t start = c % 7 * LANES; start < TINY_COUNT * TINY_COUNT; start += 7 * LANES) {
            for (uint32_t lane = 0; lane < LANES; lane++) {
                lanes[0][lane] = (start + lane) % TINY_COUNT;
                lanes[1][lane] = (start + lane) / TINY_COUNT;
                lanes[2][lane] = c;
            }
            simulate(&w, lanes);
            for (uint32_t lane = 0; lane < LANES; lane++) {
                uint32_t in[] = {(uint32_t)lanes[0][lane], (uint32_t)lanes[1][lane], c};
                double exact = tiny_value(in[0]) * tiny_value(in[1]) + tiny_value(c);
                if (result_of(&w, lane) != tiny_result(in, 3, exact))
                    fail_msg("%02x * %02x + %02x is %02x, not %02x", in[0], in[1], c, tiny_result(in, 3, exact),
                             (uint32_t)result_of(&w, lane));
            }
        }
    bench_close(&w);
}

int main(int argc, char **argv)
{
    if (argc == 3) {
        check_all(strtoull(argv[1], NULL, 10), strtoull(argv[2], NULL, 10));
        printf("%d operations agree with the machine on %s random values each\n", (int)OPERATION_COUNT, argv[2]);
        return 0;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(circuits_terms_and_machine_agree),
        cmocka_unit_test(tiny_operations_are_exact_everywhere),
        cmocka_unit_test(tiny_fused_is_exact),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
