/* Inline assembly: fences of every kind, and the locked operations of x86 that libraries write by hand.
 *
 * While the statements of an asm are lowered one after the other, each operand (in the order of the numbers that the
 * text uses) has the value that it holds so far. */
#ifndef HEDDLE_FRONTEND_ASM_H
#define HEDDLE_FRONTEND_ASM_H

#include "frontend/lower.h"

typedef enum asm_flag { ASM_NO_FLAG, ASM_ZERO, ASM_NOT_ZERO } asm_flag;

typedef struct asm_operand {
    bool is_output;      /* its value at the end is a result of the asm */
    bool is_memory;      /* `value` is the address of the operand */
    bool is_accumulator; /* the register that cmpxchg compares with */
    asm_flag flag;       /* an output that is a condition, like "=@ccz" */
    ir_type type;        /* of the operand itself, also of one in memory; width 0 if it is no scalar */
    ir_operand value;    /* IR_NONE while nothing was written to a pure output */
} asm_operand;

typedef struct asm_state {
    VEC(asm_operand) operands;
    ir_operand zero_flag; /* one bit, set by the last operation; IR_NONE before */
} asm_state;

/* Reads the constraints and the arguments; false if there is one of an unknown kind. */
bool asm_read_operands(lowering *l, LLVMValueRef call, LLVMValueRef assembly, asm_state *state);
bool asm_write_outputs(lowering *l, LLVMValueRef call, const asm_state *state);

/* Lowers one statement; false if it is not one of those known. The text is in small letters with single spaces, and
 * refers to operands as "@0" or "@{0:b}". */
bool asm_lower_x86(lowering *l, asm_state *state, const char *statement);

#endif
