#include <llvm-c/Error.h>
#include <llvm-c/Transforms/PassBuilder.h>

#include "base/map.h"
#include "frontend/module.h"

/* Only passes that touch nothing another thread can see. `sroa` is left out on purpose: it drops reads of shared
 * structs whose copy is not used, and with them the errors they would meet. */
static const char PASSES[] = "function(mem2reg,loop-simplify,lcssa),strip-dead-prototypes";

/* LLVM may replace an undefined value by any other it likes, and so hide that a variable was never set. So each local
 * variable first gets a value from a function that nothing is known about. */
static LLVMValueRef undefined_of(LLVMModuleRef module, LLVMTypeRef type, map *functions)
{
    const uint64_t *known = map_find(functions, map_key(type));
    if (known)
        return (LLVMValueRef)(uintptr_t)*known;
    LLVMValueRef function = LLVMAddFunction(module, MODULE_UNDEFINED_PREFIX, LLVMFunctionType(type, NULL, 0, 0));
    map_put(functions, map_key(type), map_key(function));
    return function;
}

static bool is_scalar(LLVMTypeRef type)
{
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    return kind == LLVMIntegerTypeKind || kind == LLVMPointerTypeKind || kind == LLVMFloatTypeKind ||
           kind == LLVMDoubleTypeKind || kind == LLVMVectorTypeKind;
}

static void make_undefined_explicit(LLVMModuleRef module)
{
    map functions = {0};
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
        if (LLVMIsDeclaration(f))
            continue;
        LLVMValueRef next;
        for (LLVMValueRef v = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(f)); v; v = next) {
            next = LLVMGetNextInstruction(v);
            LLVMTypeRef type = LLVMIsAAllocaInst(v) ? LLVMGetAllocatedType(v) : NULL;
            if (!type || !is_scalar(type) || !LLVMIsAConstantInt(LLVMGetOperand(v, 0)))
                continue;
            LLVMPositionBuilderBefore(builder, next);
            LLVMValueRef undefined = undefined_of(module, type, &functions);
            LLVMValueRef value = LLVMBuildCall2(builder, LLVMGlobalGetValueType(undefined), undefined, NULL, 0, "");
            LLVMBuildStore(builder, value, v);
        }
    }
    LLVMDisposeBuilder(builder);
    map_clear(&functions);
}

bool module_simplify(module_set *set, diag *d)
{
    make_undefined_explicit(set->linked);
    LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
    LLVMErrorRef error = LLVMRunPasses(set->linked, PASSES, NULL, options);
    LLVMDisposePassBuilderOptions(options);
    if (error) {
        char *message = LLVMGetErrorMessage(error);
        diag_fail(d, STATUS_INTERNAL, "LLVM passes failed: %s", message);
        LLVMDisposeErrorMessage(message);
        return false;
    }
    /* Debug information as calls of llvm.dbg.*, the only form that the C interface can read. */
    LLVMSetIsNewDbgInfoFormat(set->linked, 0);
    return true;
}
