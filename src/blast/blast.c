#include "blast/blast.h"

#include "base/alloc.h"
#include "base/map.h"
#include "blast/circuits.h"
#include "blast/cnf.h"
#include "blast/floats.h"
#include "term/walk.h"

struct blast {
    const term_table *table;
    aig graph;
    cnf clauses;
    term_walk walk;
    uint32_t translated; /* terms of walk.order that have bits */
    VEC(uint32_t) first; /* by term: where its bits start in `bits`; valid where the walk has been */
    VEC(aig_edge) bits;
    VEC(term) variables;
    budget *budget; /* may be NULL */
    map divisions;  /* dividend and divisor (and signedness) -> where quotient, then remainder, start in `bits` */
};

blast *blast_new(const term_table *table, blast_sink sink)
{
    blast *b = alloc_zeroed(1, sizeof *b);
    b->table = table;
    aig_init(&b->graph);
    cnf_init(&b->clauses, &b->graph, sink);
    return b;
}

void blast_free(blast *b)
{
    if (b == NULL)
        return;
    aig_clear(&b->graph);
    cnf_clear(&b->clauses);
    term_walk_clear(&b->walk);
    vec_clear(&b->first);
    vec_clear(&b->bits);
    vec_clear(&b->variables);
    map_clear(&b->divisions);
    free(b);
}

void blast_set_budget(blast *b, budget *budget)
{
    b->budget = budget;
    b->clauses.budget = budget;
}

/* ---- one term ---- */

typedef struct operands {
    uint32_t width; /* of the children */
    const aig_edge *a, *b;
} operands;

static void translate_constant(const blast *b, term a, uint32_t width, aig_edge *out)
{
    term_value value = term_constant_value(b->table, a);
    for (uint32_t i = 0; i < width; i++)
        out[i] = value >> i & 1 ? AIG_TRUE : AIG_FALSE;
}

static void translate_variable(blast *b, term a, uint32_t width, aig_edge *out)
{
    vec_push(&b->variables, a);
    for (uint32_t i = 0; i < width; i++)
        out[i] = aig_input(&b->graph);
}

/* a - c reaches here as a + -c: one adder does both. */
static void translate_sum(blast *b, term a, operands in, aig_edge *out)
{
    for (uint32_t side = 0; side < 2; side++) {
        term negated = term_child(b->table, a, side);
        if (term_operation(b->table, negated) == TERM_NEG) {
            const aig_edge *subtrahend = b->bits.data + b->first.data[term_child(b->table, negated, 0)];
            circuit_subtract(&b->graph, in.width, side ? in.a : in.b, subtrahend, out);
            return;
        }
    }
    circuit_add(&b->graph, in.width, in.a, in.b, AIG_FALSE, out);
}

/* Quotient and remainder of the same operands are one circuit. */
static void translate_division(blast *b, term a, operands in, aig_edge *out)
{
    term_op op = term_operation(b->table, a);
    bool is_signed = op == TERM_SDIV || op == TERM_SREM, is_remainder = op == TERM_UREM || op == TERM_SREM;
    assert(term_child(b->table, a, 0) < UINT32_MAX / 2);
    uint64_t key = (uint64_t)term_child(b->table, a, 0) << 33 | (uint64_t)term_child(b->table, a, 1) << 1 | is_signed;
    uint64_t *place = map_find(&b->divisions, key);
    if (place == NULL) {
        aig_edge results[2 * CIRCUIT_MAX_WIDTH] = {AIG_FALSE};
        (is_signed ? circuit_divide_signed : circuit_divide)(&b->graph, in.width, in.a, in.b, results,
                                                             results + in.width);
        map_put(&b->divisions, key, b->bits.size);
        vec_append(&b->bits, results, 2 * in.width);
        place = map_find(&b->divisions, key);
    }
    memcpy(out, b->bits.data + *place + (is_remainder ? in.width : 0), in.width * sizeof *out);
}

static void translate_bitwise(blast *b, term_op op, operands in, aig_edge *out)
{
    for (uint32_t i = 0; i < in.width; i++)
        out[i] = op == TERM_AND ? aig_and(&b->graph, in.a[i], in.b[i]) : aig_xor(&b->graph, in.a[i], in.b[i]);
}

static void translate_sign_extension(operands in, uint32_t width, aig_edge *out)
{
    for (uint32_t i = 0; i < width; i++)
        out[i] = in.a[i < in.width ? i : in.width - 1];
}

static const aig_edge *bits_of(const blast *b, term a)
{
    return b->bits.data + b->first.data[a];
}

static void translate_concat(const blast *b, term a, aig_edge *out)
{
    term high = term_child(b->table, a, 0), low = term_child(b->table, a, 1);
    uint32_t low_width = term_width(b->table, low);
    memcpy(out, bits_of(b, low), low_width * sizeof *out);
    memcpy(out + low_width, bits_of(b, high), term_width(b->table, high) * sizeof *out);
}

static const float_rounding ROUNDING[] = {
    [TERM_F_FLOOR] = FLOAT_DOWN,      [TERM_F_CEIL] = FLOAT_UP,        [TERM_F_TRUNC] = FLOAT_TO_ZERO,
    [TERM_F_ROUND] = FLOAT_HALF_AWAY, [TERM_F_RINT] = FLOAT_HALF_EVEN,
};

static void translate_float_function(blast *b, term a, operands in, aig_edge *out)
{
    term_float_function function = term_float_function_of(b->table, a);
    if (function == TERM_F_SQRT)
        circuit_float_root(&b->graph, float_format_of(in.width), in.a, out);
    else
        circuit_float_integral(&b->graph, float_format_of(in.width), ROUNDING[function], in.a, out);
}

static void translate_float_conversion(blast *b, term a, operands in, aig_edge *out)
{
    term_op op = term_operation(b->table, a);
    uint32_t width = term_width(b->table, a);
    if (op == TERM_UITOFP || op == TERM_SITOFP)
        circuit_float_from_integer(&b->graph, in.width, op == TERM_SITOFP, in.a, float_format_of(width), out);
    else if (op == TERM_FPTOUI || op == TERM_FPTOSI)
        circuit_float_to_integer(&b->graph, float_format_of(in.width), in.a, width, op == TERM_FPTOSI, out);
    else
        circuit_float_convert(&b->graph, float_format_of(in.width), in.a, float_format_of(width), out);
}

static void translate_float(blast *b, term a, operands in, aig_edge *out)
{
    term_op op = term_operation(b->table, a);
    float_format format = float_format_of(term_width(b->table, a));
    if (term_is_opaque_float(b->table, a))
        for (uint32_t i = 0; i < term_width(b->table, a); i++)
            out[i] = aig_input(&b->graph);
    else if (op == TERM_FADD)
        circuit_float_add(&b->graph, format, in.a, in.b, out);
    else if (op == TERM_FSUB)
        circuit_float_subtract(&b->graph, format, in.a, in.b, out);
    else if (op == TERM_FMUL)
        circuit_float_multiply(&b->graph, format, in.a, in.b, out);
    else if (op == TERM_FDIV)
        circuit_float_divide(&b->graph, format, in.a, in.b, out);
    else if (op == TERM_FMA)
        circuit_float_fuse(&b->graph, format, in.a, in.b, bits_of(b, term_child(b->table, a, 2)), out);
    else if (op == TERM_FUNARY)
        translate_float_function(b, a, in, out);
    else
        translate_float_conversion(b, a, in, out);
}

static void translate_operation(blast *b, term a, operands in, aig_edge *out)
{
    term_op op = term_operation(b->table, a);
    uint32_t width = term_width(b->table, a);
    aig *graph = &b->graph;
    switch (op) {
    case TERM_NOT:
        for (uint32_t i = 0; i < width; i++)
            out[i] = aig_not(in.a[i]);
        break;
    case TERM_NEG:
        circuit_negate(graph, width, in.a, out);
        break;
    case TERM_AND:
    case TERM_XOR:
        translate_bitwise(b, op, in, out);
        break;
    case TERM_ADD:
        translate_sum(b, a, in, out);
        break;
    case TERM_MUL:
        circuit_multiply(graph, width, in.a, in.b, out);
        break;
    case TERM_UDIV:
    case TERM_UREM:
    case TERM_SDIV:
    case TERM_SREM:
        translate_division(b, a, in, out);
        break;
    case TERM_SHL:
        circuit_shift_left(graph, width, in.a, in.b, out);
        break;
    case TERM_LSHR:
        circuit_shift_right(graph, width, in.a, in.b, AIG_FALSE, out);
        break;
    case TERM_ASHR:
        circuit_shift_right(graph, width, in.a, in.b, in.a[width - 1], out);
        break;
    case TERM_EQ:
        out[0] = circuit_equal(graph, in.width, in.a, in.b);
        break;
    case TERM_ULT:
        out[0] = circuit_less(graph, in.width, in.a, in.b);
        break;
    case TERM_SLT:
        out[0] = circuit_less_signed(graph, in.width, in.a, in.b);
        break;
    case TERM_ITE:
        circuit_choose(graph, width, in.a[0], in.b, bits_of(b, term_child(b->table, a, 2)), out);
        break;
    case TERM_CONCAT:
        translate_concat(b, a, out);
        break;
    case TERM_EXTRACT:
        memcpy(out, in.a + term_extract_low(b->table, a), width * sizeof *out);
        break;
    case TERM_SEXT:
        translate_sign_extension(in, width, out);
        break;
    default:
        translate_float(b, a, in, out);
    }
}

static void translate(blast *b, term a)
{
    aig_edge out[CIRCUIT_MAX_WIDTH];
    uint32_t width = term_width(b->table, a), arity = term_arity(b->table, a);
    if (term_is_constant(b->table, a)) {
        translate_constant(b, a, width, out);
    } else if (arity == 0) {
        translate_variable(b, a, width, out);
    } else {
        term first = term_child(b->table, a, 0), second = arity > 1 ? term_child(b->table, a, 1) : first;
        translate_operation(b, a, (operands){term_width(b->table, first), bits_of(b, first), bits_of(b, second)}, out);
    }
    b->first.data[a] = b->bits.size;
    vec_append(&b->bits, out, width);
}

static const aig_edge *translate_all(blast *b, term a)
{
    enum { TERM_WORK = 10, NODE_WORK = 18 };
    static const aig_edge NONSENSE[CIRCUIT_MAX_WIDTH] = {AIG_FALSE};
    if (budget_charge(b->budget, 0))
        return NONSENSE;
    if (b->first.size < term_count(b->table))
        vec_resize(&b->first, term_count(b->table));
    term_walk_add(&b->walk, b->table, a);
    for (; b->translated < b->walk.order.size; b->translated++) {
        uint32_t nodes = b->graph.nodes.size;
        translate(b, b->walk.order.data[b->translated]);
        if (budget_charge(b->budget, TERM_WORK + (uint64_t)(b->graph.nodes.size - nodes) * NODE_WORK))
            return NONSENSE;
    }
    return bits_of(b, a);
}

/* ---- the interface ---- */

void blast_bits(blast *b, term a, aig_edge *bits)
{
    memcpy(bits, translate_all(b, a), term_width(b->table, a) * sizeof *bits);
}

const aig *blast_graph(const blast *b)
{
    return &b->graph;
}

int blast_literal(blast *b, term truth)
{
    assert(term_width(b->table, truth) == 1);
    return cnf_literal(&b->clauses, translate_all(b, truth)[0]);
}

void blast_literals(blast *b, term a, int *literals)
{
    const aig_edge *bits = translate_all(b, a);
    for (uint32_t i = 0; i < term_width(b->table, a); i++)
        literals[i] = cnf_literal(&b->clauses, bits[i]);
}

void blast_assert(blast *b, term truth)
{
    blast_assert_if(b, 0, truth);
}

void blast_assert_if(blast *b, int condition, term truth)
{
    assert(term_width(b->table, truth) == 1);
    cnf_assert(&b->clauses, condition, translate_all(b, truth)[0]);
}

void blast_read_model(const blast *b, int (*value)(const void *solver, int literal), const void *solver,
                      term_evaluation *evaluation)
{
    for (uint32_t i = 0; i < b->variables.size; i++) {
        term variable = b->variables.data[i];
        const aig_edge *bits = bits_of(b, variable);
        term_value number = 0;
        for (uint32_t bit = term_width(b->table, variable); bit-- > 0;) {
            int literal = cnf_find_literal(&b->clauses, bits[bit]);
            number = number << 1 | (literal != 0 && value(solver, literal) > 0);
        }
        term_evaluation_assign(evaluation, variable, number);
    }
}

blast_statistics blast_count(const blast *b)
{
    return (blast_statistics){.terms = b->walk.order.size,
                              .nodes = b->graph.nodes.size,
                              .variables = b->clauses.variable_count,
                              .clauses = b->clauses.clause_count};
}
