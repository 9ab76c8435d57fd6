/* If-then-else. */
#include "term/rewrite.h"

/* Under width 1 all but the choice between two unrelated truth values is a connective. */
static term ite_of_truths(term_table *table, term c, term then, term otherwise)
{
    if (then == TERM_TRUE || then == c)
        return term_or(table, c, otherwise);
    if (then == TERM_FALSE || is_complement(table, then, c))
        return term_and(table, term_not(table, c), otherwise);
    if (otherwise == TERM_TRUE || is_complement(table, otherwise, c))
        return term_or(table, term_not(table, c), then);
    if (otherwise == TERM_FALSE || otherwise == c)
        return term_and(table, c, then);
    if (is_complement(table, then, otherwise))
        return term_xor(table, c, otherwise);
    return TERM_NONE;
}

/* A truth value as a number, or as all bits. */
static term ite_of_extremes(term_table *table, term c, term then, term otherwise)
{
    uint32_t width = width_of(table, then);
    if (is_zero(table, otherwise) && is_value(table, then, 1))
        return term_zext(table, c, width);
    if (is_zero(table, then) && is_value(table, otherwise, 1))
        return term_zext(table, term_not(table, c), width);
    if (is_zero(table, otherwise) && is_all_ones(table, then))
        return term_sext(table, c, width);
    if (is_zero(table, then) && is_all_ones(table, otherwise))
        return term_sext(table, term_not(table, c), width);
    return TERM_NONE;
}

/* Which branch a nested if-then-else takes when the outer condition c is known; the term itself if that is open. */
static term take_branch(const term_table *table, term a, term c, bool is_true)
{
    const term_node *node = node_of(table, a);
    if (node->op != TERM_ITE)
        return a;
    if (node->a == c)
        return is_true ? node->b : node->c;
    int known = is_true ? rewrite_implied(table, c, node->a) : 0;
    if (known != 0)
        return known > 0 ? node->b : node->c;
    return a;
}

/* Two ways to the same value, through a nested if-then-else, become one condition. */
static term ite_merged(term_table *table, term c, term then, term otherwise)
{
    term_node x = peek(table, then), y = peek(table, otherwise);
    if (y.op == TERM_ITE && y.b == then)
        return term_ite(table, term_or(table, c, y.a), then, y.c);
    if (y.op == TERM_ITE && y.c == then)
        return term_ite(table, term_or(table, c, term_not(table, y.a)), then, y.b);
    if (x.op == TERM_ITE && x.c == otherwise)
        return term_ite(table, term_and(table, c, x.a), x.b, otherwise);
    if (x.op == TERM_ITE && x.b == otherwise)
        return term_ite(table, term_and(table, c, term_not(table, x.a)), x.c, otherwise);
    return TERM_NONE;
}

/* Branches that share a part need the choice only for the other: pointers into one object, for instance. */
static term ite_of_shared_parts(term_table *table, term c, term then, term otherwise)
{
    term_node x = peek(table, then), y = peek(table, otherwise);
    if (x.op != TERM_CONCAT)
        return TERM_NONE;
    uint32_t cut = width_of(table, x.b);
    bool is_constant_else = y.op == TERM_CONSTANT;
    if (!is_constant_else && (y.op != TERM_CONCAT || width_of(table, y.b) != cut))
        return TERM_NONE;
    if (is_constant_else && !is_constant(table, x.a) && !is_constant(table, x.b))
        return TERM_NONE;
    term high = term_extract(table, otherwise, cut, y.width - cut), low = term_extract(table, otherwise, 0, cut);
    if (x.a != high && x.b != low)
        return TERM_NONE;
    return term_concat(table, term_ite(table, c, x.a, high), term_ite(table, c, x.b, low));
}

term rewrite_ite(term_table *table, term_node node)
{
    term c = node.a, then = node.b, otherwise = node.c;
    if (is_constant(table, c))
        return c == TERM_TRUE ? then : otherwise;
    if (then == otherwise)
        return then;
    if (is_op(table, c, TERM_NOT))
        return term_ite(table, peek(table, c).a, otherwise, then);
    term taken = take_branch(table, then, c, true), not_taken = take_branch(table, otherwise, c, false);
    if (taken != then || not_taken != otherwise)
        return term_ite(table, c, taken, not_taken);
    term result =
        node.width == 1 ? ite_of_truths(table, c, then, otherwise) : ite_of_extremes(table, c, then, otherwise);
    if (result == TERM_NONE)
        result = ite_merged(table, c, then, otherwise);
    if (result == TERM_NONE)
        result = ite_of_shared_parts(table, c, then, otherwise);
    if (result == TERM_NONE && is_constant(table, then)) {
        term swapped = ite_of_shared_parts(table, term_not(table, c), otherwise, then);
        result = swapped;
    }
    if (result == TERM_NONE && is_op(table, then, TERM_NOT) && is_op(table, otherwise, TERM_NOT))
        result = term_not(table, term_ite(table, c, peek(table, then).a, peek(table, otherwise).a));
    return result == TERM_NONE ? term_intern(table, node) : result;
}
