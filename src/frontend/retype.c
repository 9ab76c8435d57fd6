#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>

#include "base/vec.h"
#include "frontend/module.h"

/* Local variables that are stored as one type and loaded as another of the same size. clang makes them wherever an
 * atomic pointer is loaded or compared: the integer that was read goes through a variable to become a pointer.
 * `mem2reg` leaves such a variable in memory, and a loop that waits for a pointer then looks as if it changed
 * something. So the values are cast instead, to the type of the variable and back. */

typedef VEC(LLVMValueRef) value_list;

typedef struct retyping {
    LLVMTargetDataRef layout;
    LLVMBuilderRef builder;
    value_list accesses; /* of the variable at hand, whose type is not its own */
} retyping;

static bool is_integer(LLVMTypeRef type)
{
    return LLVMGetTypeKind(type) == LLVMIntegerTypeKind;
}

static bool is_pointer(LLVMTypeRef type)
{
    return LLVMGetTypeKind(type) == LLVMPointerTypeKind;
}

/* Of the same size, and one cast apart. */
static bool can_cast(const retyping *r, LLVMTypeRef a, LLVMTypeRef b)
{
    bool has_integer = is_integer(a) || is_integer(b), has_pointer = is_pointer(a) || is_pointer(b);
    return has_integer && has_pointer && LLVMSizeOfTypeInBits(r->layout, a) == LLVMSizeOfTypeInBits(r->layout, b) &&
           LLVMSizeOfTypeInBits(r->layout, a) == LLVMStoreSizeOfType(r->layout, a) * 8;
}

static LLVMTypeRef accessed_type(LLVMValueRef access)
{
    return LLVMIsALoadInst(access) ? LLVMTypeOf(access) : LLVMTypeOf(LLVMGetOperand(access, 0));
}

/* A plain load or store of the variable: not one that stores its address. */
static bool is_plain_access(LLVMValueRef user, LLVMValueRef variable)
{
    if (!LLVMIsALoadInst(user) && !LLVMIsAStoreInst(user))
        return false;
    return !LLVMGetVolatile(user) && LLVMGetOrdering(user) == LLVMAtomicOrderingNotAtomic &&
           (LLVMIsALoadInst(user) || LLVMGetOperand(user, 0) != variable);
}

/* Lists the accesses that need a cast; false if the variable is used in some other way. */
static bool list_accesses(retyping *r, LLVMValueRef variable)
{
    LLVMTypeRef type = LLVMGetAllocatedType(variable);
    r->accesses.size = 0;
    for (LLVMUseRef use = LLVMGetFirstUse(variable); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (!is_plain_access(user, variable))
            return false;
        if (accessed_type(user) == type)
            continue;
        if (!can_cast(r, accessed_type(user), type))
            return false;
        vec_push(&r->accesses, user);
    }
    return true;
}

static LLVMValueRef cast(const retyping *r, LLVMValueRef value, LLVMTypeRef type)
{
    return is_pointer(type) ? LLVMBuildIntToPtr(r->builder, value, type, "")
                            : LLVMBuildPtrToInt(r->builder, value, type, "");
}

static void retype_access(const retyping *r, LLVMValueRef access, LLVMValueRef variable)
{
    LLVMTypeRef type = LLVMGetAllocatedType(variable);
    LLVMPositionBuilderBefore(r->builder, access);
    LLVMSetCurrentDebugLocation2(r->builder, LLVMInstructionGetDebugLoc(access));
    if (LLVMIsAStoreInst(access)) {
        LLVMSetOperand(access, 0, cast(r, LLVMGetOperand(access, 0), type));
        return;
    }
    LLVMValueRef load = LLVMBuildLoad2(r->builder, type, variable, "");
    LLVMSetAlignment(load, LLVMGetAlignment(access));
    LLVMReplaceAllUsesWith(access, cast(r, load, LLVMTypeOf(access)));
    LLVMInstructionEraseFromParent(access);
}

static void retype_variables(retyping *r, LLVMBasicBlockRef block)
{
    for (LLVMValueRef in = LLVMGetFirstInstruction(block); in; in = LLVMGetNextInstruction(in)) {
        if (!LLVMIsAAllocaInst(in) || !list_accesses(r, in))
            continue;
        for (uint32_t i = 0; i < r->accesses.size; i++)
            retype_access(r, r->accesses.data[i], in);
    }
}

void module_retype_variables(LLVMModuleRef module)
{
    retyping r = {
        .layout = LLVMGetModuleDataLayout(module),
        .builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module)),
    };
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        if (!LLVMIsDeclaration(f))
            retype_variables(&r, LLVMGetEntryBasicBlock(f));
    vec_clear(&r.accesses);
    LLVMDisposeBuilder(r.builder);
}
