/* Conjunction, exclusive or and negation, bit by bit. At width 1 they are the Boolean connectives, and conjunctions
 * are guards: long chains in which each link implies the ones before. */
#include "term/rewrite.h"

/* ---- what a conjunction implies ---- */

enum { SEARCH_BUDGET = 24 };

/* Given y == k: what is the comparison `x` of y with a constant? */
static int implied_by_equality(const term_table *table, const term_node *equality, const term_node *x)
{
    if (equality->op != TERM_EQ || !is_constant(table, equality->b))
        return 0;
    bool is_comparison = x->op == TERM_EQ || x->op == TERM_ULT || x->op == TERM_SLT;
    if (!is_comparison)
        return 0;
    term_value k = term_constant_value(table, equality->b);
    uint32_t width = width_of(table, equality->b);
    term_value a, b;
    if (x->a == equality->a && is_constant(table, x->b)) {
        a = k;
        b = term_constant_value(table, x->b);
    } else if (x->b == equality->a && is_constant(table, x->a)) {
        a = term_constant_value(table, x->a);
        b = k;
    } else {
        return 0;
    }
    return value_apply((term_op)x->op, 1, width, 0, a, b, 0) ? 1 : -1;
}

static int implied_by_one(const term_table *table, term a, term x)
{
    if (a == x)
        return 1;
    if (is_complement(table, a, x))
        return -1;
    const term_node *node = node_of(table, x);
    if (node->width != 1)
        return 0;
    if (node->op == TERM_NOT)
        return -implied_by_equality(table, node_of(table, a), node_of(table, node->a));
    return implied_by_equality(table, node_of(table, a), node);
}

static int search(const term_table *table, term a, term x, uint32_t *budget)
{
    int found = implied_by_one(table, a, x);
    const term_node *node = node_of(table, a);
    if (found != 0 || node->op != TERM_AND || *budget < 2)
        return found;
    *budget -= 2;
    /* The chain grows at one end, and its newest links are the likeliest. */
    found = search(table, node->b, x, budget);
    return found != 0 ? found : search(table, node->a, x, budget);
}

int rewrite_implied(const term_table *table, term a, term x)
{
    uint32_t budget = SEARCH_BUDGET;
    return search(table, a, x, &budget);
}

/* ---- and ---- */

static bool is_one_run_of_ones(term_value mask)
{
    term_value filled = mask | (mask - 1);
    return mask != 0 && (filled & (filled + 1)) == 0;
}

static term keep_run(term_table *table, term a, term_value mask)
{
    uint32_t width = width_of(table, a);
    uint32_t low = value_trailing_zeros(mask), end = value_length(mask);
    term middle = term_zext(table, term_extract(table, a, low, end - low), width - low);
    return low ? term_concat(table, middle, term_constant(table, low, 0)) : middle;
}

static term and_constant(term_table *table, term_node node, term_value mask)
{
    term_node inner = peek(table, node.a);
    if (mask == 0)
        return node.b;
    if (mask == value_mask(node.width))
        return node.a;
    if (is_one_run_of_ones(mask))
        return keep_run(table, node.a, mask);
    if (is_op_constant(table, node.a, TERM_AND))
        return term_and(table, inner.a, term_and(table, inner.b, node.b));
    if (inner.op == TERM_CONCAT) {
        uint32_t cut = width_of(table, inner.b);
        return term_concat(table, term_and(table, inner.a, term_extract(table, node.b, cut, node.width - cut)),
                           term_and(table, inner.b, term_extract(table, node.b, 0, cut)));
    }
    return term_intern(table, node);
}

static bool is_negated_and(const term_table *table, term a)
{
    const term_node *node = node_of(table, a);
    return node->op == TERM_NOT && is_op(table, node->a, TERM_AND);
}

/* Simplifies b under the assumption a; b itself if nothing is known. */
static term assume(term_table *table, term a, term b)
{
    int known = rewrite_implied(table, a, b);
    if (known != 0)
        return constant_like(table, b, known > 0 ? value_mask(width_of(table, b)) : 0);
    term_node node = peek(table, b);
    if (is_negated_and(table, b)) {
        term_node inner = peek(table, node.a);
        int first = rewrite_implied(table, a, inner.a), second = rewrite_implied(table, a, inner.b);
        if (first < 0 || second < 0)
            return constant_like(table, b, value_mask(node.width));
        if (first > 0)
            return term_not(table, inner.b);
        if (second > 0)
            return term_not(table, inner.a);
    }
    if (node.op == TERM_ITE && node.width == 1) {
        int condition = rewrite_implied(table, a, node.a);
        if (condition != 0)
            return condition > 0 ? node.b : node.c;
    }
    if (node.op == TERM_AND) {
        int first = rewrite_implied(table, a, node.a), second = rewrite_implied(table, a, node.b);
        if (first < 0 || second < 0)
            return constant_like(table, b, 0);
        if (first > 0)
            return node.b;
        if (second > 0)
            return node.a;
    }
    return b;
}

/* ~(p & q) & ~(p & ~q) is ~p. */
static term resolve(term_table *table, term a, term b)
{
    if (!is_negated_and(table, a) || !is_negated_and(table, b))
        return TERM_NONE;
    term_node x = peek(table, peek(table, a).a), y = peek(table, peek(table, b).a);
    if ((x.a == y.a && is_complement(table, x.b, y.b)) || (x.a == y.b && is_complement(table, x.b, y.a)))
        return term_not(table, x.a);
    if ((x.b == y.a && is_complement(table, x.a, y.b)) || (x.b == y.b && is_complement(table, x.a, y.a)))
        return term_not(table, x.b);
    return TERM_NONE;
}

static bool are_cut_alike(const term_table *table, const term_node *x, const term_node *y)
{
    return x->op == TERM_CONCAT && y->op == TERM_CONCAT && width_of(table, x->b) == width_of(table, y->b);
}

static bool has_constant_part(const term_table *table, const term_node *concat)
{
    return is_constant(table, concat->a) || is_constant(table, concat->b);
}

term rewrite_and(term_table *table, term_node node)
{
    order_children(table, &node);
    if (is_constant(table, node.b))
        return and_constant(table, node, term_constant_value(table, node.b));
    term b = assume(table, node.a, node.b);
    if (b != node.b)
        return term_and(table, node.a, b);
    term a = assume(table, node.b, node.a);
    if (a != node.a)
        return term_and(table, a, node.b);
    term resolved = resolve(table, node.a, node.b);
    if (resolved != TERM_NONE)
        return resolved;
    term_node x = peek(table, node.a), y = peek(table, node.b);
    if (are_cut_alike(table, &x, &y) && (has_constant_part(table, &x) || has_constant_part(table, &y)))
        return term_concat(table, term_and(table, x.a, y.a), term_and(table, x.b, y.b));
    return term_intern(table, node);
}

/* ---- not ---- */

term rewrite_not(term_table *table, term_node node)
{
    term_node inner = peek(table, node.a);
    switch (inner.op) {
    case TERM_NOT:
        return inner.a;
    case TERM_NEG:
        return term_add(table, inner.a, constant_like(table, node.a, value_mask(node.width)));
    case TERM_ADD:
        if (is_constant(table, inner.b))
            return term_add(table, term_neg(table, inner.a), term_not(table, inner.b));
        break;
    case TERM_XOR:
        if (is_constant(table, inner.b))
            return term_xor(table, inner.a, term_not(table, inner.b));
        break;
    case TERM_SEXT:
        return term_sext(table, term_not(table, inner.a), node.width);
    case TERM_CONCAT:
        if (has_constant_part(table, &inner) || is_op(table, inner.a, TERM_NOT) || is_op(table, inner.b, TERM_NOT))
            return term_concat(table, term_not(table, inner.a), term_not(table, inner.b));
        break;
    default:
        break;
    }
    return term_intern(table, node);
}

/* ---- xor ---- */

static term xor_constant(term_table *table, term_node node, term_value c)
{
    term_node inner = peek(table, node.a);
    if (c == 0)
        return node.a;
    if (c == value_mask(node.width))
        return term_not(table, node.a);
    if (is_op_constant(table, node.a, TERM_XOR))
        return term_xor(table, inner.a, term_xor(table, inner.b, node.b));
    if (inner.op == TERM_NOT)
        return term_xor(table, inner.a, term_not(table, node.b));
    if (inner.op == TERM_CONCAT) {
        uint32_t cut = width_of(table, inner.b);
        return term_concat(table, term_xor(table, inner.a, term_extract(table, node.b, cut, node.width - cut)),
                           term_xor(table, inner.b, term_extract(table, node.b, 0, cut)));
    }
    return term_intern(table, node);
}

/* p ^ (p ^ q) is q, p ^ (p & q) is p & ~q. */
static term xor_absorbed(term_table *table, term p, term b)
{
    term_node node = peek(table, b);
    if (node.op != TERM_XOR && node.op != TERM_AND)
        return TERM_NONE;
    if (node.a != p && node.b != p)
        return TERM_NONE;
    term q = node.a == p ? node.b : node.a;
    return node.op == TERM_XOR ? q : term_and(table, p, term_not(table, q));
}

term rewrite_xor(term_table *table, term_node node)
{
    order_children(table, &node);
    if (is_constant(table, node.b))
        return xor_constant(table, node, term_constant_value(table, node.b));
    if (node.a == node.b)
        return constant_like(table, node.a, 0);
    term_node x = peek(table, node.a), y = peek(table, node.b);
    if (x.op == TERM_NOT && y.op == TERM_NOT)
        return term_xor(table, x.a, y.a);
    if (x.op == TERM_NOT)
        return term_not(table, term_xor(table, x.a, node.b));
    if (y.op == TERM_NOT)
        return term_not(table, term_xor(table, node.a, y.a));
    term absorbed = xor_absorbed(table, node.a, node.b);
    if (absorbed == TERM_NONE)
        absorbed = xor_absorbed(table, node.b, node.a);
    if (absorbed != TERM_NONE)
        return absorbed;
    if (are_cut_alike(table, &x, &y) &&
        (has_constant_part(table, &x) || has_constant_part(table, &y) || x.a == y.a || x.b == y.b))
        return term_concat(table, term_xor(table, x.a, y.a), term_xor(table, x.b, y.b));
    return term_intern(table, node);
}
