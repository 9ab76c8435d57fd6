/* Which block dominates which in one function: block a dominates b if every path from the entry to b goes through
 * a. The answer is kept as intervals: numbering the dominator tree in preorder, the blocks that a dominates are
 * those numbered start[a] .. start[a] + size[a). A block that the entry does not reach has size 0. Blocks are
 * counted from the function's first. */
#ifndef HEDDLE_IR_DOMINATORS_H
#define HEDDLE_IR_DOMINATORS_H

#include "ir/ir.h"

typedef struct ir_dominators {
    uint32_t *start, *size;
} ir_dominators;

/* O(m log n) for n blocks and m edges, without recursion. */
void ir_dominators_init(ir_dominators *dominators, const ir_program *program, const ir_function *function);
void ir_dominators_clear(ir_dominators *dominators);

static inline bool ir_is_reachable(const ir_dominators *dominators, uint32_t block)
{
    return dominators->size[block] > 0;
}

static inline bool ir_dominates(const ir_dominators *dominators, uint32_t a, uint32_t b)
{
    return dominators->start[b] - dominators->start[a] < dominators->size[a];
}

#endif
