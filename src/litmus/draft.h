/* A function of the program while it is written: blocks in which variables (the registers of a thread) can be set again
 * and again. draft_finish puts that into SSA form: every block but the first has all variables that change as
 * parameters.
 *
 * All variables have 64 bits. Widths of values are their users' business. */
#ifndef HEDDLE_LITMUS_DRAFT_H
#define HEDDLE_LITMUS_DRAFT_H

#include "ir/ir.h"

typedef struct draft_variable {
    char *name;
    ir_operand initial; /* a constant */
    bool is_set;        /* somewhere */
    bool is_wide;       /* may have a value of more than 32 bits */
} draft_variable;

typedef struct draft_block {
    VEC(ir_instruction) code;   /* edges of its terminator are numbers of blocks here */
    VEC(ir_operand) values;     /* at its end, by variable; IR_NONE: as at its beginning */
    VEC(ir_operand) parameters; /* by variable; IR_NONE: nobody has asked for it */
    bool is_ended;
} draft_block;

typedef struct draft_label {
    char *name;
    uint32_t block;
    uint32_t line; /* of the first jump to it */
    bool is_placed;
} draft_label;

typedef struct draft {
    ir_program *program;
    VEC(draft_variable) variables;
    VEC(draft_block) blocks;
    VEC(draft_label) labels;
    uint32_t current; /* block */
    uint32_t slots;
    ir_id location;
    uint8_t widest; /* of all memory accesses */
} draft;

void draft_begin(draft *d, ir_program *program);
void draft_clear(draft *d);
/* Adds the function, which returns `result`, 64 bits. */
void draft_finish(draft *d, const char *name, ir_operand result);

/* ---- variables ---- */

/* The one of this name, made with the value 0 if it is not there. */
uint32_t draft_variable_named(draft *d, const char *name);
ir_operand draft_get(draft *d, uint32_t variable);
void draft_set(draft *d, uint32_t variable, ir_operand value, bool is_wide);

/* ---- values ---- */

ir_operand draft_number(draft *d, uint8_t width, uint64_t value);
ir_operand draft_binary(draft *d, ir_op op, uint8_t width, ir_operand a, ir_operand b);
/* One bit. */
ir_operand draft_compare(draft *d, ir_op op, uint8_t width, ir_operand a, ir_operand b);
ir_operand draft_resize(draft *d, uint8_t from, uint8_t to, bool is_signed, ir_operand value);
ir_operand draft_select(draft *d, uint8_t width, ir_operand condition, ir_operand yes, ir_operand no);
ir_operand draft_any_bit(draft *d);
/* The address, moved by a number of 64 bits. */
ir_operand draft_move_address(draft *d, ir_operand address, ir_operand bytes);

/* ---- memory: what the front end makes of an atomic access in C with this order ---- */

ir_operand draft_load(draft *d, uint8_t width, ir_operand address, ir_order order);
void draft_store(draft *d, uint8_t width, ir_operand address, ir_operand value, ir_order order);
ir_operand draft_rmw(draft *d, uint8_t width, ir_operand address, ir_rmw op, ir_operand value, ir_order order);
ir_operand draft_cmpxchg(draft *d, uint8_t width, ir_operand address, ir_operand expected, ir_operand desired,
                         ir_order success, ir_order failure);
void draft_fence(draft *d, ir_fence fence);
ir_operand draft_emit(draft *d, ir_instruction instruction, uint8_t result_width); /* 0: it has no result */

/* ---- control ---- */

uint32_t draft_new_block(draft *d);
/* Goes on there; what was not ended jumps there. */
void draft_enter(draft *d, uint32_t block);
void draft_jump(draft *d, uint32_t block);
/* What follows is unreachable until a block is entered. */
void draft_branch(draft *d, ir_operand condition, uint32_t yes, uint32_t no);
/* The block of a label, from this line on. */
uint32_t draft_label_block(draft *d, const char *name, uint32_t line);
/* False if it was placed before. */
bool draft_place_label(draft *d, const char *name);
/* A label that is used but nowhere, or NULL. */
const draft_label *draft_missing_label(const draft *d);

#endif
