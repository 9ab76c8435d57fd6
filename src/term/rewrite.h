/* The rewriting rules, one function per operation.
 *
 * A rewriter gets a node whose children are terms already and that is not yet in the table; it returns a term of the
 * same value under every assignment, in the end by term_intern. It may build other terms with the public constructors:
 * these spend the fuel of the outermost one, so any rule may be written without a proof that it ends. Rules must not
 * rely on the normal form of children for their soundness: out of fuel, anything may be in the table.
 *
 * Adding to the table moves its nodes: rules copy nodes (peek) instead of keeping pointers. */
#ifndef HEDDLE_TERM_REWRITE_H
#define HEDDLE_TERM_REWRITE_H

#include "term/table.h"

/* Folds, rewrites, interns. What every public constructor calls. */
term rewrite_build(term_table *table, term_node node);

term rewrite_not(term_table *table, term_node node);
term rewrite_neg(term_table *table, term_node node);
term rewrite_and(term_table *table, term_node node);
term rewrite_xor(term_table *table, term_node node);
term rewrite_add(term_table *table, term_node node);
term rewrite_mul(term_table *table, term_node node);
term rewrite_udiv(term_table *table, term_node node);
term rewrite_urem(term_table *table, term_node node);
term rewrite_sdiv(term_table *table, term_node node);
term rewrite_srem(term_table *table, term_node node);
term rewrite_shl(term_table *table, term_node node);
term rewrite_lshr(term_table *table, term_node node);
term rewrite_ashr(term_table *table, term_node node);
term rewrite_eq(term_table *table, term_node node);
term rewrite_ult(term_table *table, term_node node);
term rewrite_slt(term_table *table, term_node node);
term rewrite_ite(term_table *table, term_node node);
term rewrite_concat(term_table *table, term_node node);
term rewrite_extract(term_table *table, term_node node);
term rewrite_sext(term_table *table, term_node node);

/* If the node is an operation on few constants chosen by conditions, carries it out on each of them. TERM_NONE
 * otherwise. */
term rewrite_choices(term_table *table, term_node node);

/* 1 if every bit set in `a` is seen to be set in `x` too, -1 if it is seen to be clear there, 0 if neither is seen.
 * For truth values: a implies x, a implies not x. Looks at a bounded number of terms. */
int rewrite_implied(const term_table *table, term a, term x);

/* How many low bits of `a` are known, and what they are. */
uint32_t rewrite_known_low_bits(const term_table *table, term a, term_value *bits);

static inline term_node peek(const term_table *table, term a)
{
    return *node_of(table, a);
}

static inline term constant_like(term_table *table, term like, term_value value)
{
    return term_constant(table, width_of(table, like), value);
}

/* concat(0, x) */
static inline bool is_zero_extension(const term_table *table, term a)
{
    const term_node *node = node_of(table, a);
    return node->op == TERM_CONCAT && is_zero(table, node->a);
}

static inline bool is_sign_bit_clear(const term_table *table, term a)
{
    return !value_bit(term_upper_bound(table, a), width_of(table, a) - 1);
}

static inline bool is_sign_bit_set(const term_table *table, term a)
{
    return value_bit(term_lower_bound(table, a), width_of(table, a) - 1);
}

/* Children of a commutative operation: a constant goes last, otherwise the older term first. */
static inline void order_children(const term_table *table, term_node *node)
{
    bool swap = is_constant(table, node->a) || (!is_constant(table, node->b) && node->b < node->a);
    if (swap) {
        term a = node->a;
        node->a = node->b;
        node->b = a;
    }
}

#endif
