#include <string.h>

#include <llvm-c/Target.h>

#include "base/strbuf.h"
#include "frontend/module.h"

/* Thread functions with more than the one parameter that they are given, as old programs have them, and handlers with
 * none. A thread finds anything in the others, so it starts in a function of ours that calls the user's with any
 * values:
 *
 *     void *f.thread(void *argument) { return f(argument, nondet_...(), ...); }
 *
 * Only where the call of pthread_create names the function; anywhere else it stays an error. */

enum { MAX_PARAMETERS = 16 };

/* Functions that are given another one to call, with one argument. A thread without parameters needs no help. */
static const struct taker {
    const char *name;
    const char *suffix; /* of the function that is made */
    unsigned routine;   /* which argument it is */
    unsigned few, many; /* with fewer parameters, or with as many or more, it does not fit */
} TAKERS[] = {
    {"pthread_create", ".thread", 2, 0, 2},
    {"__heddle_cleanup_push", ".handler", 0, 1, 2},
    {"pthread_key_create", ".handler", 1, 1, 2},
};

static LLVMValueRef find_routine(LLVMValueRef call, const struct taker *taker)
{
    if (!LLVMIsACallInst(call) || LLVMGetNumArgOperands(call) <= taker->routine)
        return NULL;
    return LLVMIsAFunction(LLVMGetOperand(call, taker->routine));
}

static bool is_whole(LLVMTypeRef type)
{
    return LLVMGetTypeKind(type) == LLVMPointerTypeKind || LLVMGetTypeKind(type) == LLVMIntegerTypeKind;
}

static bool has_other_parameters(LLVMValueRef function, const struct taker *taker)
{
    unsigned count = LLVMCountParams(function);
    LLVMTypeRef type = LLVMGlobalGetValueType(function);
    if ((count >= taker->few && count < taker->many) || count > MAX_PARAMETERS || LLVMIsFunctionVarArg(type) ||
        LLVMIsDeclaration(function))
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

/* Nobody asks what a handler returns, so that needs no value of its own. */
static void build_body(LLVMModuleRef module, LLVMValueRef entry, LLVMValueRef user, bool is_thread)
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
    if (!is_thread)
        LLVMBuildRet(builder, LLVMConstNull(pointer));
    else if (LLVMGetTypeKind(LLVMTypeOf(result)) == LLVMVoidTypeKind)
        LLVMBuildRet(builder, build_any(module, builder, pointer));
    else
        LLVMBuildRet(builder, build_cast(builder, result, pointer, word));
    LLVMDisposeBuilder(builder);
}

static LLVMValueRef find_entry(LLVMModuleRef module, LLVMValueRef user, const struct taker *taker)
{
    size_t length;
    strbuf name = {0};
    strbuf_addf(&name, "%s%s", LLVMGetValueName2(user, &length), taker->suffix);
    LLVMValueRef entry = LLVMGetNamedFunction(module, strbuf_text(&name));
    if (!entry) {
        entry = add_entry(module, strbuf_text(&name));
        build_body(module, entry, user, taker == &TAKERS[0]);
    }
    strbuf_clear(&name);
    return entry;
}

static void fit_routines_of(LLVMModuleRef module, const struct taker *taker)
{
    LLVMValueRef function = LLVMGetNamedFunction(module, taker->name);
    for (LLVMUseRef next, use = function ? LLVMGetFirstUse(function) : NULL; use; use = next) {
        next = LLVMGetNextUse(use);
        LLVMValueRef call = LLVMGetUser(use), routine = find_routine(call, taker);
        if (routine && has_other_parameters(routine, taker))
            LLVMSetOperand(call, taker->routine, find_entry(module, routine, taker));
    }
}

void module_fit_thread_functions(LLVMModuleRef module)
{
    for (size_t i = 0; i < sizeof TAKERS / sizeof *TAKERS; i++)
        fit_routines_of(module, &TAKERS[i]);
}
