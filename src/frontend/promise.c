#include <llvm-c/DebugInfo.h>

#include "frontend/module.h"

/* __builtin_assume(c) promises the compiler that c is true. Breaking the promise is undefined behaviour, so the call
 * becomes one of a model that checks it. Promises about alignment say `true` here, and are not looked at. */

static const char CHECK[] = "__heddle_check_promise";

static bool is_broken_never(LLVMValueRef call)
{
    LLVMValueRef condition = LLVMGetOperand(call, 0);
    return LLVMIsAConstantInt(condition) && LLVMConstIntGetZExtValue(condition);
}

static void check_promise(LLVMModuleRef module, LLVMBuilderRef builder, LLVMValueRef call)
{
    LLVMContextRef context = LLVMGetModuleContext(module);
    LLVMTypeRef number = LLVMInt32TypeInContext(context);
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(context), &number, 1, 0);
    LLVMValueRef check = LLVMGetNamedFunction(module, CHECK);
    if (!check)
        check = LLVMAddFunction(module, CHECK, type);
    LLVMPositionBuilderBefore(builder, call);
    LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(call));
    LLVMValueRef condition = LLVMBuildZExt(builder, LLVMGetOperand(call, 0), number, "");
    LLVMBuildCall2(builder, type, check, &condition, 1, "");
    LLVMInstructionEraseFromParent(call);
}

void module_check_promises(LLVMModuleRef module)
{
    LLVMValueRef assume = LLVMGetNamedFunction(module, "llvm.assume");
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
    for (LLVMUseRef next, use = assume ? LLVMGetFirstUse(assume) : NULL; use; use = next) {
        next = LLVMGetNextUse(use);
        LLVMValueRef call = LLVMGetUser(use);
        if (LLVMIsACallInst(call) && !is_broken_never(call))
            check_promise(module, builder, call);
    }
    LLVMDisposeBuilder(builder);
}
