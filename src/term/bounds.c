/* What can be said about a term's value by looking at its top few levels. */
#include "term/rewrite.h"

enum { LEVELS = 4 };

static term_value smaller(term_value a, term_value b)
{
    return a < b ? a : b;
}

static term_value larger(term_value a, term_value b)
{
    return a < b ? b : a;
}

static term_value upper(const term_table *table, term a, uint32_t levels)
{
    const term_node *node = node_of(table, a);
    term_value mask = value_mask(node->width);
    if (node->op == TERM_CONSTANT)
        return term_constant_value(table, a);
    if (levels == 0)
        return mask;
    levels--;
    switch (node->op) {
    case TERM_CONCAT:
        return upper(table, node->a, levels) << width_of(table, node->b) | upper(table, node->b, levels);
    case TERM_ITE:
        return larger(upper(table, node->b, levels), upper(table, node->c, levels));
    case TERM_AND:
        return smaller(upper(table, node->a, levels), upper(table, node->b, levels));
    case TERM_ADD: {
        term_value x = upper(table, node->a, levels), y = upper(table, node->b, levels);
        return x <= mask - y ? x + y : mask;
    }
    case TERM_MUL: {
        term_value x = upper(table, node->a, levels), y = upper(table, node->b, levels);
        return x == 0 || y <= mask / x ? x * y : mask;
    }
    case TERM_UREM: {
        term_value x = upper(table, node->a, levels);
        return is_constant(table, node->b) && !is_zero(table, node->b)
                   ? smaller(x, term_constant_value(table, node->b) - 1)
                   : x;
    }
    case TERM_UDIV:
        return is_constant(table, node->b) && !is_zero(table, node->b)
                   ? upper(table, node->a, levels) / term_constant_value(table, node->b)
                   : mask;
    case TERM_LSHR:
        return upper(table, node->a, levels);
    case TERM_EXTRACT:
        return node->aux == 0 ? smaller(mask, upper(table, node->a, levels)) : mask;
    default:
        return mask;
    }
}

static term_value lower(const term_table *table, term a, uint32_t levels)
{
    const term_node *node = node_of(table, a);
    if (node->op == TERM_CONSTANT)
        return term_constant_value(table, a);
    if (levels == 0)
        return 0;
    levels--;
    switch (node->op) {
    case TERM_CONCAT:
        return lower(table, node->a, levels) << width_of(table, node->b) | lower(table, node->b, levels);
    case TERM_ITE:
        return smaller(lower(table, node->b, levels), lower(table, node->c, levels));
    case TERM_ADD: {
        term_value mask = value_mask(node->width);
        term_value x = upper(table, node->a, levels), y = upper(table, node->b, levels);
        return x <= mask - y ? lower(table, node->a, levels) + lower(table, node->b, levels) : 0;
    }
    default:
        return 0;
    }
}

term_value term_upper_bound(const term_table *table, term a)
{
    return upper(table, a, LEVELS);
}

term_value term_lower_bound(const term_table *table, term a)
{
    return lower(table, a, LEVELS);
}

static uint32_t fewer(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

static uint32_t known_low(const term_table *table, term a, term_value *bits, uint32_t levels)
{
    const term_node *node = node_of(table, a);
    term_value x = 0, y = 0;
    *bits = 0;
    if (node->op == TERM_CONSTANT) {
        *bits = term_constant_value(table, a);
        return node->width;
    }
    if (levels == 0)
        return 0;
    levels--;
    uint32_t known = 0;
    switch (node->op) {
    case TERM_CONCAT: {
        uint32_t low_width = width_of(table, node->b);
        known = known_low(table, node->b, &x, levels);
        if (known == low_width) {
            known += known_low(table, node->a, &y, levels);
            x |= y << low_width;
        }
        break;
    }
    case TERM_ADD:
        known = fewer(known_low(table, node->a, &x, levels), known_low(table, node->b, &y, levels));
        x += y;
        break;
    case TERM_MUL:
        known = fewer(known_low(table, node->a, &x, levels), known_low(table, node->b, &y, levels));
        x *= y;
        break;
    case TERM_NEG:
        known = known_low(table, node->a, &x, levels);
        x = -x;
        break;
    case TERM_SEXT:
        known = known_low(table, node->a, &x, levels);
        break;
    case TERM_EXTRACT:
        if (node->aux == 0)
            known = fewer(node->width, known_low(table, node->a, &x, levels));
        break;
    case TERM_ITE: {
        known = fewer(known_low(table, node->b, &x, levels), known_low(table, node->c, &y, levels));
        term_value different = (x ^ y) & value_mask(known);
        if (known && different)
            known = value_trailing_zeros(different);
        break;
    }
    default:
        break;
    }
    *bits = known ? x & value_mask(known) : 0;
    return known;
}

uint32_t rewrite_known_low_bits(const term_table *table, term a, term_value *bits)
{
    return known_low(table, a, bits, LEVELS);
}
