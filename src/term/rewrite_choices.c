/* Operations on few constants, chosen by conditions.
 *
 * A *choice* is a constant, or an if-then-else of choices; also a truth value that was widened, with constant bits
 * around it. Pointers that may be one of two objects, flags turned into integers and counters merged at a join have
 * this form, and keep it when the operation moves into the leaves. */
#include "term/rewrite.h"

enum { MOST_LEAVES = 8 };

typedef struct choice {
    term condition, then, otherwise;
} choice;

/* Extractions and the like work on a widened truth value as it stands. */
static bool keeps_widened_truth(term_op op)
{
    switch (op) {
    case TERM_NOT:
    case TERM_AND:
    case TERM_XOR:
    case TERM_EQ:
    case TERM_CONCAT:
    case TERM_EXTRACT:
    case TERM_SEXT:
        return true;
    default:
        return false;
    }
}

static bool is_widened_truth(const term_table *table, const term_node *node)
{
    if (node->op == TERM_SEXT)
        return width_of(table, node->a) == 1;
    if (node->op != TERM_CONCAT)
        return false;
    return (is_constant(table, node->a) && width_of(table, node->b) == 1) ||
           (is_constant(table, node->b) && width_of(table, node->a) == 1);
}

/* The number of leaves, or more than `limit` if there are more or if it is no choice. */
static uint32_t count_leaves(const term_table *table, term a, uint32_t limit, bool with_truth)
{
    const term_node *node = node_of(table, a);
    if (node->op == TERM_CONSTANT)
        return 1;
    if (node->op == TERM_ITE && limit >= 2) {
        uint32_t then = count_leaves(table, node->b, limit - 1, with_truth);
        if (then >= limit)
            return limit + 1;
        return then + count_leaves(table, node->c, limit - then, with_truth);
    }
    return with_truth && is_widened_truth(table, node) ? 2 : limit + 1;
}

static choice choice_of(term_table *table, term a)
{
    term_node node = peek(table, a);
    if (node.op == TERM_ITE)
        return (choice){node.a, node.b, node.c};
    if (node.op == TERM_SEXT)
        return (choice){node.a, constant_like(table, a, value_mask(node.width)), constant_like(table, a, 0)};
    if (is_constant(table, node.a))
        return (choice){node.b, term_concat(table, node.a, TERM_TRUE), term_concat(table, node.a, TERM_FALSE)};
    return (choice){node.a, term_concat(table, TERM_TRUE, node.b), term_concat(table, TERM_FALSE, node.b)};
}

static term apply_to_leaves(term_table *table, term_node node, bool first_is_choice, bool is_unary)
{
    choice by = choice_of(table, first_is_choice ? node.a : node.b);
    term_node then = node, otherwise = node;
    if (first_is_choice)
        then.a = by.then, otherwise.a = by.otherwise;
    else
        then.b = by.then, otherwise.b = by.otherwise;
    if (first_is_choice && !is_unary && is_op(table, node.b, TERM_ITE) && peek(table, node.b).a == by.condition)
        then.b = peek(table, node.b).b, otherwise.b = peek(table, node.b).c;
    term yes = rewrite_build(table, then), no = rewrite_build(table, otherwise);
    return term_ite(table, by.condition, yes, no);
}

static bool have_same_condition(const term_table *table, term a, term b)
{
    const term_node *x = node_of(table, a), *y = node_of(table, b);
    return x->op == TERM_ITE && y->op == TERM_ITE && x->a == y->a;
}

term rewrite_choices(term_table *table, term_node node)
{
    if (node.op == TERM_ITE)
        return TERM_NONE;
    bool with_truth = !keeps_widened_truth((term_op)node.op);
    uint32_t first = count_leaves(table, node.a, MOST_LEAVES, with_truth);
    if (first > MOST_LEAVES)
        return TERM_NONE;
    if (term_op_arity((term_op)node.op) == 1)
        return apply_to_leaves(table, node, true, true);
    uint32_t second = count_leaves(table, node.b, MOST_LEAVES, with_truth);
    if (second > MOST_LEAVES)
        return TERM_NONE;
    if (first > 1 && second > 1 && !have_same_condition(table, node.a, node.b)) {
        bool is_comparison = node.op == TERM_EQ || node.op == TERM_ULT || node.op == TERM_SLT;
        if (!is_comparison || first * second > MOST_LEAVES)
            return TERM_NONE;
    }
    return apply_to_leaves(table, node, first > 1, false);
}
