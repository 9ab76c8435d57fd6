/* One execution as axiomatic models see it (cat/execution.h), with its own memory, and where its events come from. */
#ifndef HEDDLE_ENCODE_AXIOM_EXECUTION_H
#define HEDDLE_ENCODE_AXIOM_EXECUTION_H

#include "cat/execution.h"

typedef struct axiom_execution {
    cat_program program;
    VEC(uint32_t) places, sources, order; /* as in cat_execution */
    VEC(uint32_t) symbolic;               /* by event: that of axiom_events, IR_NONE for an initial write */
    VEC(uint32_t) accesses;               /* by event: that of memory.h, or IR_NONE */
    VEC(uint32_t) events;                 /* by event: the access of the symex that it is (part of), or IR_NONE */
    VEC(uint64_t) addresses;              /* by place; hidden ones are 0 */
} axiom_execution;

void axiom_execution_copy(axiom_execution *to, const axiom_execution *from);
void axiom_execution_clear(axiom_execution *x);
cat_execution axiom_execution_view(const axiom_execution *x);

#endif
