#include <string.h>

#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>

#include "base/map.h"
#include "frontend/module.h"

/* CBMC's statements that run in a thread of their own. models/include/heddle_prelude.h has turned each into
 *
 *     if (__heddle_async_begin(n)) { STATEMENT; __heddle_async_end(); }
 *
 * The blocks of the statement become a function that the new thread starts with. It has copies of the local variables
 * that the statement uses, as they are when it starts; only a variable whose address was taken is the creator's own.
 * After mem2reg this means: values are copied, and so are variables that stayed in memory for another reason.
 *
 * A statement that is left by return or goto keeps its call of __heddle_async_begin, which is lowered to an error. */

typedef VEC(LLVMValueRef) value_list;

typedef struct outline {
    LLVMModuleRef module;
    LLVMContextRef context;
    LLVMBuilderRef builder;
    LLVMValueRef begin;  /* the call */
    LLVMValueRef branch; /* on its result: into the statement, or past it */
    VEC(LLVMBasicBlockRef) blocks;
    map inside;            /* the blocks, as a set */
    value_list captured;   /* values from outside that the statement uses */
    value_list own;        /* variables that only the statement uses */
    LLVMValueRef function; /* the new one */
} outline;

static bool is_inside(const outline *o, LLVMBasicBlockRef block)
{
    return map_find(&o->inside, map_key(block)) != NULL;
}

/* ---- finding the statement ---- */

static LLVMValueRef find_branch(LLVMValueRef begin)
{
    for (LLVMUseRef use = LLVMGetFirstUse(begin); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef test = LLVMGetUser(use);
        LLVMUseRef only = LLVMIsAICmpInst(test) ? LLVMGetFirstUse(test) : NULL;
        if (only && LLVMIsABranchInst(LLVMGetUser(only)))
            return LLVMGetUser(only);
    }
    return NULL;
}

static void add_block(outline *o, LLVMBasicBlockRef block)
{
    if (is_inside(o, block))
        return;
    map_put(&o->inside, map_key(block), 1);
    vec_push(&o->blocks, block);
}

/* The statement is left by nothing but __heddle_async_end, and entered by nothing but the branch. */
static bool is_closed(const outline *o)
{
    for (uint32_t i = 0; i < o->blocks.size; i++)
        if (LLVMIsAReturnInst(LLVMGetBasicBlockTerminator(o->blocks.data[i])))
            return false;
    LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(o->begin));
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
        for (unsigned i = 0; !is_inside(o, b) && i < LLVMGetNumSuccessors(end); i++)
            if (is_inside(o, LLVMGetSuccessor(end, i)) && (end != o->branch || i != 0))
                return false;
    }
    return true;
}

static bool find_statement(outline *o)
{
    o->branch = find_branch(o->begin);
    if (!o->branch)
        return false;
    add_block(o, LLVMGetSuccessor(o->branch, 0));
    for (uint32_t i = 0; i < o->blocks.size; i++) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(o->blocks.data[i]);
        for (unsigned s = 0; s < LLVMGetNumSuccessors(end); s++)
            add_block(o, LLVMGetSuccessor(end, s));
    }
    return !is_inside(o, LLVMGetInstructionParent(o->begin)) && is_closed(o);
}

/* ---- what it uses ---- */

static bool is_only_inside(const outline *o, LLVMValueRef variable)
{
    for (LLVMUseRef use = LLVMGetFirstUse(variable); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (!module_calls(user, MODULE_KEEP) && !is_inside(o, LLVMGetInstructionParent(user)))
            return false;
    }
    return true;
}

static void note_use(outline *o, map *known, LLVMValueRef value)
{
    if (LLVMIsAInstruction(value) ? is_inside(o, LLVMGetInstructionParent(value)) : !LLVMIsAArgument(value))
        return;
    if (value == o->begin || map_find(known, map_key(value)))
        return;
    map_put(known, map_key(value), 1);
    if (LLVMIsAAllocaInst(value) && is_only_inside(o, value))
        vec_push(&o->own, value);
    else
        vec_push(&o->captured, value);
}

static void find_uses(outline *o)
{
    map known = {0};
    for (uint32_t i = 0; i < o->blocks.size; i++)
        for (LLVMValueRef v = LLVMGetFirstInstruction(o->blocks.data[i]); v; v = LLVMGetNextInstruction(v))
            for (int operand = 0; operand < LLVMGetNumOperands(v); operand++)
                note_use(o, &known, LLVMGetOperand(v, (unsigned)operand));
    map_clear(&known);
}

/* Whether nothing is done with an address but to load and store there. */
static bool is_plain_address(LLVMValueRef address)
{
    for (LLVMUseRef use = LLVMGetFirstUse(address); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        bool plain = LLVMIsALoadInst(user) || module_calls(user, MODULE_KEEP) || module_calls(user, "llvm.mem") ||
                     (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != address) ||
                     (LLVMIsAGetElementPtrInst(user) && is_plain_address(user));
        if (!plain)
            return false;
    }
    return true;
}

static bool is_copied_variable(LLVMValueRef value)
{
    return LLVMIsAAllocaInst(value) && LLVMIsAConstantInt(LLVMGetOperand(value, 0)) && is_plain_address(value);
}

/* ---- the new function ---- */

/* One of the functions of models/heddle.h. */
static LLVMValueRef call_builtin(outline *o, const char *name, LLVMTypeRef result, LLVMValueRef *arguments,
                                 unsigned count)
{
    enum { MAX_ARGUMENTS = 2 };
    LLVMTypeRef types[MAX_ARGUMENTS];
    for (unsigned i = 0; i < count; i++)
        types[i] = LLVMTypeOf(arguments[i]);
    LLVMValueRef function = LLVMGetNamedFunction(o->module, name);
    LLVMTypeRef type = LLVMFunctionType(result, types, count, 0);
    if (!function)
        function = LLVMAddFunction(o->module, name, type);
    return LLVMBuildCall2(o->builder, type, function, arguments, count, "");
}

static LLVMTypeRef slot_type(LLVMValueRef value)
{
    return is_copied_variable(value) ? LLVMGetAllocatedType(value) : LLVMTypeOf(value);
}

static LLVMTypeRef make_record_type(outline *o)
{
    VEC(LLVMTypeRef) types = {0};
    for (uint32_t i = 0; i < o->captured.size; i++)
        vec_push(&types, slot_type(o->captured.data[i]));
    LLVMTypeRef record = LLVMStructTypeInContext(o->context, types.data, types.size, 0);
    vec_clear(&types);
    return record;
}

static void copy_variable(outline *o, LLVMValueRef to, LLVMValueRef from, LLVMTypeRef type)
{
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    if (kind != LLVMStructTypeKind && kind != LLVMArrayTypeKind) {
        LLVMBuildStore(o->builder, LLVMBuildLoad2(o->builder, type, from, ""), to);
        return;
    }
    LLVMTargetDataRef target = LLVMGetModuleDataLayout(o->module);
    unsigned align = LLVMABIAlignmentOfType(target, type);
    LLVMBuildMemCpy(o->builder, to, align, from, align, LLVMSizeOf(type));
}

/* In the creator: a record with what the new thread gets, or NULL. */
static LLVMValueRef build_record(outline *o, LLVMTypeRef type)
{
    enum { RECORD_ALIGN = 16 };
    LLVMTypeRef pointer = LLVMPointerTypeInContext(o->context, 0);
    if (o->captured.size == 0)
        return LLVMConstNull(pointer);
    LLVMValueRef size[] = {LLVMSizeOf(type), LLVMConstInt(LLVMInt64TypeInContext(o->context), RECORD_ALIGN, 0)};
    LLVMValueRef record = call_builtin(o, "__heddle_heap_alloc", pointer, size, 2);
    LLVMValueRef there = LLVMBuildIsNotNull(o->builder, record, "");
    there = LLVMBuildZExt(o->builder, there, LLVMInt32TypeInContext(o->context), "");
    call_builtin(o, "__heddle_assume", LLVMVoidTypeInContext(o->context), &there, 1);
    for (uint32_t i = 0; i < o->captured.size; i++) {
        LLVMValueRef value = o->captured.data[i], slot = LLVMBuildStructGEP2(o->builder, type, record, i, "");
        if (is_copied_variable(value))
            copy_variable(o, slot, value, slot_type(value));
        else
            LLVMBuildStore(o->builder, value, slot);
    }
    return record;
}

/* In the new thread: the values that stand for those that were captured. */
static void unpack_record(outline *o, LLVMTypeRef type, value_list *copies)
{
    LLVMValueRef record = LLVMGetParam(o->function, 0);
    for (uint32_t i = 0; i < o->captured.size; i++) {
        LLVMTypeRef each = LLVMStructGetTypeAtIndex(type, i);
        LLVMValueRef slot = LLVMBuildStructGEP2(o->builder, type, record, i, ""), copy;
        if (is_copied_variable(o->captured.data[i])) {
            copy = LLVMBuildAlloca(o->builder, each, "");
            copy_variable(o, copy, slot, each);
        } else {
            copy = LLVMBuildLoad2(o->builder, each, slot, "");
        }
        vec_push(copies, copy);
    }
}

/* Names of variables are told by calls that must not mix two functions. */
static void drop_debug_calls(outline *o)
{
    for (uint32_t i = 0; i < o->blocks.size; i++)
        for (LLVMValueRef next, v = LLVMGetFirstInstruction(o->blocks.data[i]); v; v = next) {
            next = LLVMGetNextInstruction(v);
            if (module_calls(v, "llvm.dbg."))
                LLVMInstructionEraseFromParent(v);
        }
}

static void end_thread(outline *o, LLVMValueRef call)
{
    LLVMPositionBuilderBefore(o->builder, call);
    LLVMValueRef nothing = LLVMConstNull(LLVMPointerTypeInContext(o->context, 0));
    call_builtin(o, "__heddle_thread_end", LLVMVoidTypeInContext(o->context), &nothing, 1);
    LLVMInstructionEraseFromParent(call);
}

static void replace_operands(outline *o, LLVMValueRef user, const value_list *copies)
{
    for (int i = 0; i < LLVMGetNumOperands(user); i++) {
        LLVMValueRef operand = LLVMGetOperand(user, (unsigned)i);
        if (operand == o->begin)
            LLVMSetOperand(user, (unsigned)i, LLVMConstInt(LLVMTypeOf(operand), 1, 0));
        for (uint32_t c = 0; c < copies->size; c++)
            if (operand == o->captured.data[c])
                LLVMSetOperand(user, (unsigned)i, copies->data[c]);
    }
}

static void move_blocks(outline *o, LLVMBasicBlockRef entry, const value_list *copies)
{
    LLVMBasicBlockRef last = entry;
    for (uint32_t i = 0; i < o->blocks.size; i++) {
        LLVMMoveBasicBlockAfter(o->blocks.data[i], last);
        last = o->blocks.data[i];
        for (LLVMValueRef next, v = LLVMGetFirstInstruction(last); v; v = next) {
            next = LLVMGetNextInstruction(v);
            replace_operands(o, v, copies);
            if (module_calls(v, "__heddle_async_end"))
                end_thread(o, v);
        }
    }
}

static void move_own_variables(outline *o)
{
    for (uint32_t i = 0; i < o->own.size; i++) {
        LLVMValueRef variable = o->own.data[i];
        for (LLVMUseRef next, use = LLVMGetFirstUse(variable); use; use = next) {
            next = LLVMGetNextUse(use);
            if (module_calls(LLVMGetUser(use), MODULE_KEEP))
                LLVMInstructionEraseFromParent(LLVMGetUser(use));
        }
        LLVMInstructionRemoveFromParent(variable);
        LLVMInsertIntoBuilder(o->builder, variable);
    }
}

static void declare_function(outline *o)
{
    LLVMTypeRef pointer = LLVMPointerTypeInContext(o->context, 0);
    strbuf name = {0};
    strbuf_addf(&name, "__CPROVER_ASYNC_%llu", LLVMConstIntGetZExtValue(LLVMGetOperand(o->begin, 0)));
    o->function = LLVMAddFunction(o->module, strbuf_text(&name), LLVMFunctionType(pointer, &pointer, 1, 0));
    LLVMSetLinkage(o->function, LLVMInternalLinkage);
    strbuf_clear(&name);
}

static void build_function(outline *o, LLVMTypeRef record)
{
    LLVMBasicBlockRef first = o->blocks.data[0];
    LLVMBasicBlockRef entry = LLVMAppendBasicBlockInContext(o->context, o->function, "entry");
    LLVMPositionBuilderAtEnd(o->builder, entry);
    LLVMSetCurrentDebugLocation2(o->builder, LLVMInstructionGetDebugLoc(o->begin));
    move_own_variables(o);
    value_list copies = {0};
    unpack_record(o, record, &copies);
    LLVMBuildBr(o->builder, first);
    move_blocks(o, entry, &copies);
    vec_clear(&copies);
}

/* The creator starts the thread and goes on behind the statement. */
static void build_start(outline *o, LLVMTypeRef record)
{
    LLVMPositionBuilderBefore(o->builder, o->begin);
    LLVMSetCurrentDebugLocation2(o->builder, LLVMInstructionGetDebugLoc(o->begin));
    LLVMValueRef arguments[] = {o->function, build_record(o, record)};
    call_builtin(o, "__heddle_thread_start", LLVMInt32TypeInContext(o->context), arguments, 2);
    LLVMPositionBuilderBefore(o->builder, o->branch);
    LLVMBuildBr(o->builder, LLVMGetSuccessor(o->branch, 1));
}

static void outline_statement(outline *o)
{
    drop_debug_calls(o);
    find_uses(o);
    declare_function(o);
    LLVMTypeRef record = make_record_type(o);
    build_start(o, record);
    build_function(o, record);
    LLVMInstructionEraseFromParent(o->branch);
    LLVMReplaceAllUsesWith(o->begin, LLVMConstNull(LLVMTypeOf(o->begin)));
    LLVMInstructionEraseFromParent(o->begin);
}

static bool outline_call(LLVMModuleRef module, LLVMBuilderRef builder, LLVMValueRef begin)
{
    outline o = {.module = module, .context = LLVMGetModuleContext(module), .builder = builder, .begin = begin};
    bool found = find_statement(&o);
    if (found)
        outline_statement(&o);
    vec_clear(&o.blocks);
    vec_clear(&o.captured);
    vec_clear(&o.own);
    map_clear(&o.inside);
    return found;
}

void module_outline_async(LLVMModuleRef module)
{
    LLVMValueRef function = LLVMGetNamedFunction(module, MODULE_ASYNC_BEGIN);
    if (!function)
        return;
    /* Debug information as calls, which can be told from the rest and dropped. */
    LLVMSetIsNewDbgInfoFormat(module, 0);
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
    for (LLVMUseRef next, use = LLVMGetFirstUse(function); use; use = next) {
        next = LLVMGetNextUse(use);
        if (LLVMIsACallInst(LLVMGetUser(use)))
            outline_call(module, builder, LLVMGetUser(use));
    }
    LLVMDisposeBuilder(builder);
}
