#include <string.h>

#include <llvm-c/DebugInfo.h>

#include "base/map.h"
#include "frontend/module.h"

/* setjmp and longjmp, as calls and returns.
 *
 * A call of setjmp gets a *mark*, a local variable of its function: the buffer points there, which tells whoever jumps
 * whether that function still runs (models/jump.c). longjmp notes the mark as the target and returns; then every
 * function returns at once, as long as there is a target, up to the one that has the mark, which goes on behind its
 * setjmp. So a jump is no more than branches and returns, and whoever reads the program needs to know nothing about it.
 *
 * Variables that were changed since keep their new values, as they do where nothing is kept in registers. */

#define SET "__heddle_jump_set"
#define MASKS "__heddle_jump_masks"
#define JUMP "__heddle_jump"
#define TARGET "__heddle_jump_target"
#define ARRIVE "__heddle_jump_arrive"

typedef VEC(LLVMValueRef) value_list;

static bool is_named(LLVMValueRef function, const char *const *names)
{
    size_t length;
    const char *name = LLVMGetValueName2(function, &length);
    for (; *names; names++)
        if (strcmp(*names, name) == 0)
            return true;
    return false;
}

static void list_calls(LLVMValueRef function, value_list *calls)
{
    for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (LLVMIsACallInst(user) && LLVMGetCalledValue(user) == function)
            vec_push(calls, user);
    }
}

static LLVMValueRef call_model(LLVMBuilderRef builder, LLVMModuleRef module, const char *name, LLVMTypeRef result,
                               LLVMValueRef *arguments, unsigned count)
{
    enum { MAX_ARGUMENTS = 2 };
    LLVMTypeRef types[MAX_ARGUMENTS];
    for (unsigned i = 0; i < count; i++)
        types[i] = LLVMTypeOf(arguments[i]);
    LLVMTypeRef type = LLVMFunctionType(result, types, count, 0);
    LLVMValueRef function = LLVMGetNamedFunction(module, name);
    if (!function)
        function = LLVMAddFunction(module, name, type);
    return LLVMBuildCall2(builder, type, function, arguments, count, "");
}

static void position_before(LLVMBuilderRef builder, LLVMValueRef instruction)
{
    LLVMPositionBuilderBefore(builder, instruction);
    LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(instruction));
}

/* ---- before the models are linked: who is called ---- */

static LLVMValueRef add_mark(LLVMBuilderRef builder, LLVMValueRef function)
{
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(function);
    LLVMPositionBuilderBefore(builder, LLVMGetFirstInstruction(entry));
    LLVMSetCurrentDebugLocation2(builder, NULL);
    return LLVMBuildAlloca(builder, LLVMInt32TypeInContext(LLVMGetTypeContext(LLVMTypeOf(function))),
                           "the mark of setjmp");
}

static void replace_set(LLVMBuilderRef builder, LLVMModuleRef module, LLVMValueRef call)
{
    LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));
    LLVMValueRef arguments[] = {LLVMGetOperand(call, 0), add_mark(builder, function)};
    position_before(builder, call);
    LLVMValueRef saves = LLVMGetNumArgOperands(call) > 1 ? LLVMGetOperand(call, 1) : NULL;
    if (saves)
        call_model(builder, module, MASKS, LLVMVoidTypeInContext(LLVMGetModuleContext(module)), &saves, 1);
    LLVMValueRef result = call_model(builder, module, SET, LLVMTypeOf(call), arguments, 2);
    LLVMReplaceAllUsesWith(call, result);
    LLVMInstructionEraseFromParent(call);
}

static void replace_jump(LLVMBuilderRef builder, LLVMModuleRef module, LLVMValueRef call)
{
    LLVMValueRef arguments[] = {LLVMGetOperand(call, 0), LLVMGetOperand(call, 1)};
    position_before(builder, call);
    call_model(builder, module, JUMP, LLVMVoidTypeInContext(LLVMGetModuleContext(module)), arguments, 2);
    LLVMInstructionEraseFromParent(call);
}

static bool replace_calls(LLVMModuleRef module, const char *const *names, unsigned arguments,
                          void (*replace)(LLVMBuilderRef, LLVMModuleRef, LLVMValueRef))
{
    value_list calls = {0};
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        if (LLVMIsDeclaration(f) && LLVMCountParams(f) >= arguments && is_named(f, names))
            list_calls(f, &calls);
    for (uint32_t i = 0; i < calls.size; i++)
        replace(builder, module, calls.data[i]);
    bool found = calls.size > 0;
    vec_clear(&calls);
    LLVMDisposeBuilder(builder);
    return found;
}

/* So that they are linked, although nobody calls them yet. */
static void declare_models(LLVMModuleRef module)
{
    LLVMContextRef context = LLVMGetModuleContext(module);
    LLVMAddFunction(module, TARGET, LLVMFunctionType(LLVMPointerTypeInContext(context, 0), NULL, 0, 0));
    LLVMAddFunction(module, ARRIVE, LLVMFunctionType(LLVMInt32TypeInContext(context), NULL, 0, 0));
}

void module_name_jumps(LLVMModuleRef module)
{
    static const char *const JUMPING[] = {"longjmp", "_longjmp", "siglongjmp", "__longjmp_chk", NULL};
    static const char *const SETTING[] = {"setjmp", "_setjmp", NULL};
    static const char *const SETTING_MASKS[] = {"sigsetjmp", "__sigsetjmp", NULL};
    replace_calls(module, SETTING, 1, replace_set);
    /* glibc's cleanup handlers are made of it: without a jump it stays what it is. */
    if (!replace_calls(module, JUMPING, 2, replace_jump))
        return;
    replace_calls(module, SETTING_MASKS, 1, replace_set);
    declare_models(module);
}

/* ---- behind them: who returns at once ---- */

typedef struct jumping {
    LLVMModuleRef module;
    LLVMContextRef context;
    LLVMBuilderRef builder, mover; /* the latter has no place in the source */
    map jumpers;                   /* functions that may return with a target, as a set */
    bool is_address_taken;         /* of one of them */
} jumping;

static bool is_jumper(const jumping *j, LLVMValueRef function)
{
    return map_find(&j->jumpers, map_key(function)) != NULL;
}

/* May there be a target when the call has returned? */
static bool may_jump(const jumping *j, LLVMValueRef instruction)
{
    if (!LLVMIsACallInst(instruction))
        return false;
    LLVMValueRef called = LLVMGetCalledValue(instruction);
    if (LLVMIsAFunction(called))
        return is_jumper(j, called);
    return j->is_address_taken && !LLVMIsAInlineAsm(called);
}

static bool contains_jump(const jumping *j, LLVMValueRef function)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef v = LLVMGetFirstInstruction(b); v; v = LLVMGetNextInstruction(v))
            if (may_jump(j, v))
                return true;
    return false;
}

static bool has_address_taken(LLVMValueRef function)
{
    for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (!LLVMIsACallInst(user) || LLVMGetCalledValue(user) != function)
            return true;
    }
    return false;
}

static void add_jumper(jumping *j, LLVMValueRef function)
{
    map_put(&j->jumpers, map_key(function), 1);
    j->is_address_taken |= has_address_taken(function);
}

static void find_jumpers(jumping *j)
{
    add_jumper(j, LLVMGetNamedFunction(j->module, JUMP));
    for (bool changed = true; changed;) {
        changed = false;
        for (LLVMValueRef f = LLVMGetFirstFunction(j->module); f; f = LLVMGetNextFunction(f))
            if (!is_jumper(j, f) && contains_jump(j, f)) {
                add_jumper(j, f);
                changed = true;
            }
    }
}

static void list_matching(const jumping *j, LLVMValueRef function, bool (*matches)(const jumping *, LLVMValueRef),
                          value_list *found)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef v = LLVMGetFirstInstruction(b); v; v = LLVMGetNextInstruction(v))
            if (matches(j, v))
                vec_push(found, v);
}

static bool is_set(const jumping *j, LLVMValueRef instruction)
{
    (void)j;
    return module_calls(instruction, SET);
}

/* Moves what comes after the instruction to a block of its own. There are no phis that would have to know. */
static LLVMBasicBlockRef split_behind(jumping *j, LLVMValueRef instruction)
{
    LLVMBasicBlockRef block = LLVMGetInstructionParent(instruction);
    LLVMBasicBlockRef rest = LLVMAppendBasicBlockInContext(j->context, LLVMGetBasicBlockParent(block), "");
    LLVMMoveBasicBlockAfter(rest, block);
    LLVMPositionBuilderAtEnd(j->mover, rest);
    for (LLVMValueRef v; (v = LLVMGetNextInstruction(instruction));) {
        LLVMInstructionRemoveFromParent(v);
        LLVMInsertIntoBuilder(j->mover, v);
    }
    LLVMPositionBuilderAtEnd(j->builder, block);
    LLVMSetCurrentDebugLocation2(j->builder, LLVMInstructionGetDebugLoc(instruction));
    return rest;
}

static void for_each_jumper(jumping *j, void (*apply)(jumping *j, LLVMValueRef function))
{
    for (LLVMValueRef f = LLVMGetFirstFunction(j->module); f; f = LLVMGetNextFunction(f))
        if (!LLVMIsDeclaration(f) && is_jumper(j, f) && f != LLVMGetNamedFunction(j->module, JUMP))
            apply(j, f);
}

/* The result of setjmp becomes a variable, which a jump sets as well. Where a jump arrives a block begins: all that it
 * uses can then be put into memory, whatever way it is reached. */
static void split_set(jumping *j, LLVMValueRef function, LLVMValueRef set)
{
    LLVMTypeRef type = LLVMTypeOf(set);
    LLVMPositionBuilderBefore(j->mover, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function)));
    LLVMValueRef result = LLVMBuildAlloca(j->mover, type, "");
    LLVMBasicBlockRef behind = split_behind(j, set);
    LLVMPositionBuilderBefore(j->builder, LLVMGetFirstInstruction(behind));
    LLVMReplaceAllUsesWith(set, LLVMBuildLoad2(j->builder, type, result, ""));
    LLVMPositionBuilderAtEnd(j->builder, LLVMGetInstructionParent(set));
    LLVMBuildStore(j->builder, set, result);
    LLVMBuildBr(j->builder, behind);
}

static void split_sets(jumping *j, LLVMValueRef function)
{
    value_list sets = {0};
    list_matching(j, function, is_set, &sets);
    for (uint32_t i = 0; i < sets.size; i++)
        split_set(j, function, sets.data[i]);
    vec_clear(&sets);
}

static LLVMValueRef read_target(jumping *j)
{
    return call_model(j->builder, j->module, TARGET, LLVMPointerTypeInContext(j->context, 0), NULL, 0);
}

/* Where a jump to the mark of this setjmp goes. */
static LLVMBasicBlockRef build_arrival(jumping *j, LLVMValueRef function, LLVMValueRef set)
{
    LLVMValueRef result = LLVMGetOperand(LLVMGetNextInstruction(set), 1);
    LLVMBasicBlockRef behind = LLVMGetSuccessor(LLVMGetBasicBlockTerminator(LLVMGetInstructionParent(set)), 0);
    LLVMBasicBlockRef arrival = LLVMAppendBasicBlockInContext(j->context, function, "");
    LLVMPositionBuilderAtEnd(j->builder, arrival);
    LLVMBuildStore(j->builder, call_model(j->builder, j->module, ARRIVE, LLVMTypeOf(set), NULL, 0), result);
    LLVMBuildBr(j->builder, behind);
    return arrival;
}

/* Where the function goes when there is a target: behind the setjmp that has the mark, or back. */
static LLVMBasicBlockRef build_landing(jumping *j, LLVMValueRef function)
{
    value_list sets = {0};
    list_matching(j, function, is_set, &sets);
    LLVMBasicBlockRef landing = LLVMAppendBasicBlockInContext(j->context, function, ""), here = landing;
    LLVMValueRef target = NULL;
    for (uint32_t i = 0; i < sets.size; i++) {
        LLVMBasicBlockRef arrival = build_arrival(j, function, sets.data[i]);
        LLVMBasicBlockRef next = LLVMAppendBasicBlockInContext(j->context, function, "");
        LLVMPositionBuilderAtEnd(j->builder, here);
        if (!target)
            target = read_target(j);
        LLVMValueRef is_here = LLVMBuildICmp(j->builder, LLVMIntEQ, target, LLVMGetOperand(sets.data[i], 1), "");
        LLVMBuildCondBr(j->builder, is_here, arrival, next);
        here = next;
    }
    LLVMPositionBuilderAtEnd(j->builder, here);
    LLVMTypeRef type = LLVMGetReturnType(LLVMGlobalGetValueType(function));
    if (LLVMGetTypeKind(type) == LLVMVoidTypeKind)
        LLVMBuildRetVoid(j->builder);
    else
        LLVMBuildRet(j->builder, LLVMConstNull(type));
    vec_clear(&sets);
    return landing;
}

static void watch_calls(jumping *j, LLVMValueRef function)
{
    value_list calls = {0};
    list_matching(j, function, may_jump, &calls);
    LLVMSetCurrentDebugLocation2(j->builder, LLVMInstructionGetDebugLoc(calls.data[0]));
    LLVMBasicBlockRef landing = build_landing(j, function);
    for (uint32_t i = 0; i < calls.size; i++) {
        LLVMBasicBlockRef rest = split_behind(j, calls.data[i]);
        LLVMValueRef stays = LLVMBuildIsNull(j->builder, read_target(j), "");
        LLVMBuildCondBr(j->builder, stays, rest, landing);
    }
    vec_clear(&calls);
}

bool module_has_jumps(LLVMModuleRef module)
{
    LLVMValueRef jump = LLVMGetNamedFunction(module, JUMP);
    return jump && LLVMGetFirstUse(jump) && LLVMGetNamedFunction(module, SET);
}

void module_land_jumps(LLVMModuleRef module, bool is_split)
{
    LLVMContextRef context = LLVMGetModuleContext(module);
    jumping j = {.module = module,
                 .context = context,
                 .builder = LLVMCreateBuilderInContext(context),
                 .mover = LLVMCreateBuilderInContext(context)};
    find_jumpers(&j);
    for_each_jumper(&j, is_split ? watch_calls : split_sets);
    map_clear(&j.jumpers);
    LLVMDisposeBuilder(j.builder);
    LLVMDisposeBuilder(j.mover);
}
