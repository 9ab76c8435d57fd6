/* The parts of the printer that print.c (globals and functions) and print_instruction.c share. */
#ifndef HEDDLE_IR_PRINT_H
#define HEDDLE_IR_PRINT_H

#include "ir/ir.h"

void ir_print_type(ir_type type, strbuf *out);
void ir_print_register(const ir_function *function, ir_register reg, strbuf *out);
void ir_print_instruction_of(const ir_program *program, const ir_function *function, ir_id pc, strbuf *out);

#endif
