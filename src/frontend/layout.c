#include <string.h>

#include "base/strbuf.h"
#include "frontend/lower.h"

static const char *unsupported_type(lowering *l, LLVMTypeRef type)
{
    if (LLVMGetTypeKind(type) == LLVMX86_FP80TypeKind)
        return "long double of 80 bits";
    char *printed = LLVMPrintTypeToString(type);
    strbuf text = {0};
    strbuf_addf(&text, "a value of type '%s'", printed);
    const char *interned = ir_intern(l->program, strbuf_text(&text));
    strbuf_clear(&text);
    LLVMDisposeMessage(printed);
    return interned;
}

uint64_t layout_bytes(lowering *l, LLVMTypeRef type)
{
    bool has_size = LLVMTypeIsSized(type) && LLVMGetTypeKind(type) != LLVMScalableVectorTypeKind;
    return has_size ? LLVMABISizeOfType(l->target, type) : 0;
}

/* The type of a scalar; width 0 if it is none that a register can hold. */
static ir_type scalar_type(const lowering *l, LLVMTypeRef type)
{
    switch (LLVMGetTypeKind(type)) {
    case LLVMIntegerTypeKind: {
        unsigned width = LLVMGetIntTypeWidth(type);
        return (ir_type){width <= IR_MAX_WIDTH ? (uint8_t)width : 0, IR_INTEGER};
    }
    case LLVMPointerTypeKind:
        return (ir_type){lower_pointer_bits(l), IR_POINTER};
    case LLVMFloatTypeKind:
        return (ir_type){32, IR_FLOATING};
    case LLVMDoubleTypeKind:
        return (ir_type){64, IR_FLOATING};
    default:
        return (ir_type){0, IR_INTEGER};
    }
}

static void add_leaves(lowering *l, LLVMTypeRef type, uint64_t offset, lower_layout *layout);

static void add_elements(lowering *l, LLVMTypeRef element, uint64_t count, uint64_t stride, uint64_t offset,
                         lower_layout *layout)
{
    for (uint64_t i = 0; i < count && !layout->unsupported; i++)
        add_leaves(l, element, offset + i * stride, layout);
}

static void add_leaves(lowering *l, LLVMTypeRef type, uint64_t offset, lower_layout *layout)
{
    if (l->leaves.size - layout->first >= LOWER_MAX_LEAVES) {
        layout->unsupported = "a struct of very many members as one value";
        return;
    }
    switch (LLVMGetTypeKind(type)) {
    case LLVMVoidTypeKind:
    case LLVMLabelTypeKind:
    case LLVMMetadataTypeKind:
    case LLVMTokenTypeKind:
    case LLVMFunctionTypeKind:
        return;
    case LLVMStructTypeKind:
        if (LLVMIsOpaqueStruct(type)) {
            layout->unsupported = unsupported_type(l, type);
            return;
        }
        for (unsigned i = 0; i < LLVMCountStructElementTypes(type) && !layout->unsupported; i++)
            add_leaves(l, LLVMStructGetTypeAtIndex(type, i), offset + LLVMOffsetOfElement(l->target, type, i), layout);
        return;
    case LLVMArrayTypeKind: {
        LLVMTypeRef element = LLVMGetElementType(type);
        add_elements(l, element, LLVMGetArrayLength2(type), LLVMABISizeOfType(l->target, element), offset, layout);
        return;
    }
    case LLVMVectorTypeKind: {
        LLVMTypeRef element = LLVMGetElementType(type);
        uint64_t bits = LLVMSizeOfTypeInBits(l->target, element);
        if (bits % LOWER_BYTE_BITS != 0)
            layout->unsupported = unsupported_type(l, type);
        else
            add_elements(l, element, LLVMGetVectorSize(type), bits / LOWER_BYTE_BITS, offset, layout);
        return;
    }
    default:
        break;
    }
    ir_type scalar = scalar_type(l, type);
    if (scalar.width == 0)
        layout->unsupported = unsupported_type(l, type);
    else
        vec_push(&l->leaves, (lower_leaf){scalar, offset});
}

lower_layout layout_get(lowering *l, LLVMTypeRef type)
{
    const uint64_t *known = map_find(&l->layouts, map_key(type));
    if (known)
        return l->layout_table.data[*known];
    lower_layout layout = {.first = l->leaves.size};
    add_leaves(l, type, 0, &layout);
    layout.count = layout.unsupported ? 0 : l->leaves.size - layout.first;
    map_put(&l->layouts, map_key(type), l->layout_table.size);
    vec_push(&l->layout_table, layout);
    return layout;
}

const lower_leaf *layout_leaf(const lowering *l, lower_layout layout, uint32_t leaf)
{
    assert(leaf < layout.count);
    return &l->leaves.data[layout.first + leaf];
}
