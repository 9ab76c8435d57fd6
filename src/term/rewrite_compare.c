/* Equality and order. */
#include "term/rewrite.h"

/* Rules that follow a chain of if-then-else, one link per constructor, stop after so many. */
enum { CHAIN_LIMIT = 32 };

/* ---- equality ---- */

static bool differ_for_sure(const term_table *table, term a, term b)
{
    if (term_upper_bound(table, a) < term_lower_bound(table, b) ||
        term_upper_bound(table, b) < term_lower_bound(table, a))
        return true;
    term_value x, y;
    uint32_t known = rewrite_known_low_bits(table, a, &x);
    if (known == 0)
        return false;
    uint32_t known_too = rewrite_known_low_bits(table, b, &y);
    return ((x ^ y) & value_mask(known < known_too ? known : known_too)) != 0;
}

static term eq_parts(term_table *table, term a, term b, uint32_t cut)
{
    uint32_t width = width_of(table, a);
    term high = term_eq(table, term_extract(table, a, cut, width - cut), term_extract(table, b, cut, width - cut));
    if (high == TERM_FALSE)
        return high;
    return term_and(table, high, term_eq(table, term_extract(table, a, 0, cut), term_extract(table, b, 0, cut)));
}

/* a is a concatenation: compare piece by piece, if that is sure to leave less to compare. */
static term eq_concat(term_table *table, term a, term b)
{
    term_node x = peek(table, a), y = peek(table, b);
    uint32_t cut = width_of(table, x.b);
    bool is_worth_it = y.op == TERM_CONSTANT;
    if (y.op == TERM_CONCAT)
        is_worth_it = width_of(table, y.b) == cut || is_constant(table, x.a) || is_constant(table, x.b);
    return is_worth_it ? eq_parts(table, a, b, cut) : TERM_NONE;
}

static term eq_ite(term_table *table, term a, term b)
{
    term_node x = peek(table, a), y = peek(table, b);
    if (table->depth > CHAIN_LIMIT)
        return TERM_NONE;
    if (x.b == b)
        return term_or(table, x.a, term_eq(table, x.c, b));
    if (x.c == b)
        return term_or(table, term_not(table, x.a), term_eq(table, x.b, b));
    if (y.op == TERM_ITE && y.a == x.a)
        return term_ite(table, x.a, term_eq(table, x.b, y.b), term_eq(table, x.c, y.c));
    if (differ_for_sure(table, x.b, b))
        return term_and(table, term_not(table, x.a), term_eq(table, x.c, b));
    if (differ_for_sure(table, x.c, b))
        return term_and(table, x.a, term_eq(table, x.b, b));
    return TERM_NONE;
}

/* a is x + y. */
static term eq_sum(term_table *table, term a, term b)
{
    term_node x = peek(table, a), y = peek(table, b);
    if (is_constant(table, x.b)) {
        term_value c = term_constant_value(table, x.b);
        if (y.op == TERM_CONSTANT)
            return term_eq(table, x.a, constant_like(table, b, term_constant_value(table, b) - c));
        if (is_op_constant(table, b, TERM_ADD))
            return term_eq(table, term_add(table, x.a, constant_like(table, a, c - term_constant_value(table, y.b))),
                           y.a);
    }
    if (b == x.a || b == x.b)
        return term_eq(table, b == x.a ? x.b : x.a, constant_like(table, a, 0));
    if (y.op == TERM_ADD && (x.a == y.a || x.a == y.b))
        return term_eq(table, x.b, x.a == y.a ? y.b : y.a);
    if (y.op == TERM_ADD && (x.b == y.a || x.b == y.b))
        return term_eq(table, x.a, x.b == y.a ? y.b : y.a);
    if (is_zero(table, b) && (is_op(table, x.a, TERM_NEG) || is_op(table, x.b, TERM_NEG)))
        return term_eq(table, x.a, term_neg(table, x.b));
    return TERM_NONE;
}

static term eq_product(term_table *table, term a, term b)
{
    term_node x = peek(table, a);
    if (!is_constant(table, x.b) || !(term_constant_value(table, x.b) & 1))
        return TERM_NONE;
    if (is_constant(table, b)) {
        term_value inverse = value_inverse(term_constant_value(table, x.b));
        return term_eq(table, x.a, constant_like(table, b, term_constant_value(table, b) * inverse));
    }
    if (is_op(table, b, TERM_MUL) && peek(table, b).b == x.b)
        return term_eq(table, x.a, peek(table, b).a);
    return TERM_NONE;
}

static term eq_sext(term_table *table, term a, term b)
{
    term_node x = peek(table, a), y = peek(table, b);
    uint32_t inner = width_of(table, x.a);
    if (y.op == TERM_SEXT && width_of(table, y.a) == inner)
        return term_eq(table, x.a, y.a);
    if (y.op != TERM_CONSTANT)
        return TERM_NONE;
    term low = term_extract(table, b, 0, inner);
    return term_sext(table, low, y.width) == b ? term_eq(table, x.a, low) : TERM_FALSE;
}

/* a or b can be undone on both sides. */
static term eq_inverted(term_table *table, term a, term b)
{
    term_node x = peek(table, a), y = peek(table, b);
    bool is_constant_b = y.op == TERM_CONSTANT;
    if ((x.op == TERM_NOT || x.op == TERM_NEG) && y.op == x.op)
        return term_eq(table, x.a, y.a);
    if (x.op == TERM_NOT && is_constant_b)
        return term_eq(table, x.a, term_not(table, b));
    if (x.op == TERM_NEG && is_constant_b)
        return term_eq(table, x.a, term_neg(table, b));
    if (x.op == TERM_XOR && is_constant_b && is_constant(table, x.b))
        return term_eq(table, x.a, term_xor(table, x.b, b));
    if (x.op == TERM_XOR && is_constant_b && term_constant_value(table, b) == 0)
        return term_eq(table, x.a, x.b);
    return TERM_NONE;
}

static term eq_by_first(term_table *table, term a, term b)
{
    switch (peek(table, a).op) {
    case TERM_CONCAT:
        return eq_concat(table, a, b);
    case TERM_ITE:
        return eq_ite(table, a, b);
    case TERM_ADD:
        return eq_sum(table, a, b);
    case TERM_MUL:
        return eq_product(table, a, b);
    case TERM_SEXT:
        return eq_sext(table, a, b);
    default:
        return eq_inverted(table, a, b);
    }
}

term rewrite_eq(term_table *table, term_node node)
{
    if (node.a == node.b)
        return TERM_TRUE;
    if (width_of(table, node.a) == 1)
        return term_not(table, term_xor(table, node.a, node.b));
    if (is_complement(table, node.a, node.b) || differ_for_sure(table, node.a, node.b))
        return TERM_FALSE;
    order_children(table, &node);
    term result = eq_by_first(table, node.a, node.b);
    if (result == TERM_NONE)
        result = eq_by_first(table, node.b, node.a);
    return result == TERM_NONE ? term_intern(table, node) : result;
}

/* ---- unsigned order ---- */

/* x < c or c < x with c next to an end of the range is an equality. */
static term ult_extreme(term_table *table, term a, term b)
{
    term_value mask = value_mask(width_of(table, a));
    if (is_value(table, b, 1) || is_value(table, b, mask)) {
        term equal = term_eq(table, a, is_value(table, b, 1) ? constant_like(table, b, 0) : b);
        return is_value(table, b, 1) ? equal : term_not(table, equal);
    }
    if (is_zero(table, a))
        return term_ne(table, b, a);
    if (is_value(table, a, mask - 1))
        return term_eq(table, b, constant_like(table, a, mask));
    return TERM_NONE;
}

/* The number of low bits below a constant high part; the whole width if there is none. */
static uint32_t bits_below_constant(const term_table *table, term a)
{
    const term_node *node = node_of(table, a);
    if (node->op == TERM_CONSTANT)
        return 1;
    return node->op == TERM_CONCAT && is_constant(table, node->a) ? width_of(table, node->b) : node->width;
}

static term ult_same_high_part(term_table *table, term a, term b)
{
    uint32_t cut = bits_below_constant(table, a), cut_b = bits_below_constant(table, b), width = width_of(table, a);
    if (cut < cut_b)
        cut = cut_b;
    if (cut >= width || term_extract(table, a, cut, width - cut) != term_extract(table, b, cut, width - cut))
        return TERM_NONE;
    return term_ult(table, term_extract(table, a, 0, cut), term_extract(table, b, 0, cut));
}

/* The number of constant bits at the low end of a concatenation; 0 for none. */
static uint32_t constant_low_bits(const term_table *table, term a)
{
    const term_node *node = node_of(table, a);
    return node->op == TERM_CONCAT && is_constant(table, node->b) ? width_of(table, node->b) : 0;
}

static term ult_constant_low_part(term_table *table, term a, term b)
{
    uint32_t cut = constant_low_bits(table, a), cut_b = constant_low_bits(table, b), width = width_of(table, a);
    if (is_constant(table, a))
        cut = cut_b;
    if (is_constant(table, b))
        cut_b = cut;
    if (cut == 0 || cut != cut_b)
        return TERM_NONE;
    term high_a = term_extract(table, a, cut, width - cut), high_b = term_extract(table, b, cut, width - cut);
    term low = term_ult(table, term_extract(table, a, 0, cut), term_extract(table, b, 0, cut));
    return low == TERM_TRUE ? term_ule(table, high_a, high_b) : term_ult(table, high_a, high_b);
}

term rewrite_ult(term_table *table, term_node node)
{
    term a = node.a, b = node.b;
    if (a == b || term_lower_bound(table, a) >= term_upper_bound(table, b))
        return TERM_FALSE;
    if (term_upper_bound(table, a) < term_lower_bound(table, b))
        return TERM_TRUE;
    if (width_of(table, a) == 1)
        return term_and(table, term_not(table, a), b);
    term result = ult_extreme(table, a, b);
    if (result == TERM_NONE)
        result = ult_same_high_part(table, a, b);
    if (result == TERM_NONE)
        result = ult_constant_low_part(table, a, b);
    if (result != TERM_NONE)
        return result;
    term_node x = peek(table, a), y = peek(table, b);
    if (x.op == TERM_SEXT && y.op == TERM_SEXT && width_of(table, x.a) == width_of(table, y.a))
        return term_ult(table, x.a, y.a);
    if (x.op == TERM_NOT && y.op == TERM_NOT)
        return term_ult(table, y.a, x.a);
    return term_intern(table, node);
}

/* ---- signed order ---- */

/* x is sext(inner), and c a constant on the other side. */
static term slt_sext_constant(term_table *table, term inner, term c, bool is_constant_right)
{
    uint32_t width = width_of(table, inner);
    term low = term_extract(table, c, 0, width);
    if (term_sext(table, low, width_of(table, c)) == c)
        return is_constant_right ? term_slt(table, inner, low) : term_slt(table, low, inner);
    bool is_negative = value_bit(term_constant_value(table, c), width_of(table, c) - 1);
    return is_negative != is_constant_right ? TERM_TRUE : TERM_FALSE;
}

static term slt_sext(term_table *table, term a, term b)
{
    term_node x = peek(table, a), y = peek(table, b);
    if (x.op == TERM_SEXT && y.op == TERM_SEXT && width_of(table, x.a) == width_of(table, y.a))
        return term_slt(table, x.a, y.a);
    if (x.op == TERM_SEXT && y.op == TERM_CONSTANT)
        return slt_sext_constant(table, x.a, b, true);
    if (y.op == TERM_SEXT && x.op == TERM_CONSTANT)
        return slt_sext_constant(table, y.a, a, false);
    return TERM_NONE;
}

static term slt_extreme(term_table *table, term a, term b)
{
    uint32_t width = width_of(table, a);
    term_value least = value_power_of_two(width - 1), most = least - 1;
    if (is_value(table, b, least) || is_value(table, a, most))
        return TERM_FALSE;
    if (is_zero(table, b))
        return term_extract(table, a, width - 1, 1);
    if (is_all_ones(table, a))
        return term_not(table, term_extract(table, b, width - 1, 1));
    if (is_value(table, a, least) || is_value(table, b, most))
        return term_ne(table, a, b);
    if (is_value(table, b, least + 1) || is_value(table, a, most - 1))
        return is_constant(table, b) ? term_eq(table, a, constant_like(table, b, least))
                                     : term_eq(table, b, constant_like(table, a, most));
    return TERM_NONE;
}

term rewrite_slt(term_table *table, term_node node)
{
    term a = node.a, b = node.b;
    if (a == b)
        return TERM_FALSE;
    if (width_of(table, a) == 1)
        return term_and(table, a, term_not(table, b));
    bool is_natural_a = is_sign_bit_clear(table, a), is_natural_b = is_sign_bit_clear(table, b);
    bool is_negative_a = is_sign_bit_set(table, a), is_negative_b = is_sign_bit_set(table, b);
    if ((is_natural_a && is_natural_b) || (is_negative_a && is_negative_b))
        return term_ult(table, a, b);
    if ((is_natural_a && is_negative_b) || (is_negative_a && is_natural_b))
        return is_negative_a ? TERM_TRUE : TERM_FALSE;
    term result = slt_extreme(table, a, b);
    if (result == TERM_NONE)
        result = slt_sext(table, a, b);
    return result == TERM_NONE ? term_intern(table, node) : result;
}
