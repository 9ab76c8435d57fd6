#include <string.h>

#include <llvm-c/Target.h>

#include "base/strbuf.h"
#include "frontend/module.h"

/* Thread functions with more than the one parameter that they are given, as old programs have them. A thread finds
 * anything in the others, so it starts in a function of ours that calls the user's with any values:
 *
 *     void *f.thread(void *argument) { return f(argument, nondet_...(), ...); }
 *
 * Only where the call of pthread_create names the function; anywhere else it stays an error. */

enum { ROUTINE = 2, MAX_PARAMETERS = 16 };

static LLVMValueRef find_routine(LLVMValueRef call)
{
    if (!LLVMIsACallInst(call) || LLVMGetNumArgOperands(call) <= ROUTINE)
        return NULL;
    return LLVMIsAFunction(LLVMGetOperand(call, ROUTINE));
}

static bool is_whole(LLVMTypeRef type)
{
    return LLVMGetTypeKind(type) == LLVMPointerTypeKind || LLVMGetTypeKind(type) == LLVMIntegerTypeKind;
}

static bool has_many_parameters(LLVMValueRef function)
{
    unsigned count = LLVMCountParams(function);
    LLVMTypeRef type = LLVMGlobalGetValueType(function);
    if (count < 2 || count > MAX_PARAMETERS || LLVMIsFunctionVarArg(type) || LLVMIsDeclaration(function))
        return false;
    for (unsigned i = 0; i < count; i++)
        if (!is_whole(LLVMTypeOf(LLVMGetParam(function, i))))
            return false;
    LLVMTypeRef result = LLVMGetReturnType(type);
    return LLVMGetTypeKind(result) == LLVMVoidTypeKind || is_whole(result);
}

/* A call of a function that verifier.c makes any value of its type. */
static LLVMValueRef build_any(LLVMModuleRef module, LLVMBuilderRef builder, LLVMTypeRef type)
{
    strbuf name = {0};
    unsigned width = LLVMGetTypeKind(type) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(type) : 0;
    strbuf_addf(&name, "__VERIFIER_nondet_parameter.%u", width);
    LLVMTypeRef signature = LLVMFunctionType(type, NULL, 0, 0);
    LLVMValueRef function = LLVMGetNamedFunction(module, strbuf_text(&name));
    if (!function)
        function = LLVMAddFunction(module, strbuf_text(&name), signature);
    strbuf_clear(&name);
    return LLVMBuildCall2(builder, signature, function, NULL, 0, "");
}

/* Between pointers and integers of any width, as a register holds them. */
static LLVMValueRef build_cast(LLVMBuilderRef builder, LLVMValueRef value, LLVMTypeRef type, LLVMTypeRef word)
{
    if (LLVMTypeOf(value) == type)
        return value;
    if (LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind)
        value = LLVMBuildPtrToInt(builder, value, word, "");
    if (LLVMGetTypeKind(type) == LLVMPointerTypeKind)
        return LLVMBuildIntToPtr(builder, LLVMBuildIntCast2(builder, value, word, 0, ""), type, "");
    return LLVMBuildIntCast2(builder, value, type, 0, "");
}

static LLVMValueRef add_entry(LLVMModuleRef module, const char *name)
{
    LLVMTypeRef pointer = LLVMPointerTypeInContext(LLVMGetModuleContext(module), 0);
    LLVMValueRef entry = LLVMAddFunction(module, name, LLVMFunctionType(pointer, &pointer, 1, 0));
    LLVMAttributeRef mark = LLVMCreateStringAttribute(LLVMGetModuleContext(module), MODULE_MODEL_MARK,
                                                      (unsigned)strlen(MODULE_MODEL_MARK), "", 0);
    LLVMAddAttributeAtIndex(entry, LLVMAttributeFunctionIndex, mark);
    LLVMSetLinkage(entry, LLVMInternalLinkage);
    return entry;
}

static void build_body(LLVMModuleRef module, LLVMValueRef entry, LLVMValueRef user)
{
    LLVMContextRef context = LLVMGetModuleContext(module);
    LLVMTypeRef type = LLVMGlobalGetValueType(user), pointer = LLVMPointerTypeInContext(context, 0);
    LLVMTypeRef word = LLVMIntPtrTypeInContext(context, LLVMGetModuleDataLayout(module));
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
    LLVMPositionBuilderAtEnd(builder, LLVMAppendBasicBlockInContext(context, entry, "entry"));
    LLVMValueRef arguments[MAX_PARAMETERS];
    for (unsigned i = 0; i < LLVMCountParams(user); i++) {
        LLVMTypeRef each = LLVMTypeOf(LLVMGetParam(user, i));
        arguments[i] =
            i == 0 ? build_cast(builder, LLVMGetParam(entry, 0), each, word) : build_any(module, builder, each);
    }
    LLVMValueRef result = LLVMBuildCall2(builder, type, user, arguments, LLVMCountParams(user), "");
    if (LLVMGetTypeKind(LLVMTypeOf(result)) == LLVMVoidTypeKind)
        LLVMBuildRet(builder, build_any(module, builder, pointer));
    else
        LLVMBuildRet(builder, build_cast(builder, result, pointer, word));
    LLVMDisposeBuilder(builder);
}

static LLVMValueRef find_entry(LLVMModuleRef module, LLVMValueRef user)
{
    size_t length;
    strbuf name = {0};
    strbuf_addf(&name, "%s.thread", LLVMGetValueName2(user, &length));
    LLVMValueRef entry = LLVMGetNamedFunction(module, strbuf_text(&name));
    if (!entry) {
        entry = add_entry(module, strbuf_text(&name));
        build_body(module, entry, user);
    }
    strbuf_clear(&name);
    return entry;
}

void module_fit_thread_functions(LLVMModuleRef module)
{
    LLVMValueRef create = LLVMGetNamedFunction(module, "pthread_create");
    for (LLVMUseRef next, use = create ? LLVMGetFirstUse(create) : NULL; use; use = next) {
        next = LLVMGetNextUse(use);
        LLVMValueRef call = LLVMGetUser(use), routine = find_routine(call);
        if (routine && has_many_parameters(routine))
            LLVMSetOperand(call, ROUTINE, find_entry(module, routine));
    }
}
