/* Concatenation, extraction and extension. Concatenations nest to the right, the highest part first, with neighbouring
 * constants joined; extractions stand at the leaves where that makes nothing larger. */
#include "term/rewrite.h"

/* ---- concatenation ---- */

/* Two neighbouring pieces that are one: constants, or slices of one term that touch. */
static term join(term_table *table, term high, term low)
{
    term_node x = peek(table, high), y = peek(table, low);
    if (x.op == TERM_CONSTANT && y.op == TERM_CONSTANT)
        return term_concat(table, high, low);
    if (x.op == TERM_EXTRACT && y.op == TERM_EXTRACT && x.a == y.a && x.aux == y.aux + y.width)
        return term_extract(table, x.a, y.aux, (uint32_t)x.width + y.width);
    return TERM_NONE;
}

term rewrite_concat(term_table *table, term_node node)
{
    term_node high = peek(table, node.a), low = peek(table, node.b);
    if (high.op == TERM_CONCAT)
        return term_concat(table, high.a, term_concat(table, high.b, node.b));
    term joined = join(table, node.a, node.b);
    if (joined != TERM_NONE)
        return joined;
    if (low.op == TERM_CONCAT) {
        joined = join(table, node.a, low.a);
        if (joined != TERM_NONE)
            return term_concat(table, joined, low.b);
    }
    if (high.op == TERM_NOT && low.op == TERM_NOT) {
        joined = join(table, high.a, low.a);
        if (joined != TERM_NONE)
            return term_not(table, joined);
    }
    return term_intern(table, node);
}

/* ---- extraction ---- */

enum { FREE_BUDGET = 24 };

/* Whether the slice can be had without an extraction of something that is not one already. */
static bool is_slice_free(const term_table *table, term a, uint32_t low, uint32_t width, uint32_t *budget)
{
    const term_node *node = node_of(table, a);
    if (*budget == 0)
        return false;
    --*budget;
    if (width == node->width)
        return true;
    switch (node->op) {
    case TERM_CONSTANT:
    case TERM_EXTRACT:
        return true;
    case TERM_NOT:
        return is_slice_free(table, node->a, low, width, budget);
    case TERM_CONCAT: {
        uint32_t cut = width_of(table, node->b);
        if (low >= cut)
            return is_slice_free(table, node->a, low - cut, width, budget);
        if (low + width <= cut)
            return is_slice_free(table, node->b, low, width, budget);
        return is_slice_free(table, node->a, 0, low + width - cut, budget) &&
               is_slice_free(table, node->b, low, cut - low, budget);
    }
    case TERM_SEXT: {
        uint32_t inner = width_of(table, node->a);
        if (low + width <= inner)
            return is_slice_free(table, node->a, low, width, budget);
        return low == 0;
    }
    case TERM_ITE:
        return is_slice_free(table, node->b, low, width, budget) && is_slice_free(table, node->c, low, width, budget);
    case TERM_ADD:
        return low == 0 && is_slice_free(table, node->a, 0, width, budget) &&
               is_slice_free(table, node->b, 0, width, budget);
    default:
        return false;
    }
}

static bool is_free(const term_table *table, term a, uint32_t low, uint32_t width)
{
    uint32_t budget = FREE_BUDGET;
    return is_slice_free(table, a, low, width, &budget);
}

static term extract_of_concat(term_table *table, term_node node, term_node inner)
{
    uint32_t cut = width_of(table, inner.b), end = node.aux + (uint32_t)node.width;
    if (node.aux >= cut)
        return term_extract(table, inner.a, node.aux - cut, node.width);
    if (end <= cut)
        return term_extract(table, inner.b, node.aux, node.width);
    return term_concat(table, term_extract(table, inner.a, 0, end - cut),
                       term_extract(table, inner.b, node.aux, cut - node.aux));
}

static term extract_of_sext(term_table *table, term_node node, term_node inner)
{
    uint32_t width = width_of(table, inner.a), end = node.aux + (uint32_t)node.width;
    if (end <= width)
        return term_extract(table, inner.a, node.aux, node.width);
    uint32_t from = node.aux < width ? node.aux : width - 1;
    return term_sext(table, term_extract(table, inner.a, from, width - from), node.width);
}

/* Low bits of a sum, product or negation depend on the low bits of the operands only. */
static term extract_of_arithmetic(term_table *table, term_node node, term_node inner)
{
    bool is_unary = inner.op == TERM_NEG;
    if (node.aux != 0)
        return TERM_NONE;
    if (!is_free(table, inner.a, 0, node.width) && (is_unary || !is_free(table, inner.b, 0, node.width)))
        return TERM_NONE;
    term a = term_extract(table, inner.a, 0, node.width);
    if (is_unary)
        return term_neg(table, a);
    term b = term_extract(table, inner.b, 0, node.width);
    return inner.op == TERM_ADD ? term_add(table, a, b) : term_mul(table, a, b);
}

static term extract_of_bitwise(term_table *table, term_node node, term_node inner)
{
    if (!is_free(table, inner.a, node.aux, node.width) && !is_free(table, inner.b, node.aux, node.width))
        return TERM_NONE;
    term a = term_extract(table, inner.a, node.aux, node.width), b = term_extract(table, inner.b, node.aux, node.width);
    return inner.op == TERM_AND ? term_and(table, a, b) : term_xor(table, a, b);
}

term rewrite_extract(term_table *table, term_node node)
{
    term_node inner = peek(table, node.a);
    term result = TERM_NONE;
    switch (inner.op) {
    case TERM_EXTRACT:
        return term_extract(table, inner.a, (uint32_t)inner.aux + node.aux, node.width);
    case TERM_CONCAT:
        return extract_of_concat(table, node, inner);
    case TERM_SEXT:
        return extract_of_sext(table, node, inner);
    case TERM_NOT:
        return term_not(table, term_extract(table, inner.a, node.aux, node.width));
    case TERM_ADD:
    case TERM_MUL:
    case TERM_NEG:
        result = extract_of_arithmetic(table, node, inner);
        break;
    case TERM_AND:
    case TERM_XOR:
        result = extract_of_bitwise(table, node, inner);
        break;
    case TERM_ITE:
        if (is_free(table, inner.b, node.aux, node.width) && is_free(table, inner.c, node.aux, node.width))
            result = term_ite(table, inner.a, term_extract(table, inner.b, node.aux, node.width),
                              term_extract(table, inner.c, node.aux, node.width));
        break;
    default:
        break;
    }
    return result == TERM_NONE ? term_intern(table, node) : result;
}

/* ---- sign extension ---- */

term rewrite_sext(term_table *table, term_node node)
{
    term_node inner = peek(table, node.a);
    if (inner.op == TERM_SEXT)
        return term_sext(table, inner.a, node.width);
    if (is_sign_bit_clear(table, node.a))
        return term_zext(table, node.a, node.width);
    if (inner.op == TERM_CONCAT && (is_constant(table, inner.a) || is_constant(table, inner.b)))
        return term_concat(table, term_sext(table, inner.a, node.width - width_of(table, inner.b)), inner.b);
    return term_intern(table, node);
}
