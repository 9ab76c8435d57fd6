/* Where addresses of local variables go, from register to register.
 *
 * A *node* is a register of a function, or one of its results; a flow says that the value of one node, or an address
 * made from it, may become that of another. An address that goes anywhere else (memory, a thread's argument, an
 * operation that takes it apart) *leaks*: from there on it is not followed. So what is loaded from memory is never the
 * address of a variable that does not leak. */
#ifndef HEDDLE_IR_FLOWS_H
#define HEDDLE_IR_FLOWS_H

#include "ir/uses.h"

typedef struct ir_flow {
    uint32_t from, to; /* nodes */
} ir_flow;

typedef struct ir_flows {
    const ir_program *program;
    uint32_t *first_node; /* by function: its slots, then one node for each of its results */
    uint32_t node_count;
    VEC(ir_flow) list;
    /* By node: */
    bool *leaks;    /* its value goes where it is not followed */
    bool *is_other; /* it may also hold what does not come by a flow */
    bool *is_mixed; /* it may be a sum or difference of addresses as numbers */
} ir_flows;

void ir_flows_init(ir_flows *f, const ir_program *program);
void ir_flows_clear(ir_flows *f);

#endif
