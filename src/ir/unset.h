/* Keeping book of bits that were never set (`--property uninitialised`), as valgrind's memcheck and MemorySanitizer do:
 * copying them is fine, computing with them makes more of them, but nothing must depend on them.
 *
 * The program itself does it. Every register that may hold unset bits gets a second one, which has a 1 for each bit
 * that is unset: its *shadow*. What the shadow of a result is, plain instructions behind the one that makes it compute
 * from values and shadows of its operands. Blocks, calls and returns pass shadows on, each behind its value. Only what
 * memory holds is kept by whoever executes the program: an access is followed by
 *
 *     UNSET   which bits of what it has read are unset
 *     MARK    which bits of what it writes are unset; if there is none, then none are
 *
 * which belong to it: they do nothing by themselves. A CHECK_SET is in front of everything that depends on a value. So
 * machine and symbolic execution cannot disagree about what becomes of unset bits, and a program that nobody asks this
 * of stays as it is.
 *
 * An unset bit is 0 as long as nobody asks, so there is no value to be chosen for it.
 *
 * What an operation makes of unset bits: AND, OR, shifts, conversions and comparisons are exact, bit by bit; additions
 * and subtractions know the least and the greatest result; of a product all bits from the lowest unset one on are
 * unset, and of all other operations all, if any bit of their operands is. What has no result for some values, such as
 * a division, is a use if that depends on unset bits. */
#ifndef HEDDLE_IR_UNSET_H
#define HEDDLE_IR_UNSET_H

#include "ir/ir.h"

/* To be called once, before anything else looks at the program. */
void ir_track_unset(ir_program *program);

/* The UNSET or the MARK (`op`) that belongs to the access at `pc`, or NULL. */
static inline const ir_instruction *ir_find_shadow(const ir_program *program, ir_id pc, ir_op op)
{
    if (!program->tracks_unset)
        return NULL;
    const ir_instruction *next = &program->code.data[pc + 1];
    if (next->op == IR_UNSET && op == IR_MARK)
        next++;
    return next->op == op ? next : NULL;
}

/* The shadow of a register of the function, or IR_NONE: all its bits are set. */
static inline ir_operand ir_shadow_of(const ir_function *function, ir_operand operand)
{
    return ir_is_constant(operand) || operand >= function->tracked ? IR_NONE : function->tracked + operand;
}

/* Which bits of what IR_RMW writes are unset, for engines: those of the operand alone count if it only exchanges. */
typedef enum ir_rmw_unset { IR_UNSET_OF_OPERAND, IR_UNSET_OF_BOTH, IR_UNSET_ALL_IF_ANY } ir_rmw_unset;

static inline ir_rmw_unset ir_unset_after(ir_rmw operation)
{
    if (operation == IR_RMW_XCHG)
        return IR_UNSET_OF_OPERAND;
    bool is_bitwise = operation >= IR_RMW_AND && operation <= IR_RMW_XOR;
    return is_bitwise ? IR_UNSET_OF_BOTH : IR_UNSET_ALL_IF_ANY;
}

#endif
