/* Inline assembly: fences of every kind, and the locked operations of x86 that libraries write by hand.
 *
 * While the statements of an asm are lowered one after the other, each operand (in the order of the numbers that the
 * text uses) has the value that it holds so far. */
#ifndef HEDDLE_FRONTEND_ASM_H
#define HEDDLE_FRONTEND_ASM_H

#include "frontend/lower.h"

typedef enum asm_flag { ASM_NO_FLAG, ASM_ZERO, ASM_NOT_ZERO, ASM_CARRY, ASM_NOT_CARRY } asm_flag;

/* The registers of x86 that constraints and the text can name. */
typedef enum asm_register { ASM_ANY_REGISTER, ASM_RAX, ASM_RBX, ASM_RCX, ASM_RDX, ASM_RSI, ASM_RDI } asm_register;

typedef struct asm_operand {
    bool is_output;        /* its value at the end is a result of the asm */
    bool is_memory;        /* `value` is the address of the operand */
    asm_register reg;      /* where it must be; an input and an output can be in the same one, and hold the same then */
    asm_flag flag;         /* an output that is a condition, like "=@ccz" */
    ir_type type;          /* of the operand itself, also of one in memory; width 0 if it is no scalar */
    ir_operand value;      /* IR_NONE while nothing was written to a pure output */
    LLVMValueRef argument; /* that it came with, or NULL */
} asm_operand;

/* Registers that the asm uses without being given a value ("clobbers") follow the operands, as if they were some. */
typedef struct asm_state {
    VEC(asm_operand) operands;
    ir_operand zero_flag, carry_flag; /* one bit, set by the last operation; IR_NONE if it is not known */
} asm_state;

/* Is there nothing in the text but comments and separators? */
bool asm_is_empty(const char *text);
/* The register that a name like "rax", "eax", "ax" or "al" (up to `length`) means; its width goes to `width`. */
asm_register asm_find_register(const char *name, size_t length, uint8_t *width);
/* The flag as a bit; IR_NONE if it is not known. */
ir_operand asm_flag_value(lowering *l, const asm_state *state, asm_flag flag);

/* Reads the constraints and the arguments; false if there is one of an unknown kind. */
bool asm_read_operands(lowering *l, LLVMValueRef call, LLVMValueRef assembly, asm_state *state);
bool asm_write_outputs(lowering *l, LLVMValueRef call, const asm_state *state);

/* Lowers one statement; false if it is not one of those known. The text is in small letters with single spaces, and
 * refers to operands as "@0" or "@{0:b}". */
bool asm_lower_x86(lowering *l, asm_state *state, const char *statement);

#endif
