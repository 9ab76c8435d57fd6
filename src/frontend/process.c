#include <llvm-c/DebugInfo.h>

#include "frontend/module.h"

/* What comes after main. Where there is something to run then, handlers of atexit or destructors, the program starts in
 * a function of ours:
 *
 *     void __heddle_process(PARAMETERS OF main) { __heddle_exit(main(...)); }
 *
 * So main's variables are gone when the handlers run, as C has it. In all other programs nobody could tell, and main is
 * all there is. */

enum { MAX_PARAMETERS = 3 };

static bool has_destructors(LLVMModuleRef module)
{
    LLVMValueRef list = LLVMGetNamedGlobal(module, "llvm.global_dtors");
    return list && LLVMGetInitializer(list) && !LLVMIsNull(LLVMGetInitializer(list));
}

static bool calls_library(LLVMModuleRef module, const char *name)
{
    LLVMValueRef function = LLVMGetNamedFunction(module, name);
    return function && LLVMIsDeclaration(function);
}

static bool has_handlers(LLVMModuleRef module)
{
    return calls_library(module, "atexit") || calls_library(module, "on_exit");
}

static LLVMValueRef add_process(LLVMModuleRef module, LLVMValueRef main)
{
    LLVMContextRef context = LLVMGetModuleContext(module);
    LLVMTypeRef parameters[MAX_PARAMETERS];
    LLVMGetParamTypes(LLVMGlobalGetValueType(main), parameters);
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(context), parameters, LLVMCountParams(main), 0);
    return LLVMAddFunction(module, MODULE_PROCESS, type);
}

/* What happens after main is shown where main begins. */
static void locate(LLVMBuilderRef builder, LLVMContextRef context, LLVMValueRef main)
{
    LLVMMetadataRef place = LLVMGetSubprogram(main);
    if (place)
        LLVMSetCurrentDebugLocation2(
            builder, LLVMDIBuilderCreateDebugLocation(context, LLVMDISubprogramGetLine(place), 0, place, NULL));
}

static void build_body(LLVMModuleRef module, LLVMValueRef process, LLVMValueRef main, LLVMValueRef exit)
{
    LLVMContextRef context = LLVMGetModuleContext(module);
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
    LLVMPositionBuilderAtEnd(builder, LLVMAppendBasicBlockInContext(context, process, "entry"));
    locate(builder, context, main);
    LLVMValueRef arguments[MAX_PARAMETERS];
    LLVMGetParams(process, arguments);
    LLVMTypeRef number = LLVMInt32TypeInContext(context);
    LLVMValueRef status =
        LLVMBuildCall2(builder, LLVMGlobalGetValueType(main), main, arguments, LLVMCountParams(main), "");
    if (LLVMTypeOf(status) != number) /* a main that returns nothing */
        status = LLVMConstInt(number, 0, 0);
    LLVMBuildCall2(builder, LLVMGlobalGetValueType(exit), exit, &status, 1, "");
    LLVMBuildUnreachable(builder);
    LLVMDisposeBuilder(builder);
}

void module_add_process(LLVMModuleRef module)
{
    LLVMValueRef main = LLVMGetNamedFunction(module, "main");
    if (!main || LLVMIsDeclaration(main) || LLVMCountParams(main) > MAX_PARAMETERS ||
        (!has_handlers(module) && !has_destructors(module)))
        return;
    LLVMContextRef context = LLVMGetModuleContext(module);
    LLVMTypeRef pointer = LLVMPointerTypeInContext(context, 0), nothing = LLVMVoidTypeInContext(context);
    LLVMTypeRef plain = LLVMFunctionType(nothing, NULL, 0, 0);
    LLVMTypeRef number = LLVMInt32TypeInContext(context);
    LLVMValueRef exit = LLVMAddFunction(module, "__heddle_exit", LLVMFunctionType(nothing, &number, 1, 0));
    LLVMAddFunction(module, MODULE_THREAD_COMES, plain);
    LLVMAddFunction(module, "__heddle_thread_return", LLVMFunctionType(nothing, &pointer, 1, 0));
    build_body(module, add_process(module, main), main, exit);
}
