/* The loops of a function. A loop is known by its header, which dominates its blocks; loops nest. A block order is
 * given in which every block comes after all its predecessors, back edges aside, and the blocks of a loop are
 * together: so a loop can be run as one piece. */
#ifndef HEDDLE_SYMEX_LOOPS_H
#define HEDDLE_SYMEX_LOOPS_H

#include "ir/ir.h"

typedef struct loops_loop {
    uint32_t header;       /* block, counted from the function's first */
    uint32_t parent;       /* loop, or IR_NONE */
    uint32_t first, count; /* its blocks in `order`; the header comes first */
} loops_loop;

typedef struct loops {
    VEC(loops_loop) list; /* outer loops before inner ones */
    uint32_t *innermost;  /* by block: loop, or IR_NONE */
    uint32_t *order;      /* reachable blocks */
    uint32_t *rank;       /* by block: its place in `order` */
    uint32_t count;       /* of reachable blocks */
    bool is_irreducible;  /* a loop has two entries: it cannot be run as one piece */
} loops;

void loops_init(loops *l, const ir_program *program, const ir_function *function);
void loops_clear(loops *l);
/* The loop's number in the function: by the place of its header in the code. */
uint32_t loops_number(const loops *l, const ir_program *program, const ir_function *function, uint32_t loop);
/* Is block in the loop, or in one inside of it? */
bool loops_contains(const loops *l, uint32_t loop, uint32_t block);
/* Is the header nothing but the test of the loop, the only way out, and all that was known at the header forgotten in
 * the rest of an iteration? Example: while (ticket != served) served = *p; */
bool loops_is_forgetful(const loops *l, const ir_program *program, const ir_function *function, uint32_t loop);
/* The instruction that writes the register; NULL for a parameter. */
const ir_instruction *loops_definition(const ir_program *program, const ir_function *f, ir_register reg);
/* Does the condition of a branch depend on nothing but what is at fixed places in memory? */
bool loops_test_is_fixed(const ir_program *program, const ir_function *function, const ir_instruction *branch);

#endif
