/* Quotients, remainders and shifts. */
#include "term/rewrite.h"

static uint32_t longer(uint32_t a, uint32_t b)
{
    return a < b ? b : a;
}

/* Bits that hold both operands. */
static uint32_t operand_bits(const term_table *table, const term_node *node)
{
    uint32_t m = longer(value_length(term_upper_bound(table, node->a)), value_length(term_upper_bound(table, node->b)));
    return m ? m : 1;
}

static bool is_power_of_two(const term_table *table, term a, uint32_t *exponent)
{
    if (!is_constant(table, a))
        return false;
    term_value c = term_constant_value(table, a);
    if (c == 0 || (c & (c - 1)) != 0)
        return false;
    *exponent = value_trailing_zeros(c);
    return true;
}

static bool is_less_for_sure(const term_table *table, term a, term b)
{
    return term_upper_bound(table, a) < term_lower_bound(table, b);
}

term rewrite_udiv(term_table *table, term_node node)
{
    uint32_t exponent;
    if (is_power_of_two(table, node.b, &exponent))
        return term_zext(table, term_extract(table, node.a, exponent, node.width - exponent), node.width);
    if (is_zero(table, node.b))
        return constant_like(table, node.a, value_mask(node.width));
    if (is_less_for_sure(table, node.a, node.b))
        return constant_like(table, node.a, 0);
    if (node.a == node.b) {
        term one = constant_like(table, node.a, 1), all_ones = constant_like(table, node.a, value_mask(node.width));
        return term_ite(table, term_eq(table, node.a, constant_like(table, node.a, 0)), all_ones, one);
    }
    /* A divisor that may be zero makes all bits of the wide quotient ones, so it must stay wide. */
    uint32_t m = operand_bits(table, &node);
    if (is_constant(table, node.b) && m < node.width && is_zero_extension(table, node.a))
        return term_zext(table, term_udiv(table, term_resize(table, node.a, m), term_resize(table, node.b, m)),
                         node.width);
    return term_intern(table, node);
}

term rewrite_urem(term_table *table, term_node node)
{
    uint32_t exponent;
    if (is_zero(table, node.b) || is_less_for_sure(table, node.a, node.b))
        return node.a;
    if (node.a == node.b || is_value(table, node.b, 1))
        return constant_like(table, node.a, 0);
    if (is_power_of_two(table, node.b, &exponent))
        return term_zext(table, term_extract(table, node.a, 0, exponent), node.width);
    uint32_t m = operand_bits(table, &node);
    if (m < node.width && is_zero_extension(table, node.a) &&
        (is_constant(table, node.b) || is_zero_extension(table, node.b)))
        return term_zext(table, term_urem(table, term_resize(table, node.a, m), term_resize(table, node.b, m)),
                         node.width);
    return term_intern(table, node);
}

static bool are_not_negative(const term_table *table, const term_node *node)
{
    return is_sign_bit_clear(table, node->a) && is_sign_bit_clear(table, node->b);
}

/* a / 2^exponent, rounded towards zero: a negative dividend gets 2^exponent - 1 added before the shift. */
static term divide_by_power(term_table *table, term a, uint32_t exponent)
{
    uint32_t width = width_of(table, a);
    term sign = term_extract(table, a, width - 1, 1);
    term bias = term_zext(table, term_sext(table, sign, exponent), width);
    term sum = term_add(table, a, bias);
    return term_sext(table, term_extract(table, sum, exponent, width - exponent), width);
}

term rewrite_sdiv(term_table *table, term_node node)
{
    uint32_t exponent;
    if (is_value(table, node.b, 1) && node.width > 1)
        return node.a;
    if (is_all_ones(table, node.b))
        return term_neg(table, node.a);
    if (are_not_negative(table, &node))
        return term_udiv(table, node.a, node.b);
    if (is_power_of_two(table, node.b, &exponent) && exponent + 1 < node.width)
        return divide_by_power(table, node.a, exponent);
    return term_intern(table, node);
}

term rewrite_srem(term_table *table, term_node node)
{
    uint32_t exponent;
    if (is_zero(table, node.b))
        return node.a;
    if (is_value(table, node.b, 1) || is_all_ones(table, node.b) || node.a == node.b)
        return constant_like(table, node.a, 0);
    if (are_not_negative(table, &node))
        return term_urem(table, node.a, node.b);
    if (is_power_of_two(table, node.b, &exponent) && exponent + 1 < node.width)
        return term_sub(table, node.a, term_mul(table, divide_by_power(table, node.a, exponent), node.b));
    return term_intern(table, node);
}

static bool shifts_everything_out(const term_table *table, const term_node *node)
{
    return term_lower_bound(table, node->b) >= node->width;
}

term rewrite_shl(term_table *table, term_node node)
{
    if (is_zero(table, node.a) || shifts_everything_out(table, &node))
        return constant_like(table, node.a, 0);
    if (is_constant(table, node.b)) {
        uint32_t distance = (uint32_t)term_constant_value(table, node.b);
        return term_mul(table, node.a, constant_like(table, node.a, value_power_of_two(distance)));
    }
    return term_intern(table, node);
}

term rewrite_lshr(term_table *table, term_node node)
{
    if (is_zero(table, node.a) || shifts_everything_out(table, &node))
        return constant_like(table, node.a, 0);
    if (is_constant(table, node.b)) {
        uint32_t distance = (uint32_t)term_constant_value(table, node.b);
        return term_zext(table, term_extract(table, node.a, distance, node.width - distance), node.width);
    }
    return term_intern(table, node);
}

term rewrite_ashr(term_table *table, term_node node)
{
    if (is_sign_bit_clear(table, node.a))
        return term_lshr(table, node.a, node.b);
    if (is_all_ones(table, node.a))
        return node.a;
    bool all_sign = shifts_everything_out(table, &node);
    if (all_sign || is_constant(table, node.b)) {
        uint32_t distance = all_sign ? node.width - 1u : (uint32_t)term_constant_value(table, node.b);
        return term_sext(table, term_extract(table, node.a, distance, node.width - distance), node.width);
    }
    return term_intern(table, node);
}
