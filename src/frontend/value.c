#include "frontend/lower.h"

void value_define(lowering *l, LLVMValueRef value)
{
    if (view_is(l, value))
        return;
    lower_layout layout = layout_get(l, LLVMTypeOf(value));
    map_put(&l->frame.values, map_key(value), l->frame.places.size);
    for (uint32_t i = 0; i < layout.count; i++)
        vec_push(&l->frame.places, emit_register(l, layout_leaf(l, layout, i)->type.width));
}

ir_register value_result(lowering *l, LLVMValueRef value, uint32_t leaf)
{
    const uint64_t *first = map_find(&l->frame.values, map_key(value));
    assert(first);
    return l->frame.places.data[*first + leaf];
}

ir_type value_type(lowering *l, LLVMValueRef value)
{
    lower_layout layout = layout_get(l, LLVMTypeOf(value));
    assert(layout.count == 1);
    return layout_leaf(l, layout, 0)->type;
}

static uint8_t leaf_width(lowering *l, LLVMValueRef value, uint32_t leaf)
{
    return layout_leaf(l, layout_get(l, LLVMTypeOf(value)), leaf)->type.width;
}

bool value_is_undefined(lowering *l, LLVMValueRef value, uint32_t leaf)
{
    value = view_find_source(l, value, &leaf);
    return LLVMIsConstant(value) && LLVMIsUndef(constant_get_leaf(l, value, leaf));
}

static ir_operand thread_local_address(lowering *l, uint64_t global)
{
    ir_register dst = emit_register(l, lower_pointer_bits(l));
    emit(l, (ir_instruction){.op = IR_TLS, .width = lower_pointer_bits(l), .dst = dst, .c = (uint32_t)global});
    return dst;
}

static ir_operand constant_operand(lowering *l, LLVMValueRef constant, uint8_t width)
{
    const uint64_t *global = map_find(&l->globals, map_key(constant));
    if (global && l->program->globals.data[*global].is_thread_local)
        return thread_local_address(l, *global);
    lower_number number;
    if (constant_evaluate(l, constant, &number))
        return ir_constant(l->program, width, number.low, number.high);
    char *text = LLVMPrintValueToString(constant);
    emit_unsupported(l, "constant '%s'", text);
    LLVMDisposeMessage(text);
    return emit_nondet(l, width);
}

ir_operand value_operand(lowering *l, LLVMValueRef value, uint32_t leaf)
{
    value = view_find_source(l, value, &leaf);
    uint8_t width = leaf_width(l, value, leaf);
    if (value_is_undefined(l, value, leaf))
        return emit_nondet(l, width);
    if (LLVMIsConstant(value))
        return constant_operand(l, constant_get_leaf(l, value, leaf), width);
    ir_register reg = value_result(l, value, leaf);
    const uint64_t *companions = map_find(&l->frame.companions, map_key(value));
    if (!companions)
        return reg;
    ir_register dst = emit_register(l, width);
    emit(l,
         (ir_instruction){.op = IR_FREEZE, .width = width, .dst = dst, .a = reg, .b = (ir_register)*companions + leaf});
    return dst;
}

ir_operand value_argument(lowering *l, LLVMValueRef instruction, uint32_t index)
{
    return value_operand(l, LLVMGetOperand(instruction, index), 0);
}

ir_operand value_incoming(lowering *l, LLVMValueRef value, uint32_t leaf, ir_operand *undefined)
{
    value = view_find_source(l, value, &leaf);
    bool is_undefined = value_is_undefined(l, value, leaf);
    *undefined = emit_constant(l, 1, is_undefined);
    if (is_undefined)
        return emit_constant(l, leaf_width(l, value, leaf), 0);
    const uint64_t *companions = map_find(&l->frame.companions, map_key(value));
    if (!companions)
        return value_operand(l, value, leaf);
    *undefined = (ir_register)*companions + leaf;
    return value_result(l, value, leaf);
}

void value_set_any(lowering *l, LLVMValueRef instruction)
{
    lower_layout layout = layout_get(l, LLVMTypeOf(instruction));
    for (uint32_t i = 0; i < layout.count; i++)
        emit(l, (ir_instruction){.op = IR_NONDET,
                                 .width = layout_leaf(l, layout, i)->type.width,
                                 .aux = 1,
                                 .dst = value_result(l, instruction, i)});
}
