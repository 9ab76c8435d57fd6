#include "frontend/lower.h"

static ir_op binary_op(LLVMOpcode opcode)
{
    switch (opcode) {
    case LLVMAdd:
        return IR_ADD;
    case LLVMSub:
        return IR_SUB;
    case LLVMMul:
        return IR_MUL;
    case LLVMUDiv:
        return IR_UDIV;
    case LLVMSDiv:
        return IR_SDIV;
    case LLVMURem:
        return IR_UREM;
    case LLVMSRem:
        return IR_SREM;
    case LLVMAnd:
        return IR_AND;
    case LLVMOr:
        return IR_OR;
    case LLVMXor:
        return IR_XOR;
    case LLVMShl:
        return IR_SHL;
    case LLVMLShr:
        return IR_LSHR;
    case LLVMAShr:
        return IR_ASHR;
    case LLVMFAdd:
        return IR_FADD;
    case LLVMFSub:
        return IR_FSUB;
    case LLVMFMul:
        return IR_FMUL;
    case LLVMFDiv:
        return IR_FDIV;
    case LLVMFRem:
        return IR_FREM;
    default:
        return IR_OP_COUNT;
    }
}

static void lower_binary(lowering *l, LLVMValueRef instruction, ir_op op)
{
    lower_layout layout = layout_get(l, LLVMTypeOf(instruction));
    for (uint32_t i = 0; i < layout.count; i++) {
        ir_operand a = value_operand(l, LLVMGetOperand(instruction, 0), i);
        ir_operand b = value_operand(l, LLVMGetOperand(instruction, 1), i);
        emit(l, (ir_instruction){.op = (uint8_t)op,
                                 .width = layout_leaf(l, layout, i)->type.width,
                                 .dst = value_result(l, instruction, i),
                                 .a = a,
                                 .b = b});
    }
}

static void lower_negation(lowering *l, LLVMValueRef instruction)
{
    lower_layout layout = layout_get(l, LLVMTypeOf(instruction));
    for (uint32_t i = 0; i < layout.count; i++) {
        ir_operand a = value_operand(l, LLVMGetOperand(instruction, 0), i);
        emit(l, (ir_instruction){.op = IR_FNEG,
                                 .width = layout_leaf(l, layout, i)->type.width,
                                 .dst = value_result(l, instruction, i),
                                 .a = a});
    }
}

/* `greater` is `less` with the operands swapped. */
static ir_op comparison(LLVMIntPredicate predicate, bool *swapped)
{
    *swapped = predicate == LLVMIntUGT || predicate == LLVMIntUGE || predicate == LLVMIntSGT || predicate == LLVMIntSGE;
    switch (predicate) {
    case LLVMIntEQ:
        return IR_EQ;
    case LLVMIntNE:
        return IR_NE;
    case LLVMIntUGT:
    case LLVMIntULT:
        return IR_ULT;
    case LLVMIntUGE:
    case LLVMIntULE:
        return IR_ULE;
    case LLVMIntSGT:
    case LLVMIntSLT:
        return IR_SLT;
    default:
        return IR_SLE;
    }
}

static void lower_comparison(lowering *l, LLVMValueRef instruction)
{
    bool swapped;
    ir_op op = comparison(LLVMGetICmpPredicate(instruction), &swapped);
    LLVMValueRef left = LLVMGetOperand(instruction, 0), right = LLVMGetOperand(instruction, 1);
    ir_operand a = value_operand(l, left, 0), b = value_operand(l, right, 0);
    emit(l, (ir_instruction){.op = (uint8_t)op,
                             .width = value_type(l, left).width,
                             .dst = value_result(l, instruction, 0),
                             .a = swapped ? b : a,
                             .b = swapped ? a : b});
}

/* LLVM numbers the predicates by the same four bits as ir_instruction.aux. */
static void lower_float_comparison(lowering *l, LLVMValueRef instruction)
{
    ir_operand a = value_argument(l, instruction, 0), b = value_argument(l, instruction, 1);
    emit(l, (ir_instruction){.op = IR_FCMP,
                             .width = value_type(l, LLVMGetOperand(instruction, 0)).width,
                             .aux = (uint16_t)LLVMGetFCmpPredicate(instruction),
                             .dst = value_result(l, instruction, 0),
                             .a = a,
                             .b = b});
}

static void lower_select(lowering *l, LLVMValueRef instruction)
{
    LLVMValueRef condition = LLVMGetOperand(instruction, 0);
    ir_operand bit = value_operand(l, condition, 0);
    lower_layout layout = layout_get(l, LLVMTypeOf(instruction));
    for (uint32_t i = 0; i < layout.count; i++) {
        ir_operand yes = value_operand(l, LLVMGetOperand(instruction, 1), i);
        ir_operand no = value_operand(l, LLVMGetOperand(instruction, 2), i);
        emit(l, (ir_instruction){.op = IR_SELECT,
                                 .width = layout_leaf(l, layout, i)->type.width,
                                 .dst = value_result(l, instruction, i),
                                 .a = bit,
                                 .b = yes,
                                 .c = no});
    }
}

bool arithmetic_lower(lowering *l, LLVMValueRef instruction)
{
    LLVMOpcode opcode = LLVMGetInstructionOpcode(instruction);
    switch (opcode) {
    case LLVMFNeg:
        lower_negation(l, instruction);
        return true;
    case LLVMICmp:
        lower_comparison(l, instruction);
        return true;
    case LLVMFCmp:
        lower_float_comparison(l, instruction);
        return true;
    case LLVMSelect:
        lower_select(l, instruction);
        return true;
    default:
        break;
    }
    ir_op op = binary_op(opcode);
    if (op == IR_OP_COUNT)
        return false;
    lower_binary(l, instruction, op);
    return true;
}
