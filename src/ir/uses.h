/* What an instruction reads, writes and jumps to, in one form for all of them. Everything here expects that the
 * instruction's indices into the program's tables are in range. */
#ifndef HEDDLE_IR_USES_H
#define HEDDLE_IR_USES_H

#include "ir/ir.h"

/* One operand that is read. Where `is_loose`, a narrower register is fine too: the operand is a number whose C type
 * is that of an intrinsic's argument, and the bits above it are zero anyway. */
typedef struct ir_use {
    ir_operand operand;
    uint8_t width;
    bool is_loose;
} ir_use;

/* One register that is written. */
typedef struct ir_definition {
    ir_register reg;
    uint8_t width;
} ir_definition;

typedef VEC(ir_use) ir_uses;
typedef VEC(ir_definition) ir_definitions;

/* The position of the operands of IR_AWAIT and IR_PRINT, as in models/heddle.h. */
enum {
    IR_AWAIT_WORD,
    IR_AWAIT_MASK,
    IR_AWAIT_RELATION,
    IR_AWAIT_VALUE,
    IR_AWAIT_WAIT,
    IR_AWAIT_HOLDER,
    IR_AWAIT_COUNT
};
enum {
    IR_PRINT_STREAM,
    IR_PRINT_BUFFER,
    IR_PRINT_SIZE,
    IR_PRINT_FORMAT,
    IR_PRINT_ARGUMENTS,
    IR_PRINT_ERROR,
    IR_PRINT_COUNT,
};

/* Replaces the contents of `uses` by what `instruction` of `function` reads, in the order a, b, c, then lists. For a
 * call the callee comes first, then the arguments. The arguments of edges are not among them. */
void ir_list_uses(const ir_program *program, const ir_function *function, const ir_instruction *instruction,
                  ir_uses *uses);
/* The same for what it writes; unused results of calls are left out. */
void ir_list_definitions(const ir_program *program, const ir_instruction *instruction, ir_definitions *definitions);

/* The edges out of a terminator: edge number i < count. */
uint32_t ir_edge_count(const ir_program *program, const ir_instruction *terminator);
ir_id ir_edge_at(const ir_program *program, const ir_instruction *terminator, uint32_t i);

static inline const ir_instruction *ir_terminator(const ir_program *program, const ir_block *block)
{
    return &program->code.data[block->first + block->count - 1];
}

#endif
