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

/* Is the index of an element known? */
static bool is_element_known(LLVMValueRef vector, LLVMValueRef index)
{
    return LLVMIsAConstantInt(index) && LLVMConstIntGetZExtValue(index) < LLVMGetVectorSize(LLVMTypeOf(vector));
}

static bool is_shuffle_known(LLVMValueRef shuffle)
{
    for (unsigned i = 0; i < LLVMGetNumMaskElements(shuffle); i++)
        if (LLVMGetMaskValue(shuffle, i) == LLVMGetUndefMaskElem())
            return false;
    return true;
}

bool view_is(lowering *l, LLVMValueRef value)
{
    if (!LLVMIsAInstruction(value) || LLVMGetNumOperands(value) == 0 ||
        layout_get(l, LLVMTypeOf(LLVMGetOperand(value, 0))).unsupported)
        return false;
    switch (LLVMGetInstructionOpcode(value)) {
    case LLVMExtractValue:
    case LLVMInsertValue:
        return true;
    case LLVMExtractElement:
        return is_element_known(LLVMGetOperand(value, 0), LLVMGetOperand(value, 1));
    case LLVMInsertElement:
        return is_element_known(LLVMGetOperand(value, 0), LLVMGetOperand(value, 2));
    case LLVMShuffleVector:
        return is_shuffle_known(value);
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

/* What leaf `*leaf` is after `count` leaves from `first` on were replaced by those of `inserted`. */
static LLVMValueRef choose_source(LLVMValueRef old, LLVMValueRef inserted, uint32_t first, uint32_t count,
                                  uint32_t *leaf)
{
    if (*leaf < first || *leaf - first >= count)
        return old;
    *leaf -= first;
    return inserted;
}

static LLVMValueRef step(lowering *l, LLVMValueRef view, uint32_t *leaf)
{
    LLVMValueRef source = LLVMGetOperand(view, 0);
    switch (LLVMGetInstructionOpcode(view)) {
    case LLVMExtractValue:
        *leaf += first_leaf(l, view, LLVMTypeOf(source));
        return source;
    case LLVMInsertValue: {
        LLVMValueRef member = LLVMGetOperand(view, 1);
        uint32_t count = layout_get(l, LLVMTypeOf(member)).count;
        return choose_source(source, member, first_leaf(l, view, LLVMTypeOf(source)), count, leaf);
    }
    case LLVMExtractElement:
        *leaf = (uint32_t)LLVMConstIntGetZExtValue(LLVMGetOperand(view, 1));
        return source;
    case LLVMInsertElement: {
        uint32_t index = (uint32_t)LLVMConstIntGetZExtValue(LLVMGetOperand(view, 2));
        return choose_source(source, LLVMGetOperand(view, 1), index, 1, leaf);
    }
    case LLVMShuffleVector:
        *leaf = (uint32_t)LLVMGetMaskValue(view, *leaf);
        return choose_source(source, LLVMGetOperand(view, 1), layout_get(l, LLVMTypeOf(source)).count, UINT32_MAX,
                             leaf);
    default:
        return source;
    }
}

LLVMValueRef view_find_source(lowering *l, LLVMValueRef value, uint32_t *leaf)
{
    while (view_is(l, value))
        value = step(l, value, leaf);
    return value;
}
