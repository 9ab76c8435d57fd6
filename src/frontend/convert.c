#include "frontend/lower.h"

static void lower_conversion(lowering *l, LLVMValueRef instruction, ir_op op)
{
    LLVMValueRef source = LLVMGetOperand(instruction, 0);
    lower_layout from = layout_get(l, LLVMTypeOf(source)), to = layout_get(l, LLVMTypeOf(instruction));
    for (uint32_t i = 0; i < to.count; i++) {
        ir_operand a = value_operand(l, source, i);
        emit(l, (ir_instruction){.op = (uint8_t)op,
                                 .width = layout_leaf(l, to, i)->type.width,
                                 .aux = layout_leaf(l, from, i)->type.width,
                                 .dst = value_result(l, instruction, i),
                                 .a = a});
    }
}

/* Pointers are plain numbers, so only the width may change. */
static void lower_pointer_cast(lowering *l, LLVMValueRef instruction)
{
    LLVMValueRef source = LLVMGetOperand(instruction, 0);
    lower_layout from = layout_get(l, LLVMTypeOf(source)), to = layout_get(l, LLVMTypeOf(instruction));
    for (uint32_t i = 0; i < to.count; i++) {
        uint8_t width = layout_leaf(l, to, i)->type.width;
        ir_operand a = value_operand(l, source, i);
        a = emit_resized(l, layout_leaf(l, from, i)->type.width, width, false, a);
        emit_result(l, value_result(l, instruction, i), width, a);
    }
}

static unsigned total_width(const lowering *l, lower_layout layout)
{
    unsigned total = 0;
    for (uint32_t i = 0; i < layout.count; i++)
        total += layout_leaf(l, layout, i)->type.width;
    return total;
}

static bool has_same_widths(const lowering *l, lower_layout a, lower_layout b)
{
    if (a.count != b.count)
        return false;
    for (uint32_t i = 0; i < a.count; i++)
        if (layout_leaf(l, a, i)->type.width != layout_leaf(l, b, i)->type.width)
            return false;
    return true;
}

/* Glues the leaves of a vector together to one number and cuts it again at other places. */
static void lower_regrouping(lowering *l, LLVMValueRef instruction, lower_layout from, lower_layout to, uint8_t total)
{
    ir_operand number = emit_constant(l, total, 0);
    unsigned at = 0;
    for (uint32_t i = 0; i < from.count; i++) {
        uint8_t width = layout_leaf(l, from, i)->type.width;
        ir_operand part = emit_resized(l, width, total, false, value_operand(l, LLVMGetOperand(instruction, 0), i));
        if (at > 0)
            part = emit_binary(l, IR_SHL, total, part, emit_constant(l, total, at));
        number = at > 0 ? emit_binary(l, IR_OR, total, number, part) : part;
        at += width;
    }
    at = 0;
    for (uint32_t i = 0; i < to.count; i++) {
        uint8_t width = layout_leaf(l, to, i)->type.width;
        ir_operand part = at > 0 ? emit_binary(l, IR_LSHR, total, number, emit_constant(l, total, at)) : number;
        emit_result(l, value_result(l, instruction, i), width, emit_resized(l, total, width, false, part));
        at += width;
    }
}

static void lower_bitcast(lowering *l, LLVMValueRef instruction)
{
    lower_layout from = layout_get(l, LLVMTypeOf(LLVMGetOperand(instruction, 0)));
    lower_layout to = layout_get(l, LLVMTypeOf(instruction));
    unsigned total = total_width(l, from);
    if (has_same_widths(l, from, to)) {
        lower_pointer_cast(l, instruction);
    } else if (total <= IR_MAX_WIDTH && total == total_width(l, to)) {
        lower_regrouping(l, instruction, from, to, (uint8_t)total);
    } else {
        emit_unsupported(l, "a cast between vectors of %u bits", total);
        value_set_any(l, instruction);
    }
}

bool convert_lower(lowering *l, LLVMValueRef instruction)
{
    switch (LLVMGetInstructionOpcode(instruction)) {
    case LLVMTrunc:
        lower_conversion(l, instruction, IR_TRUNC);
        return true;
    case LLVMZExt:
        lower_conversion(l, instruction, IR_ZEXT);
        return true;
    case LLVMSExt:
        lower_conversion(l, instruction, IR_SEXT);
        return true;
    case LLVMFPToUI:
        lower_conversion(l, instruction, IR_FPTOUI);
        return true;
    case LLVMFPToSI:
        lower_conversion(l, instruction, IR_FPTOSI);
        return true;
    case LLVMUIToFP:
        lower_conversion(l, instruction, IR_UITOFP);
        return true;
    case LLVMSIToFP:
        lower_conversion(l, instruction, IR_SITOFP);
        return true;
    case LLVMFPTrunc:
        lower_conversion(l, instruction, IR_FPTRUNC);
        return true;
    case LLVMFPExt:
        lower_conversion(l, instruction, IR_FPEXT);
        return true;
    case LLVMPtrToInt:
    case LLVMIntToPtr:
    case LLVMAddrSpaceCast:
    case LLVMFreeze:
        lower_pointer_cast(l, instruction);
        return true;
    case LLVMBitCast:
        lower_bitcast(l, instruction);
        return true;
    default:
        return false;
    }
}
