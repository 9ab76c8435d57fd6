/* The public constructors, and the one door to the table that they all go through. */
#include "term/rewrite.h"

/* How many constructors one constructor may call, all in all. Enough for every rule on terms of ordinary shape (a
 * concatenation of 64 bytes' worth of pieces takes about that many); it also bounds the C stack. */
enum { FUEL = 300 };

typedef term (*rewriter)(term_table *table, term_node node);

static term keep(term_table *table, term_node node)
{
    return term_intern(table, node);
}

static const rewriter rewriters[TERM_OP_COUNT] = {
    [TERM_NOT] = rewrite_not,
    [TERM_NEG] = rewrite_neg,
    [TERM_AND] = rewrite_and,
    [TERM_XOR] = rewrite_xor,
    [TERM_ADD] = rewrite_add,
    [TERM_MUL] = rewrite_mul,
    [TERM_UDIV] = rewrite_udiv,
    [TERM_UREM] = rewrite_urem,
    [TERM_SDIV] = rewrite_sdiv,
    [TERM_SREM] = rewrite_srem,
    [TERM_SHL] = rewrite_shl,
    [TERM_LSHR] = rewrite_lshr,
    [TERM_ASHR] = rewrite_ashr,
    [TERM_EQ] = rewrite_eq,
    [TERM_ULT] = rewrite_ult,
    [TERM_SLT] = rewrite_slt,
    [TERM_ITE] = rewrite_ite,
    [TERM_CONCAT] = rewrite_concat,
    [TERM_EXTRACT] = rewrite_extract,
    [TERM_SEXT] = rewrite_sext,
    [TERM_FADD] = keep,
    [TERM_FSUB] = keep,
    [TERM_FMUL] = keep,
    [TERM_FDIV] = keep,
    [TERM_FREM] = keep,
    [TERM_FLIBM] = keep,
    [TERM_FMA] = keep,
    [TERM_FUNARY] = keep,
    [TERM_FPEXT] = keep,
    [TERM_FPTRUNC] = keep,
    [TERM_FPTOUI] = keep,
    [TERM_FPTOSI] = keep,
    [TERM_UITOFP] = keep,
    [TERM_SITOFP] = keep,
};

static bool are_children_constant(const term_table *table, const term_node *node)
{
    uint32_t arity = term_op_arity((term_op)node->op);
    return is_constant(table, node->a) && (arity < 2 || is_constant(table, node->b)) &&
           (arity < 3 || is_constant(table, node->c));
}

static term fold(term_table *table, const term_node *node)
{
    uint32_t arity = term_op_arity((term_op)node->op);
    term last = arity == 1 ? node->a : arity == 2 ? node->b : node->c;
    term_value a = term_constant_value(table, node->a);
    term_value b = arity >= 2 ? term_constant_value(table, node->b) : 0;
    term_value c = arity >= 3 ? term_constant_value(table, node->c) : 0;
    return term_constant(table, node->width,
                         value_apply((term_op)node->op, node->width, width_of(table, last), node->aux, a, b, c));
}

term rewrite_build(term_table *table, term_node node)
{
    if (are_children_constant(table, &node))
        return fold(table, &node);
    if (table->depth == 0)
        table->fuel = FUEL;
    if (table->fuel == 0)
        return term_intern(table, node);
    table->fuel--;
    table->depth++;
    table->builds++;
    term result = rewrite_choices(table, node);
    if (result == TERM_NONE)
        result = rewriters[node.op](table, node);
    table->depth--;
    assert(width_of(table, result) == node.width);
    return result;
}

static term unary(term_table *table, term_op op, uint32_t width, uint32_t aux, term a)
{
    assert(width >= 1 && width <= TERM_MAX_WIDTH);
    return rewrite_build(table, (term_node){.op = (uint8_t)op, .width = (uint8_t)width, .aux = (uint16_t)aux, .a = a});
}

static term binary(term_table *table, term_op op, uint32_t width, term a, term b)
{
    assert(op == TERM_CONCAT || width_of(table, a) == width_of(table, b));
    return rewrite_build(table, (term_node){.op = (uint8_t)op, .width = (uint8_t)width, .a = a, .b = b});
}

static term arithmetic(term_table *table, term_op op, term a, term b)
{
    return binary(table, op, width_of(table, a), a, b);
}

term term_not(term_table *table, term a)
{
    return unary(table, TERM_NOT, width_of(table, a), 0, a);
}

term term_neg(term_table *table, term a)
{
    return unary(table, TERM_NEG, width_of(table, a), 0, a);
}

term term_and(term_table *table, term a, term b)
{
    return arithmetic(table, TERM_AND, a, b);
}

term term_or(term_table *table, term a, term b)
{
    return term_not(table, term_and(table, term_not(table, a), term_not(table, b)));
}

term term_xor(term_table *table, term a, term b)
{
    return arithmetic(table, TERM_XOR, a, b);
}

term term_implies(term_table *table, term a, term b)
{
    return term_not(table, term_and(table, a, term_not(table, b)));
}

term term_add(term_table *table, term a, term b)
{
    return arithmetic(table, TERM_ADD, a, b);
}

term term_sub(term_table *table, term a, term b)
{
    return term_add(table, a, term_neg(table, b));
}

term term_mul(term_table *table, term a, term b)
{
    return arithmetic(table, TERM_MUL, a, b);
}

term term_udiv(term_table *table, term a, term b)
{
    return arithmetic(table, TERM_UDIV, a, b);
}

term term_sdiv(term_table *table, term a, term b)
{
    return arithmetic(table, TERM_SDIV, a, b);
}

term term_urem(term_table *table, term a, term b)
{
    return arithmetic(table, TERM_UREM, a, b);
}

term term_srem(term_table *table, term a, term b)
{
    return arithmetic(table, TERM_SREM, a, b);
}

term term_shl(term_table *table, term a, term b)
{
    return arithmetic(table, TERM_SHL, a, b);
}

term term_lshr(term_table *table, term a, term b)
{
    return arithmetic(table, TERM_LSHR, a, b);
}

term term_ashr(term_table *table, term a, term b)
{
    return arithmetic(table, TERM_ASHR, a, b);
}

term term_eq(term_table *table, term a, term b)
{
    return binary(table, TERM_EQ, 1, a, b);
}

term term_ne(term_table *table, term a, term b)
{
    return term_not(table, term_eq(table, a, b));
}

term term_ult(term_table *table, term a, term b)
{
    return binary(table, TERM_ULT, 1, a, b);
}

term term_ule(term_table *table, term a, term b)
{
    return term_not(table, term_ult(table, b, a));
}

term term_slt(term_table *table, term a, term b)
{
    return binary(table, TERM_SLT, 1, a, b);
}

term term_sle(term_table *table, term a, term b)
{
    return term_not(table, term_slt(table, b, a));
}

term term_ite(term_table *table, term condition, term then, term otherwise)
{
    assert(width_of(table, condition) == 1 && width_of(table, then) == width_of(table, otherwise));
    return rewrite_build(
        table,
        (term_node){.op = TERM_ITE, .width = node_of(table, then)->width, .a = condition, .b = then, .c = otherwise});
}

term term_concat(term_table *table, term high, term low)
{
    assert(width_of(table, high) + width_of(table, low) <= TERM_MAX_WIDTH);
    return binary(table, TERM_CONCAT, width_of(table, high) + width_of(table, low), high, low);
}

term term_extract(term_table *table, term a, uint32_t low, uint32_t width)
{
    assert(low + width <= width_of(table, a));
    return width == width_of(table, a) ? a : unary(table, TERM_EXTRACT, width, low, a);
}

term term_zext(term_table *table, term a, uint32_t width)
{
    uint32_t old = width_of(table, a);
    assert(width >= old);
    return width == old ? a : term_concat(table, term_constant(table, width - old, 0), a);
}

term term_sext(term_table *table, term a, uint32_t width)
{
    assert(width >= width_of(table, a));
    return width == width_of(table, a) ? a : unary(table, TERM_SEXT, width, 0, a);
}

term term_resize(term_table *table, term a, uint32_t width)
{
    return width < width_of(table, a) ? term_extract(table, a, 0, width) : term_zext(table, a, width);
}

term term_float_arithmetic(term_table *table, term_op op, term a, term b)
{
    assert(op >= TERM_FADD && op <= TERM_FREM);
    return arithmetic(table, op, a, b);
}

term term_float_libm(term_table *table, libm_function function, bool is_error, term a, term b)
{
    uint32_t aux = (uint32_t)function * 2 + is_error;
    assert(width_of(table, a) == width_of(table, b));
    return rewrite_build(
        table,
        (term_node){.op = TERM_FLIBM, .width = (uint8_t)width_of(table, a), .aux = (uint16_t)aux, .a = a, .b = b});
}

term term_float_fuse(term_table *table, term a, term b, term c)
{
    return rewrite_build(table,
                         (term_node){.op = TERM_FMA, .width = (uint8_t)width_of(table, a), .a = a, .b = b, .c = c});
}

term term_float_unary(term_table *table, term_float_function function, term a)
{
    return unary(table, TERM_FUNARY, width_of(table, a), function, a);
}

term term_float_convert(term_table *table, term_op op, term a, uint32_t width)
{
    assert(op >= TERM_FPEXT && op <= TERM_SITOFP);
    return unary(table, op, width, 0, a);
}
