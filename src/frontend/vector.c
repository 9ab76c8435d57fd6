#include "frontend/lower.h"

static void move_leaf(lowering *l, LLVMValueRef to, uint32_t to_leaf, LLVMValueRef from, uint32_t from_leaf)
{
    uint8_t width = layout_leaf(l, layout_get(l, LLVMTypeOf(to)), to_leaf)->type.width;
    emit_result(l, value_result(l, to, to_leaf), width, value_operand(l, from, from_leaf));
}

static void lower_extract_element(lowering *l, LLVMValueRef instruction)
{
    LLVMValueRef vector = LLVMGetOperand(instruction, 0), index = LLVMGetOperand(instruction, 1);
    uint32_t count = layout_get(l, LLVMTypeOf(vector)).count;
    uint8_t width = value_type(l, instruction).width, index_width = value_type(l, index).width;
    ir_operand at = value_operand(l, index, 0);
    ir_operand found = value_operand(l, vector, 0);
    for (uint32_t i = 1; i < count; i++) {
        ir_operand is_this = emit_compare(l, IR_EQ, index_width, at, emit_constant(l, index_width, i));
        found = emit_select(l, width, is_this, value_operand(l, vector, i), found);
    }
    emit_result(l, value_result(l, instruction, 0), width, found);
}

static void lower_insert_element(lowering *l, LLVMValueRef instruction)
{
    LLVMValueRef vector = LLVMGetOperand(instruction, 0), index = LLVMGetOperand(instruction, 2);
    uint32_t count = layout_get(l, LLVMTypeOf(vector)).count;
    LLVMValueRef element = LLVMGetOperand(instruction, 1);
    uint8_t width = value_type(l, element).width, index_width = value_type(l, index).width;
    ir_operand at = value_operand(l, index, 0), inserted = value_operand(l, element, 0);
    for (uint32_t i = 0; i < count; i++) {
        ir_operand is_this = emit_compare(l, IR_EQ, index_width, at, emit_constant(l, index_width, i));
        ir_operand old = value_operand(l, vector, i);
        emit_result(l, value_result(l, instruction, i), width, emit_select(l, width, is_this, inserted, old));
    }
}

static void lower_shuffle(lowering *l, LLVMValueRef instruction)
{
    LLVMValueRef left = LLVMGetOperand(instruction, 0), right = LLVMGetOperand(instruction, 1);
    int left_count = (int)layout_get(l, LLVMTypeOf(left)).count;
    lower_layout layout = layout_get(l, LLVMTypeOf(instruction));
    for (uint32_t i = 0; i < layout.count; i++) {
        int from = LLVMGetMaskValue(instruction, i);
        uint8_t width = layout_leaf(l, layout, i)->type.width;
        if (from == LLVMGetUndefMaskElem())
            emit_result(l, value_result(l, instruction, i), width, emit_nondet(l, width));
        else if (from < left_count)
            move_leaf(l, instruction, i, left, (uint32_t)from);
        else
            move_leaf(l, instruction, i, right, (uint32_t)(from - left_count));
    }
}

bool vector_lower(lowering *l, LLVMValueRef instruction)
{
    switch (LLVMGetInstructionOpcode(instruction)) {
    case LLVMExtractElement:
        lower_extract_element(l, instruction);
        return true;
    case LLVMInsertElement:
        lower_insert_element(l, instruction);
        return true;
    case LLVMShuffleVector:
        lower_shuffle(l, instruction);
        return true;
    default:
        return false;
    }
}
