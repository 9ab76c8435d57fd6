/* Nodes of a model under construction: equal ones are made once, and what is empty whatever the execution is made
 * empty. */
#ifndef HEDDLE_CAT_BUILDER_H
#define HEDDLE_CAT_BUILDER_H

#include "base/map.h"
#include "cat/model.h"

typedef struct builder {
    cat_model *model;
    map index;           /* from hashes of nodes */
    uint32_t open_group; /* the recursion whose bodies are being made, or CAT_NO_GROUP */
} builder;

/* A node with as many operands as the operator has; `a` of CAT_TAGGED is the tag. */
uint32_t builder_make(builder *b, cat_op op, uint32_t first, uint32_t second);
/* The node for a set or a relation that has nothing. */
uint32_t builder_nothing(builder *b, cat_type type);
/* A member of the open group: no other node is equal to it. */
uint32_t builder_rec(builder *b, cat_type type);
void builder_clear(builder *b);

/* An abbreviation for operators without operands. */
static inline uint32_t builder_base(builder *b, cat_op op)
{
    return builder_make(b, op, 0, 0);
}

#endif
