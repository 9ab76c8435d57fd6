#include <string.h>

#include <llvm-c/DebugInfo.h>

#include "base/strbuf.h"
#include "frontend/lower.h"

/* LLVM's verifier leaves it open what most references between debug nodes lead to. */
static bool has_operands(LLVMMetadataRef node)
{
    switch (LLVMGetMetadataKind(node)) {
    case LLVMMDStringMetadataKind:
    case LLVMConstantAsMetadataMetadataKind:
    case LLVMLocalAsMetadataMetadataKind:
    case LLVMDIArgListMetadataKind:
        return false;
    default:
        return true;
    }
}

void metadata_get_operands(lowering *l, LLVMMetadataRef node, metadata_operands *out)
{
    if (!has_operands(node))
        return;
    LLVMValueRef value = LLVMMetadataAsValue(l->context, node);
    vec_resize(out, LLVMGetMDNodeNumOperands(value));
    if (out->size > 0)
        LLVMGetMDNodeOperands(value, out->data);
}

static LLVMValueRef get_operand(lowering *l, LLVMMetadataRef node, uint32_t index)
{
    metadata_operands operands = {0};
    metadata_get_operands(l, node, &operands);
    LLVMValueRef operand = index < operands.size ? operands.data[index] : NULL;
    vec_clear(&operands);
    return operand;
}

LLVMMetadataRef metadata_get_node(lowering *l, LLVMMetadataRef node, uint32_t index)
{
    LLVMValueRef operand = node ? get_operand(l, node, index) : NULL;
    return operand ? LLVMValueAsMetadata(operand) : NULL;
}

const char *metadata_get_text(lowering *l, LLVMMetadataRef node, uint32_t index)
{
    LLVMValueRef operand = node ? get_operand(l, node, index) : NULL;
    unsigned length = 0;
    const char *text = operand ? LLVMGetMDString(operand, &length) : NULL;
    if (!text || length == 0)
        return "";
    strbuf copy = {0};
    strbuf_add_bytes(&copy, text, length);
    const char *interned = ir_intern(l->program, strbuf_text(&copy));
    strbuf_clear(&copy);
    return interned;
}

LLVMMetadataRef metadata_of_global(LLVMValueRef global)
{
    if (LLVMIsAFunction(global))
        return LLVMGetSubprogram(global);
    size_t count;
    LLVMValueMetadataEntry *entries = LLVMGlobalCopyAllMetadata(global, &count);
    LLVMMetadataRef found = NULL;
    unsigned kind = LLVMGetMDKindID("dbg", strlen("dbg"));
    for (size_t i = 0; i < count && !found; i++)
        if (LLVMValueMetadataEntriesGetKind(entries, (unsigned)i) == kind)
            found = LLVMValueMetadataEntriesGetMetadata(entries, (unsigned)i);
    LLVMDisposeValueMetadataEntries(entries);
    if (found && LLVMGetMetadataKind(found) == LLVMDIGlobalVariableExpressionMetadataKind)
        found = LLVMDIGlobalVariableExpressionGetVariable(found);
    return found && LLVMGetMetadataKind(found) == LLVMDIGlobalVariableMetadataKind ? found : NULL;
}

LLVMValueRef metadata_get_value(LLVMValueRef wrapped)
{
    LLVMMetadataKind kind = LLVMGetMetadataKind(LLVMValueAsMetadata(wrapped));
    if (kind != LLVMLocalAsMetadataMetadataKind && kind != LLVMConstantAsMetadataMetadataKind)
        return NULL;
    LLVMValueRef value = NULL;
    LLVMGetMDNodeOperands(wrapped, &value);
    return value;
}
