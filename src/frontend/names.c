#include <string.h>

#include <llvm-c/DebugInfo.h>

#include "frontend/lower.h"

enum {
    VARIABLE_OPERAND = 1, /* of llvm.dbg.declare and llvm.dbg.value */
    OPERAND_NAME = 1,     /* of a DILocalVariable */
    OPERAND_TYPE = 3,
    OPERAND_GLOBAL_TYPE = 3, /* of a DIGlobalVariable */
};

static bool is_debug_call(LLVMValueRef instruction)
{
    LLVMValueRef callee = LLVMIsACallInst(instruction) ? LLVMGetCalledValue(instruction) : NULL;
    size_t length;
    if (!callee || !LLVMIsAFunction(callee) || LLVMGetIntrinsicID(callee) == 0)
        return false;
    const char *name = LLVMGetValueName2(callee, &length);
    return strcmp(name, "llvm.dbg.declare") == 0 || strcmp(name, "llvm.dbg.value") == 0;
}

static LLVMMetadataRef variable_of(lowering *l, LLVMValueRef value)
{
    return (LLVMMetadataRef)(uintptr_t)map_get(&l->variables, map_key(value), 0);
}

/* Of several variables that hold the same value, the first is where it came from. */
static void note_variable(lowering *l, LLVMValueRef call)
{
    LLVMValueRef value = metadata_get_value(LLVMGetOperand(call, 0));
    LLVMMetadataRef variable = LLVMValueAsMetadata(LLVMGetOperand(call, VARIABLE_OPERAND));
    if (!value || LLVMGetMetadataKind(variable) != LLVMDILocalVariableMetadataKind)
        return;
    ctype_get(l, metadata_get_node(l, variable, OPERAND_TYPE));
    if (!LLVMIsConstant(value) && !variable_of(l, value))
        map_put(&l->variables, map_key(value), map_key(variable));
}

void names_collect(lowering *l)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(l->module); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef v = LLVMGetFirstInstruction(b); v; v = LLVMGetNextInstruction(v))
                if (is_debug_call(v))
                    note_variable(l, v);
}

void names_describe_site(lowering *l, LLVMValueRef alloca, ir_site *site)
{
    LLVMMetadataRef variable = variable_of(l, alloca);
    if (!variable)
        return;
    site->name = metadata_get_text(l, variable, OPERAND_NAME);
    site->location = location_make(l, LLVMDIVariableGetFile(variable), LLVMDIVariableGetLine(variable), 0);
    site->type = ctype_get(l, metadata_get_node(l, variable, OPERAND_TYPE));
}

const char *names_of_value(lowering *l, LLVMValueRef value)
{
    LLVMMetadataRef variable = variable_of(l, value);
    const char *name = variable ? metadata_get_text(l, variable, OPERAND_NAME) : "";
    return *name ? name : NULL;
}

/* ---- what a call's result points to ---- */

static ir_id element_of(const lowering *l, ir_id type)
{
    if (type == IR_NONE || l->program->ctypes.data[type].kind != IR_C_POINTER)
        return IR_NONE;
    ir_id element = l->program->ctypes.data[type].element;
    return element == IR_NONE || l->program->ctypes.data[element].kind == IR_C_VOID ? IR_NONE : element;
}

static ir_id type_of_variable(lowering *l, LLVMValueRef value)
{
    LLVMMetadataRef variable = variable_of(l, value);
    return variable ? ctype_get(l, metadata_get_node(l, variable, OPERAND_TYPE)) : IR_NONE;
}

static ir_id type_of_field(const lowering *l, ir_id type, uint64_t offset)
{
    if (type == IR_NONE)
        return IR_NONE;
    const ir_ctype *owner = &l->program->ctypes.data[type];
    for (ir_id i = 0; i < owner->field_count; i++) {
        const ir_field *field = &l->program->fields.data[owner->first_field + i];
        if (field->offset_bits == offset * LOWER_BYTE_BITS)
            return field->type;
    }
    return IR_NONE;
}

/* The type of the struct member that an address like &p->next means. */
static ir_id type_of_member(lowering *l, LLVMValueRef gep)
{
    enum { MEMBER_INDEX = 2, OPERANDS = 3 };
    LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
    if (LLVMGetNumOperands(gep) != OPERANDS || LLVMGetTypeKind(type) != LLVMStructTypeKind)
        return IR_NONE;
    unsigned member = (unsigned)LLVMConstIntGetZExtValue(LLVMGetOperand(gep, MEMBER_INDEX));
    return type_of_field(l, ctype_find_struct(l, type), LLVMOffsetOfElement(l->target, type, member));
}

static ir_id type_of_place(lowering *l, LLVMValueRef address)
{
    const uint64_t *global = map_find(&l->globals, map_key(address));
    if (global)
        return l->program->globals.data[*global].type;
    if (LLVMIsAGetElementPtrInst(address) ||
        (LLVMIsAConstantExpr(address) && LLVMGetConstOpcode(address) == LLVMGetElementPtr))
        return type_of_member(l, address);
    return type_of_variable(l, address);
}

static ir_id pointee_by_use(lowering *l, LLVMValueRef call, LLVMValueRef user)
{
    if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) == call)
        return element_of(l, type_of_place(l, LLVMGetOperand(user, 1)));
    if (LLVMIsAGetElementPtrInst(user) && LLVMGetOperand(user, 0) == call)
        return ctype_find_struct(l, LLVMGetGEPSourceElementType(user));
    if (LLVMIsAPHINode(user))
        return element_of(l, type_of_variable(l, user));
    return IR_NONE;
}

ir_id names_find_pointee(lowering *l, LLVMValueRef call)
{
    if (LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMPointerTypeKind)
        return IR_NONE;
    ir_id found = element_of(l, type_of_variable(l, call));
    for (LLVMUseRef use = LLVMGetFirstUse(call); use && found == IR_NONE; use = LLVMGetNextUse(use))
        found = pointee_by_use(l, call, LLVMGetUser(use));
    return found;
}
