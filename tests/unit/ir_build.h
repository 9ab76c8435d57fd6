/* Builds programs by hand for the tests of `ir`. Functions are added first and then filled in the same order; blocks
 * and instructions go to the end of the program. */
#ifndef HEDDLE_TESTS_IR_BUILD_H
#define HEDDLE_TESTS_IR_BUILD_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "ir/ir.h"

#define I1 ((ir_type){1, IR_INTEGER})
#define I32 ((ir_type){32, IR_INTEGER})
#define I64 ((ir_type){64, IR_INTEGER})
#define PTR ((ir_type){64, IR_POINTER})

static inline ir_operand number(ir_program *p, uint8_t width, uint64_t value)
{
    return ir_constant(p, width, value, 0);
}

static inline ir_operand global_address(ir_program *p, ir_id global, uint64_t offset)
{
    return number(p, 64, ir_pointer(p->layout, global + 1, offset));
}

static inline ir_operand function_address(ir_program *p, ir_id function)
{
    return number(p, 64, ir_pointer(p->layout, ir_function_object(p, function), 0));
}

static inline ir_id add_ctype(ir_program *p, ir_ctype_kind kind, const char *name, uint64_t size)
{
    vec_push(&p->ctypes, (ir_ctype){.kind = kind, .name = name, .size = size, .element = IR_NONE});
    return p->ctypes.size - 1;
}

static inline ir_id add_array(ir_program *p, ir_id element, uint64_t count)
{
    uint64_t size = p->ctypes.data[element].size * count;
    vec_push(&p->ctypes, (ir_ctype){IR_C_ARRAY, "", size, count, element, 0, 0});
    return p->ctypes.size - 1;
}

static inline ir_id add_struct(ir_program *p, ir_ctype_kind kind, const char *name, uint64_t size,
                               const ir_field *fields, uint32_t count)
{
    vec_push(&p->ctypes, (ir_ctype){kind, name, size, 0, IR_NONE, p->fields.size, count});
    vec_append(&p->fields, fields, count);
    return p->ctypes.size - 1;
}

static inline ir_id add_global(ir_program *p, const char *name, uint64_t size, ir_id type)
{
    vec_push(&p->globals, (ir_global){.name = name, .size = size, .align = 4, .type = type});
    vec_last(&p->globals)->bytes = alloc_zeroed(size, 1);
    return p->globals.size - 1;
}

static inline ir_id add_site(ir_program *p, const char *name)
{
    vec_push(&p->sites, (ir_site){.name = name, .type = IR_NONE, .align = 4});
    return p->sites.size - 1;
}

static inline ir_id add_function(ir_program *p, const char *name)
{
    vec_push(&p->functions, (ir_function){.name = name});
    return p->functions.size - 1;
}

static inline ir_function *begin_body(ir_program *p, ir_id function)
{
    p->functions.data[function].first_block = p->blocks.size;
    return &p->functions.data[function];
}

/* The functions are filled one after the other, so the body that is open is that of the last one begun. */
static inline ir_id add_block(ir_program *p, ir_id function, const char *name)
{
    vec_push(&p->blocks, (ir_block){.first = p->code.size, .name = name});
    p->functions.data[function].block_count++;
    return p->blocks.size - 1;
}

static inline ir_id emit(ir_program *p, ir_op op, uint8_t width, uint16_t aux, ir_register dst, uint32_t a, uint32_t b,
                         uint32_t c)
{
    vec_push(&p->code, (ir_instruction){(uint8_t)op, width, aux, dst, a, b, c, 0});
    vec_last(&p->blocks)->count++;
    return p->code.size - 1;
}

static inline ir_id add_edge(ir_program *p, ir_id target, const ir_operand *arguments, uint32_t count)
{
    vec_push(&p->edges, (ir_edge){target, p->operands.size, count});
    vec_append(&p->operands, arguments, count);
    return p->edges.size - 1;
}

static inline void emit_ret(ir_program *p, const ir_operand *results, uint16_t count)
{
    emit(p, IR_RET, 0, count, 0, 0, p->operands.size, 0);
    vec_append(&p->operands, results, count);
}

static inline ir_id emit_call(ir_program *p, ir_operand callee, const ir_operand *arguments, const ir_type *types,
                              uint32_t count, ir_register result, ir_type result_type)
{
    ir_call call = {.callee = callee, .argument_count = count, .pointee = IR_NONE};
    call.first_argument = p->operands.size;
    vec_append(&p->operands, arguments, count);
    call.first_type = p->types.size;
    vec_append(&p->types, types, count);
    call.first_result = p->operands.size;
    if (result_type.width) {
        vec_push(&p->operands, result);
        vec_push(&p->types, result_type);
        call.result_count = 1;
    }
    vec_push(&p->calls, call);
    return emit(p, IR_CALL, 0, 0, 0, 0, 0, p->calls.size - 1);
}

static inline void add_parameter(ir_parameters *parameters, ir_register reg, ir_type type)
{
    vec_push(parameters, (ir_parameter){reg, type});
}

static inline void assert_valid(const ir_program *p)
{
    diag d = {0};
    if (!ir_validate(p, &d))
        fail_msg("%s", d.message);
}

#endif
