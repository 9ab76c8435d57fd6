#include "frontend/lower.h"

static bool is_without_effect(LLVMValueRef gep)
{
    if (LLVMGetTypeKind(LLVMTypeOf(gep)) != LLVMPointerTypeKind)
        return false;
    for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(gep); i++)
        if (!LLVMIsNull(LLVMGetOperand(gep, i)))
            return false;
    return true;
}

static bool keeps_width(lowering *l, LLVMValueRef cast)
{
    lower_layout from = layout_get(l, LLVMTypeOf(LLVMGetOperand(cast, 0))), to = layout_get(l, LLVMTypeOf(cast));
    return from.count == 1 && to.count == 1 && layout_leaf(l, from, 0)->type.width == layout_leaf(l, to, 0)->type.width;
}

bool view_is(lowering *l, LLVMValueRef value)
{
    if (!LLVMIsAInstruction(value))
        return false;
    switch (LLVMGetInstructionOpcode(value)) {
    case LLVMExtractValue:
    case LLVMInsertValue:
        return true;
    case LLVMGetElementPtr:
        return is_without_effect(value);
    case LLVMPtrToInt:
    case LLVMIntToPtr:
    case LLVMAddrSpaceCast:
    case LLVMBitCast:
        return keeps_width(l, value);
    default:
        return false;
    }
}

/* The first leaf of the member that an insertvalue or extractvalue names. */
static uint32_t first_leaf(lowering *l, LLVMValueRef instruction, LLVMTypeRef type)
{
    const unsigned *indices = LLVMGetIndices(instruction);
    uint32_t leaf = 0;
    for (unsigned i = 0; i < LLVMGetNumIndices(instruction); i++) {
        if (LLVMGetTypeKind(type) == LLVMStructTypeKind) {
            for (unsigned j = 0; j < indices[i]; j++)
                leaf += layout_get(l, LLVMStructGetTypeAtIndex(type, j)).count;
            type = LLVMStructGetTypeAtIndex(type, indices[i]);
        } else {
            type = LLVMGetElementType(type);
            leaf += indices[i] * layout_get(l, type).count;
        }
    }
    return leaf;
}

LLVMValueRef view_find_source(lowering *l, LLVMValueRef value, uint32_t *leaf)
{
    while (view_is(l, value)) {
        LLVMValueRef source = LLVMGetOperand(value, 0);
        if (LLVMIsAExtractValueInst(value))
            *leaf += first_leaf(l, value, LLVMTypeOf(source));
        if (LLVMIsAInsertValueInst(value)) {
            LLVMValueRef member = LLVMGetOperand(value, 1);
            uint32_t first = first_leaf(l, value, LLVMTypeOf(source));
            bool is_inserted = *leaf >= first && *leaf - first < layout_get(l, LLVMTypeOf(member)).count;
            *leaf -= is_inserted ? first : 0;
            source = is_inserted ? member : source;
        }
        value = source;
    }
    return value;
}
