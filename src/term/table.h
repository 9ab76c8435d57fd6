/* The table of terms, for the files of this module.
 *
 * A node is 16 bytes. A constant keeps its low 64 bits in a and b, and, if wider than 64, the index of its high 64 bits
 * (in `high_words`) in c. A variable keeps its number in a.
 *
 * `slots` is an open-addressing hash set of all terms, at most half full. A slot has part of the hash, so that a search
 * looks only at the node that it finds: in a large table, each look at another costs a cache miss. */
#ifndef HEDDLE_TERM_TABLE_H
#define HEDDLE_TERM_TABLE_H

#include "base/vec.h"
#include "term/term.h"
#include "term/value.h"

typedef struct term_node {
    uint8_t op, width;
    uint16_t aux; /* EXTRACT: lowest bit; FUNARY: which function */
    uint32_t a, b, c;
} term_node;

typedef struct term_slot {
    uint32_t hash;
    term node; /* or TERM_NONE */
} term_slot;

struct term_table {
    VEC(term_node) nodes;
    VEC(uint64_t) high_words;
    VEC(char *) names; /* by variable number; NULL for none */
    term_slot *slots;
    uint32_t slot_count; /* a power of two */

    /* Rewriting one term may build others, which are rewritten in turn: `depth` is how many constructors are under
     * way, `fuel` how many more the outermost one may start before the rest is taken as it is. */
    uint32_t depth, fuel;
    uint64_t builds; /* how often an operation was rewritten */
};

/* The term with this node, found or added. Rewrites nothing. */
term term_intern(term_table *table, term_node node);

uint32_t term_op_arity(term_op op);

/* ---- short forms for rewriting ---- */

static inline const term_node *node_of(const term_table *table, term a)
{
    assert(a < table->nodes.size);
    return &table->nodes.data[a];
}

static inline bool is_op(const term_table *table, term a, term_op op)
{
    return node_of(table, a)->op == op;
}

static inline uint32_t width_of(const term_table *table, term a)
{
    return node_of(table, a)->width;
}

static inline bool is_constant(const term_table *table, term a)
{
    return is_op(table, a, TERM_CONSTANT);
}

static inline bool is_value(const term_table *table, term a, term_value value)
{
    return is_constant(table, a) && term_constant_value(table, a) == value;
}

static inline bool is_zero(const term_table *table, term a)
{
    return is_value(table, a, 0);
}

static inline bool is_all_ones(const term_table *table, term a)
{
    return is_value(table, a, value_mask(width_of(table, a)));
}

/* Whether one is written as the negation of the other. */
static inline bool is_complement(const term_table *table, term a, term b)
{
    const term_node *x = node_of(table, a), *y = node_of(table, b);
    return (x->op == TERM_NOT && x->a == b) || (y->op == TERM_NOT && y->a == a);
}

/* `op` with a constant as second child. */
static inline bool is_op_constant(const term_table *table, term a, term_op op)
{
    return is_op(table, a, op) && is_constant(table, node_of(table, a)->b);
}

#endif
