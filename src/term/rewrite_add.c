/* Sums. Constants are collected and stand outermost: a sum is rest + c, where `rest` holds no constant that could
 * leave it. If `rest` is small and c large, as in "address of an object + index", no carry can reach the high bits:
 * then the sum is concat(high bits of c, narrow sum), and the high bits are seen to be constant. */
#include "term/rewrite.h"

static bool sum_fits(term_value a, term_value b, uint32_t width)
{
    term_value mask = value_mask(width);
    return a <= mask && b <= mask && a <= mask - b;
}

/* a == rest + result as natural numbers, without a carry out of a's width. */
static term_value split_without_carry(term_table *table, term a, term *rest)
{
    term_node node = peek(table, a);
    *rest = a;
    if (is_op_constant(table, a, TERM_ADD)) {
        term_value c = term_constant_value(table, node.b);
        if (!sum_fits(term_upper_bound(table, node.a), c, node.width))
            return 0;
        *rest = node.a;
        return c;
    }
    if (node.op == TERM_CONCAT && is_constant(table, node.b)) {
        uint32_t low_width = width_of(table, node.b);
        term high;
        term_value c = split_without_carry(table, node.a, &high) << low_width;
        c |= term_constant_value(table, node.b);
        if (c)
            *rest = term_concat(table, high, constant_like(table, node.b, 0));
        return c;
    }
    return 0;
}

/* a == rest + result, modulo 2^width. */
static term_value split_constant(term_table *table, term a, term *rest)
{
    term_node node = peek(table, a);
    *rest = a;
    if (is_op_constant(table, a, TERM_ADD)) {
        *rest = node.a;
        return term_constant_value(table, node.b);
    }
    if (node.op == TERM_CONCAT && is_constant(table, node.a)) {
        uint32_t low_width = width_of(table, node.b);
        term low;
        term_value c = split_without_carry(table, node.b, &low);
        c |= term_constant_value(table, node.a) << low_width;
        if (c)
            *rest = term_zext(table, low, node.width);
        return c;
    }
    return 0;
}

static term intern_sum(term_table *table, term a, term b)
{
    term_node node = {.op = TERM_ADD, .width = node_of(table, a)->width, .a = a, .b = b};
    order_children(table, &node);
    return term_intern(table, node);
}

/* The least m such that a number up to `most` plus c leaves the bits of c from m on as they are; at most `width`. */
static uint32_t bits_that_change(term_value most, term_value c, uint32_t width)
{
    uint32_t m = value_length(most);
    while (m < width && !sum_fits(most, c & value_mask(m), m))
        m++;
    return m;
}

static term add_to_small(term_table *table, term rest, term_value c)
{
    term_node node = peek(table, rest);
    uint32_t m = bits_that_change(term_upper_bound(table, node.b), c, node.width);
    if (m == 0 || m >= node.width)
        return intern_sum(table, rest, constant_like(table, rest, c));
    term low = term_resize(table, node.b, m);
    term_value low_constant = c & value_mask(m);
    if (low_constant)
        low = intern_sum(table, low, term_constant(table, m, low_constant));
    return term_concat(table, term_constant(table, node.width - m, c >> m), low);
}

static term add_constant(term_table *table, term a, term_value c)
{
    term rest;
    c = (c + split_constant(table, a, &rest)) & value_mask(width_of(table, a));
    term_node node = peek(table, rest);
    if (c == 0)
        return rest;
    if (node.op == TERM_CONSTANT)
        return constant_like(table, rest, term_constant_value(table, rest) + c);
    if (node.op == TERM_NOT)
        return term_add(table, term_neg(table, node.a), constant_like(table, a, c - 1));
    if (node.op == TERM_NEG && c == value_mask(node.width))
        return term_not(table, node.a);
    if (is_zero_extension(table, rest))
        return add_to_small(table, rest, c);
    return intern_sum(table, rest, constant_like(table, a, c));
}

static bool cancels(const term_table *table, term a, term b)
{
    const term_node *x = node_of(table, a), *y = node_of(table, b);
    return (x->op == TERM_NEG && x->a == b) || (y->op == TERM_NEG && y->a == a);
}

/* If `sum` is b' + x with b' == -b: x. */
static term without_summand(const term_table *table, term sum, term b)
{
    const term_node *node = node_of(table, sum);
    if (node->op != TERM_ADD)
        return TERM_NONE;
    if (cancels(table, node->a, b))
        return node->b;
    return cancels(table, node->b, b) ? node->a : TERM_NONE;
}

/* a == base * result */
static term_value coefficient_of(const term_table *table, term a, term *base)
{
    const term_node *node = node_of(table, a);
    *base = a;
    if (node->op == TERM_NEG) {
        *base = node->a;
        return ~(term_value)0;
    }
    if (is_op_constant(table, a, TERM_MUL)) {
        *base = node->a;
        return term_constant_value(table, node->b);
    }
    if (node->op == TERM_CONCAT && is_zero(table, node->b) && is_op(table, node->a, TERM_EXTRACT)) {
        const term_node *slice = node_of(table, node->a);
        if (slice->aux == 0 && width_of(table, slice->a) == node->width) {
            *base = slice->a;
            return value_power_of_two(width_of(table, node->b));
        }
    }
    return 1;
}

static term add_small(term_table *table, term a, term b)
{
    uint32_t width = width_of(table, a);
    term_value most = term_upper_bound(table, a) + term_upper_bound(table, b);
    uint32_t m = value_length(most);
    if (m == 0 || m >= width)
        return intern_sum(table, a, b);
    return term_zext(table, term_add(table, term_resize(table, a, m), term_resize(table, b, m)), width);
}

static term add_without_constants(term_table *table, term a, term b)
{
    if (cancels(table, a, b))
        return constant_like(table, a, 0);
    if (is_complement(table, a, b))
        return constant_like(table, a, value_mask(width_of(table, a)));
    term left = without_summand(table, a, b);
    if (left == TERM_NONE)
        left = without_summand(table, b, a);
    if (left != TERM_NONE)
        return left;
    term base_a, base_b;
    term_value coefficient = coefficient_of(table, a, &base_a) + coefficient_of(table, b, &base_b);
    if (base_a == base_b)
        return term_mul(table, base_a, constant_like(table, base_a, coefficient));
    if (is_zero_extension(table, a) && is_zero_extension(table, b))
        return add_small(table, a, b);
    return intern_sum(table, a, b);
}

term rewrite_add(term_table *table, term_node node)
{
    if (node.width == 1)
        return term_xor(table, node.a, node.b);
    order_children(table, &node);
    if (is_constant(table, node.b))
        return add_constant(table, node.a, term_constant_value(table, node.b));
    term rest_a, rest_b;
    term_value c = split_constant(table, node.a, &rest_a) + split_constant(table, node.b, &rest_b);
    if (rest_a != node.a || rest_b != node.b)
        return term_add(table, term_add(table, rest_a, rest_b), constant_like(table, node.a, c));
    return add_without_constants(table, node.a, node.b);
}

term rewrite_neg(term_table *table, term_node node)
{
    term_node inner = peek(table, node.a);
    if (node.width == 1 || inner.op == TERM_NEG)
        return node.width == 1 ? node.a : inner.a;
    if (inner.op == TERM_NOT)
        return term_add(table, inner.a, constant_like(table, node.a, 1));
    if (inner.op == TERM_ADD &&
        (is_constant(table, inner.b) || is_op(table, inner.a, TERM_NEG) || is_op(table, inner.b, TERM_NEG)))
        return term_add(table, term_neg(table, inner.a), term_neg(table, inner.b));
    if (is_op_constant(table, node.a, TERM_MUL))
        return term_mul(table, inner.a, term_neg(table, inner.b));
    if (inner.op == TERM_CONCAT && is_zero(table, inner.b))
        return term_concat(table, term_neg(table, inner.a), inner.b);
    return term_intern(table, node);
}

/* ---- products by constants are linear too ---- */

static term mul_odd_constant(term_table *table, term_node node, term_value c)
{
    if (is_zero_extension(table, node.a)) {
        term_value most = term_upper_bound(table, node.a);
        if (value_length(most) + value_length(c) < node.width) {
            uint32_t m = value_length(most * c);
            term low = term_resize(table, node.a, m ? m : 1);
            return term_zext(table, term_mul(table, low, constant_like(table, low, c)), node.width);
        }
    }
    return term_intern(table, node);
}

static term mul_constant(term_table *table, term_node node, term_value c)
{
    term_node inner = peek(table, node.a);
    if (c == 0)
        return node.b;
    if (c == 1)
        return node.a;
    if (c == value_mask(node.width))
        return term_neg(table, node.a);
    term rest;
    term_value summand = split_constant(table, node.a, &rest);
    if (rest != node.a)
        return term_add(table, term_mul(table, rest, node.b), constant_like(table, node.b, summand * c));
    if (inner.op == TERM_NEG)
        return term_mul(table, inner.a, constant_like(table, node.b, -c));
    if (is_op_constant(table, node.a, TERM_MUL))
        return term_mul(table, inner.a, term_mul(table, inner.b, node.b));
    uint32_t zeros = value_trailing_zeros(c);
    if (zeros) {
        uint32_t width = node.width - zeros;
        term high = term_extract(table, node.a, 0, width);
        return term_concat(table, term_mul(table, high, term_constant(table, width, c >> zeros)),
                           term_constant(table, zeros, 0));
    }
    if (inner.op == TERM_CONCAT && is_zero(table, inner.b))
        return term_concat(table, term_mul(table, inner.a, constant_like(table, inner.a, c)), inner.b);
    return mul_odd_constant(table, node, c);
}

term rewrite_mul(term_table *table, term_node node)
{
    if (node.width == 1)
        return term_and(table, node.a, node.b);
    order_children(table, &node);
    if (is_constant(table, node.b))
        return mul_constant(table, node, term_constant_value(table, node.b));
    for (int turn = 0; turn < 2; turn++) {
        term_node inner = peek(table, node.a);
        if (inner.op == TERM_NEG)
            return term_neg(table, term_mul(table, inner.a, node.b));
        if (is_op_constant(table, node.a, TERM_MUL))
            return term_mul(table, term_mul(table, inner.a, node.b), inner.b);
        if (inner.op == TERM_CONCAT && is_zero(table, inner.b))
            return term_concat(table, term_mul(table, inner.a, term_resize(table, node.b, width_of(table, inner.a))),
                               inner.b);
        term a = node.a;
        node.a = node.b;
        node.b = a;
    }
    if (is_zero_extension(table, node.a) && is_zero_extension(table, node.b)) {
        uint32_t m = value_length(term_upper_bound(table, node.a)) + value_length(term_upper_bound(table, node.b));
        if (m > 0 && m < node.width)
            return term_zext(table, term_mul(table, term_resize(table, node.a, m), term_resize(table, node.b, m)),
                             node.width);
    }
    return term_intern(table, node);
}
