#include <string.h>

#include "frontend/module.h"

/* The argument of __builtin_constant_p. C does not evaluate it, clang does, for an optimiser that may find out that it
 * is a constant. No such optimiser runs here, so the answer is no, and what was only computed for the question goes:
 * else a null pointer in it would be an error. */

static const char QUESTION[] = "llvm.is.constant";

/* Nothing but computing, and reading what is not volatile. */
static bool can_go(LLVMValueRef value)
{
    if (!LLVMIsAInstruction(value) || LLVMGetFirstUse(value) || LLVMIsATerminatorInst(value))
        return false;
    if (LLVMIsALoadInst(value))
        return !LLVMGetVolatile(value);
    return !LLVMIsAStoreInst(value) && !LLVMIsACallInst(value) && !LLVMIsAAllocaInst(value) &&
           !LLVMIsAFenceInst(value) && !LLVMIsAAtomicRMWInst(value) && !LLVMIsAAtomicCmpXchgInst(value);
}

static bool begins_with_phi(LLVMBasicBlockRef block)
{
    return LLVMIsAPHINode(LLVMGetFirstInstruction(block)) != NULL;
}

/* Where control comes to from the block, if the block does nothing. */
static LLVMBasicBlockRef skip_empty(LLVMBasicBlockRef block)
{
    LLVMValueRef last = LLVMGetBasicBlockTerminator(block);
    bool is_empty = last == LLVMGetFirstInstruction(block) && LLVMIsABranchInst(last) && !LLVMIsConditional(last);
    return is_empty ? LLVMGetSuccessor(last, 0) : block;
}

/* Does the block end with a choice that makes no difference, since both ways lead straight to `target`? */
static bool chooses_nothing(LLVMBasicBlockRef block, LLVMBasicBlockRef target)
{
    LLVMValueRef last = LLVMGetBasicBlockTerminator(block);
    return last && LLVMIsABranchInst(last) && LLVMIsConditional(last) &&
           skip_empty(LLVMGetSuccessor(last, 0)) == target && skip_empty(LLVMGetSuccessor(last, 1)) == target;
}

static void forget(LLVMBuilderRef builder, LLVMValueRef value);

/* `target` was the end of a ?:, && or || that nobody needs: neither does anybody need its conditions. Only the
 * expression's own branches lead there. */
static void straighten(LLVMBuilderRef builder, LLVMBasicBlockRef target)
{
    LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(LLVMGetBasicBlockParent(target));
    while (block) {
        if (!chooses_nothing(block, target)) {
            block = LLVMGetNextBasicBlock(block);
            continue;
        }
        LLVMValueRef branch = LLVMGetBasicBlockTerminator(block), condition = LLVMGetCondition(branch);
        LLVMPositionBuilderBefore(builder, branch);
        LLVMBuildBr(builder, target);
        LLVMInstructionEraseFromParent(branch);
        forget(builder, condition);
        block = LLVMGetFirstBasicBlock(LLVMGetBasicBlockParent(target));
    }
}

/* Takes out the value, if nobody uses it, and what it was computed from. It keeps its operands until their turn comes:
 * one may be part of another. */
static void forget(LLVMBuilderRef builder, LLVMValueRef value)
{
    if (!can_go(value))
        return;
    LLVMBasicBlockRef block = LLVMGetInstructionParent(value);
    for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(value); i++) {
        LLVMValueRef operand = LLVMGetOperand(value, i);
        if (!LLVMIsAInstruction(operand))
            continue;
        LLVMSetOperand(value, i, LLVMGetUndef(LLVMTypeOf(operand)));
        forget(builder, operand);
    }
    bool was_phi = LLVMIsAPHINode(value) != NULL;
    LLVMInstructionEraseFromParent(value);
    if (was_phi && !begins_with_phi(block))
        straighten(builder, block);
}

static bool is_question(LLVMValueRef value)
{
    size_t length;
    LLVMValueRef callee = LLVMIsACallInst(value) ? LLVMGetCalledValue(value) : NULL;
    return callee && LLVMIsAFunction(callee) &&
           strncmp(LLVMGetValueName2(callee, &length), QUESTION, strlen(QUESTION)) == 0;
}

static LLVMValueRef find_question(LLVMValueRef function)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef v = LLVMGetFirstInstruction(b); v; v = LLVMGetNextInstruction(v))
            if (is_question(v))
                return v;
    return NULL;
}

/* Each answer changes the blocks, so the search begins anew. */
static void answer_all(LLVMBuilderRef builder, LLVMValueRef function)
{
    for (LLVMValueRef question; (question = find_question(function));) {
        LLVMValueRef asked = LLVMGetOperand(question, 0);
        LLVMReplaceAllUsesWith(question, LLVMConstInt(LLVMTypeOf(question), 0, 0));
        LLVMInstructionEraseFromParent(question);
        forget(builder, asked);
    }
}

void module_forget_unevaluated(LLVMModuleRef module)
{
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        if (!LLVMIsDeclaration(f))
            answer_all(builder, f);
    LLVMDisposeBuilder(builder);
}
