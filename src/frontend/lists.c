#include <string.h>

#include "base/strbuf.h"
#include "frontend/module.h"

/* Functions that only hand their variable arguments on to be printed, as most programs have one for their messages:
 *
 *     va_list list; va_start(list, format); vprintf(format, list); va_end(list);
 *
 * A list holds the address of the arguments, and what is in memory counts as shared. Where a list serves nothing else,
 * the printing function is told where the arguments are, and there is no list: so they stay the thread's own. */

static const char *const PRINTING[] = {"vprintf",        "vfprintf",       "vdprintf",        "vsprintf",
                                       "vsnprintf",      "vasprintf",      "__vprintf_chk",   "__vfprintf_chk",
                                       "__vdprintf_chk", "__vsprintf_chk", "__vsnprintf_chk", "__vasprintf_chk"};

typedef struct list_uses {
    VEC(LLVMValueRef) prints;
    VEC(LLVMValueRef) marks; /* where it begins and ends */
    bool begins;
} list_uses;

static const char *callee_name(LLVMValueRef call)
{
    size_t length;
    LLVMValueRef callee = LLVMIsACallInst(call) ? LLVMGetCalledValue(call) : NULL;
    return callee && LLVMIsAFunction(callee) && LLVMIsDeclaration(callee) ? LLVMGetValueName2(callee, &length) : "";
}

static bool has_prefix(const char *text, const char *prefix)
{
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

/* Is it a call that prints the list, and has it nowhere else? */
static bool prints(LLVMValueRef call, LLVMValueRef list)
{
    const char *name = callee_name(call);
    bool is_known = false;
    for (size_t i = 0; i < sizeof PRINTING / sizeof *PRINTING; i++)
        is_known |= strcmp(name, PRINTING[i]) == 0;
    for (unsigned i = 0; is_known && i < LLVMGetNumArgOperands(call); i++)
        is_known = (LLVMGetOperand(call, i) == list) == (i + 1 == LLVMGetNumArgOperands(call));
    return is_known;
}

static bool is_start_of(LLVMValueRef pointer, LLVMValueRef list)
{
    if (!LLVMIsAGetElementPtrInst(pointer) || LLVMGetOperand(pointer, 0) != list)
        return false;
    for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(pointer); i++) {
        LLVMValueRef index = LLVMGetOperand(pointer, i);
        if (!LLVMIsAConstantInt(index) || LLVMConstIntGetZExtValue(index) != 0)
            return false;
    }
    return true;
}

/* Lists what is done with a list of which `value` is the address, or for i386 the content; false if that is more than
 * printing. */
static bool list_all(LLVMValueRef value, bool is_short, list_uses *uses)
{
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        const char *name = callee_name(user);
        if (has_prefix(name, "llvm.va_start") || has_prefix(name, "llvm.va_end") ||
            has_prefix(name, "llvm.lifetime.")) {
            uses->begins |= has_prefix(name, "llvm.va_start");
            vec_push(&uses->marks, user);
        } else if (is_start_of(user, value) || (is_short && LLVMIsAAllocaInst(value) && LLVMIsALoadInst(user))) {
            if (!list_all(user, is_short, uses))
                return false;
        } else if (prints(user, value) && !(is_short && LLVMIsAAllocaInst(value))) {
            vec_push(&uses->prints, user);
        } else {
            return false;
        }
    }
    return true;
}

static LLVMValueRef declare_once(LLVMModuleRef module, const char *name, LLVMTypeRef type)
{
    LLVMValueRef function = LLVMGetNamedFunction(module, name);
    return function ? function : LLVMAddFunction(module, name, type);
}

/* vprintf(format, list) becomes __heddle_vprintf(format, __heddle_arguments()). */
static void print_arguments(LLVMModuleRef module, LLVMBuilderRef builder, LLVMValueRef call)
{
    LLVMTypeRef pointer = LLVMPointerTypeInContext(LLVMGetModuleContext(module), 0);
    LLVMTypeRef type = LLVMFunctionType(pointer, NULL, 0, 0);
    LLVMValueRef source = declare_once(module, "__heddle_arguments", type);
    strbuf name = {0};
    strbuf_addf(&name, "__heddle_%s", callee_name(call));
    unsigned count = LLVMGetNumArgOperands(call);
    LLVMPositionBuilderBefore(builder, call);
    LLVMSetOperand(call, count - 1, LLVMBuildCall2(builder, type, source, NULL, 0, ""));
    LLVMSetOperand(call, count, declare_once(module, strbuf_text(&name), LLVMGetCalledFunctionType(call)));
    strbuf_clear(&name);
}

static void try_list(LLVMModuleRef module, LLVMBuilderRef builder, LLVMValueRef variable)
{
    LLVMTypeKind kind = LLVMGetTypeKind(LLVMGetAllocatedType(variable));
    list_uses uses = {0};
    if (list_all(variable, kind == LLVMPointerTypeKind, &uses) && uses.begins) {
        for (uint32_t i = 0; i < uses.prints.size; i++)
            print_arguments(module, builder, uses.prints.data[i]);
        for (uint32_t i = 0; i < uses.marks.size; i++)
            LLVMInstructionEraseFromParent(uses.marks.data[i]);
    }
    vec_clear(&uses.prints);
    vec_clear(&uses.marks);
}

void module_spare_lists(LLVMModuleRef module)
{
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
        if (LLVMIsDeclaration(f) || !LLVMIsFunctionVarArg(LLVMGlobalGetValueType(f)))
            continue;
        LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(f);
        for (LLVMValueRef v = LLVMGetFirstInstruction(entry); v; v = LLVMGetNextInstruction(v))
            if (LLVMIsAAllocaInst(v))
                try_list(module, builder, v);
    }
    LLVMDisposeBuilder(builder);
}
