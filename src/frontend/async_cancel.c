#include <llvm-c/DebugInfo.h>

#include "frontend/module.h"

/* Asynchronous cancellation: a thread that asks for it may end between any two instructions. Nobody can tell one place
 * from the next but by what was done in memory, so before each access that others may see, before each call, and where
 * a loop begins again, there is a call of a model that looks whether the thread is cancelled. Only in programs that ask
 * for that type, and cancel threads. */

#define CANCELLATION_POINT "__heddle_cancel_anywhere"

static LLVMValueRef find_used(LLVMModuleRef module, const char *name)
{
    LLVMValueRef function = LLVMGetNamedFunction(module, name);
    return function && LLVMIsDeclaration(function) && LLVMGetFirstUse(function) ? function : NULL;
}

/* Deferred cancellation is type 0; whoever asks for a type that is not known may get the other. */
static bool asks_for_it(LLVMValueRef set_type)
{
    for (LLVMUseRef use = LLVMGetFirstUse(set_type); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef call = LLVMGetUser(use);
        if (!LLVMIsACallInst(call) || LLVMGetNumArgOperands(call) == 0)
            return true;
        LLVMValueRef type = LLVMGetOperand(call, 0);
        if (!LLVMIsAConstantInt(type) || LLVMConstIntGetZExtValue(type) != 0)
            return true;
    }
    return false;
}

/* A variable that is only loaded and stored: nobody else has its address. */
static bool is_own_variable(LLVMValueRef pointer)
{
    if (!LLVMIsAAllocaInst(pointer))
        return false;
    for (LLVMUseRef use = LLVMGetFirstUse(pointer); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        bool is_stored_to = LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != pointer;
        if (!LLVMIsALoadInst(user) && !is_stored_to)
            return false;
    }
    return true;
}

static bool goes_back(LLVMValueRef branch)
{
    LLVMBasicBlockRef from = LLVMGetInstructionParent(branch);
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(LLVMGetBasicBlockParent(from));;
         block = LLVMGetNextBasicBlock(block)) {
        for (unsigned i = 0; i < LLVMGetNumSuccessors(branch); i++)
            if (LLVMGetSuccessor(branch, i) == block)
                return true;
        if (block == from)
            return false;
    }
}

static bool needs_point(LLVMValueRef v)
{
    switch (LLVMGetInstructionOpcode(v)) {
    case LLVMLoad:
        return !is_own_variable(LLVMGetOperand(v, 0));
    case LLVMStore:
        return !is_own_variable(LLVMGetOperand(v, 1));
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg:
    case LLVMFence:
        return true;
    case LLVMCall:
        return LLVMGetIntrinsicID(LLVMGetCalledValue(v)) == 0;
    case LLVMBr:
    case LLVMSwitch:
        return goes_back(v);
    default:
        return false;
    }
}

static void add_points(LLVMBuilderRef builder, LLVMValueRef function, LLVMValueRef point)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef v = LLVMGetFirstInstruction(b); v; v = LLVMGetNextInstruction(v))
            if (needs_point(v)) {
                LLVMPositionBuilderBefore(builder, v);
                LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(v));
                LLVMBuildCall2(builder, LLVMGlobalGetValueType(point), point, NULL, 0, "");
            }
}

void module_add_async_cancellation(LLVMModuleRef module)
{
    LLVMValueRef set_type = find_used(module, "pthread_setcanceltype");
    if (!find_used(module, "pthread_cancel") || !set_type || !asks_for_it(set_type))
        return;
    LLVMContextRef context = LLVMGetModuleContext(module);
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(context), NULL, 0, 0);
    LLVMValueRef point = LLVMAddFunction(module, CANCELLATION_POINT, type);
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        if (!LLVMIsDeclaration(f))
            add_points(builder, f, point);
    LLVMDisposeBuilder(builder);
}
