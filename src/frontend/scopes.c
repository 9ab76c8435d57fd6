/* Variables of inner blocks live as long as their block.
 *
 * clang marks where the life of a variable begins and ends (llvm.lifetime.*). Where a block is left in several ways, it
 * makes all of them meet at the end of the variables, and part again by a number that each way has set before. That is
 * undone first, by giving each way its own copy of what they share; else every loop that is left by a `break` would
 * look as if it had one way out. Then, when variables that need no memory are gone, a variable is made where its life
 * begins instead of at the beginning of the function, so that it is a new one each time, and the marks of its end are
 * kept. All other marks go: of variables that a `goto` can jump past there are none, and what optimised modules do with
 * them is theirs. A variable-length array ends where the stack is set back to what it was before. */
#include <string.h>

#include "base/map.h"
#include "frontend/module.h"

typedef VEC(LLVMValueRef) value_list;

/* Of blocks inside one another that are left at once; a `goto` can make ways that go on for ever. */
enum { MAX_DEPTH = 64 };

bool module_calls(LLVMValueRef value, const char *prefix)
{
    size_t length;
    LLVMValueRef callee = LLVMIsACallInst(value) ? LLVMGetCalledValue(value) : NULL;
    return callee && strncmp(LLVMGetValueName2(callee, &length), prefix, strlen(prefix)) == 0;
}

/* ---- ways out of a block ---- */

/* What is done where ways meet: ends of variables, then a switch over the number that was set. */
typedef struct meeting {
    LLVMBasicBlockRef block;
    LLVMValueRef number; /* the variable that has it */
    LLVMValueRef way;    /* the load of it, just before the switch */
} meeting;

static bool is_used_only_in(LLVMValueRef value, LLVMBasicBlockRef block)
{
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use))
        if (LLVMGetInstructionParent(LLVMGetUser(use)) != block)
            return false;
    return true;
}

static bool is_part_of_meeting(LLVMValueRef value)
{
    return module_calls(value, "llvm.lifetime.end") || module_calls(value, "llvm.stackrestore") ||
           module_calls(value, "llvm.dbg") ||
           (LLVMIsALoadInst(value) && LLVMIsAAllocaInst(LLVMGetOperand(value, 0)) && !LLVMGetVolatile(value));
}

/* Is the variable only loaded and stored, so that it holds what was stored last? */
static bool is_plain(LLVMValueRef variable)
{
    for (LLVMUseRef use = LLVMGetFirstUse(variable); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        bool is_store = LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != variable;
        if (!(is_store || LLVMIsALoadInst(user)) || LLVMGetVolatile(user))
            return false;
    }
    return true;
}

static bool find_meeting(LLVMBasicBlockRef block, meeting *m)
{
    LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
    if (!end || !LLVMIsASwitchInst(end))
        return false;
    *m = (meeting){.block = block, .way = LLVMGetOperand(end, 0)};
    if (!LLVMIsALoadInst(m->way) || !LLVMIsAAllocaInst(LLVMGetOperand(m->way, 0)) ||
        LLVMGetInstructionParent(m->way) != block)
        return false;
    m->number = LLVMGetOperand(m->way, 0);
    if (!is_plain(m->number))
        return false;
    for (LLVMValueRef v = LLVMGetFirstInstruction(block); v != end; v = LLVMGetNextInstruction(v))
        if (!is_part_of_meeting(v) || !is_used_only_in(v, block))
            return false;
    return true;
}

/* The number that the block sets before it goes to the meeting; NULL if it is not known. */
static LLVMValueRef number_set_by(LLVMBasicBlockRef block, const meeting *m)
{
    for (LLVMValueRef v = LLVMGetLastInstruction(block); v; v = LLVMGetPreviousInstruction(v)) {
        if (LLVMIsAStoreInst(v) && LLVMGetOperand(v, 1) == m->number)
            return LLVMIsAConstantInt(LLVMGetOperand(v, 0)) ? LLVMGetOperand(v, 0) : NULL;
        if (LLVMIsACallInst(v) && !is_part_of_meeting(v))
            return NULL;
    }
    return NULL;
}

static LLVMBasicBlockRef target_of(const meeting *m, LLVMValueRef number)
{
    LLVMValueRef end = LLVMGetBasicBlockTerminator(m->block);
    unsigned count = LLVMGetNumSuccessors(end);
    for (unsigned i = 1; i < count; i++) /* successor 0 is for all other numbers; operands: value, target, value ... */
        if (LLVMGetOperand(end, 2 * i) == number)
            return LLVMGetSuccessor(end, i);
    return LLVMGetSuccessor(end, 0);
}

/* The block does what is done at the meeting by itself, and goes on where it would go from there. */
static void go_alone(const meeting *m, LLVMBasicBlockRef block, LLVMBasicBlockRef target, LLVMBuilderRef builder)
{
    value_list old = {0}, copies = {0};
    LLVMValueRef jump = LLVMGetBasicBlockTerminator(block), end = LLVMGetBasicBlockTerminator(m->block);
    LLVMPositionBuilderBefore(builder, jump);
    for (LLVMValueRef v = LLVMGetFirstInstruction(m->block); v != end; v = LLVMGetNextInstruction(v)) {
        LLVMValueRef copy = LLVMInstructionClone(v);
        for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(copy); i++)
            for (uint32_t k = 0; k < old.size; k++)
                if (LLVMGetOperand(copy, i) == old.data[k])
                    LLVMSetOperand(copy, i, copies.data[k]);
        LLVMInsertIntoBuilder(builder, copy);
        vec_push(&old, v);
        vec_push(&copies, copy);
    }
    LLVMSetSuccessor(jump, 0, target);
    vec_clear(&old);
    vec_clear(&copies);
}

static bool is_plain_jump_to(LLVMBasicBlockRef block, LLVMBasicBlockRef target)
{
    LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
    return end && LLVMIsABranchInst(end) && !LLVMIsConditional(end) && LLVMGetSuccessor(end, 0) == target;
}

static bool begins_with_phi(LLVMBasicBlockRef block)
{
    LLVMValueRef first = LLVMGetFirstInstruction(block);
    return first && LLVMIsAPHINode(first);
}

static bool part_ways(LLVMValueRef function, const meeting *m, LLVMBuilderRef builder)
{
    bool has_changed = false;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
        LLVMValueRef number = b != m->block && is_plain_jump_to(b, m->block) ? number_set_by(b, m) : NULL;
        LLVMBasicBlockRef target = number ? target_of(m, number) : NULL;
        if (target == NULL || target == m->block || begins_with_phi(target))
            continue;
        go_alone(m, b, target, builder);
        has_changed = true;
    }
    if (!LLVMGetFirstUse(LLVMBasicBlockAsValue(m->block)))
        LLVMDeleteBasicBlock(m->block);
    return has_changed;
}

static bool part_ways_once(LLVMValueRef function, LLVMBuilderRef builder)
{
    bool has_changed = false;
    LLVMBasicBlockRef next;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = next) {
        meeting m;
        next = LLVMGetNextBasicBlock(b);
        if (find_meeting(b, &m))
            has_changed |= part_ways(function, &m, builder);
    }
    return has_changed;
}

void module_part_ways(LLVMModuleRef module)
{
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
        bool has_changed = !LLVMIsDeclaration(f);
        for (int depth = 0; depth < MAX_DEPTH && has_changed; depth++)
            has_changed = part_ways_once(f, builder);
    }
    LLVMDisposeBuilder(builder);
}

/* ---- lives ---- */

/* Does instruction `a` come before `b` on every way to it? */
static bool dominates(LLVMValueRef a, LLVMValueRef b)
{
    LLVMBasicBlockRef first = LLVMGetInstructionParent(a), last = LLVMGetInstructionParent(b);
    if (first == last) {
        for (LLVMValueRef v = LLVMGetNextInstruction(a); v; v = LLVMGetNextInstruction(v))
            if (v == b)
                return true;
        return false;
    }
    /* Is there a way round the first block? */
    VEC(LLVMBasicBlockRef) waiting = {0};
    map seen = {0};
    bool has_way = false;
    vec_push(&waiting, LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(first)));
    while (waiting.size > 0 && !has_way) {
        LLVMBasicBlockRef block = vec_pop(&waiting);
        if (block == first || map_find(&seen, map_key(block)))
            continue;
        map_put(&seen, map_key(block), 1);
        has_way = block == last;
        LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
        for (unsigned i = 0; i < LLVMGetNumSuccessors(end); i++)
            vec_push(&waiting, LLVMGetSuccessor(end, i));
    }
    vec_clear(&waiting);
    map_clear(&seen);
    return !has_way;
}

/* Is the variable's address used only behind that instruction? A phi uses it where its block is entered from. */
static bool is_used_behind(LLVMValueRef beginning, LLVMValueRef variable, LLVMValueRef user)
{
    if (!LLVMIsAPHINode(user))
        return dominates(beginning, user);
    for (unsigned i = 0; i < LLVMCountIncoming(user); i++)
        if (LLVMGetIncomingValue(user, i) == variable &&
            !dominates(beginning, LLVMGetBasicBlockTerminator(LLVMGetIncomingBlock(user, i))))
            return false;
    return true;
}

/* The one place where the variable's life begins, before all that is done with it; NULL if there is none. */
static LLVMValueRef beginning_of(LLVMValueRef variable)
{
    LLVMValueRef beginning = NULL;
    for (LLVMUseRef use = LLVMGetFirstUse(variable); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (!module_calls(user, "llvm.lifetime.start"))
            continue;
        if (beginning)
            return NULL;
        beginning = user;
    }
    for (LLVMUseRef use = LLVMGetFirstUse(variable); beginning && use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        bool counts = user != beginning && !module_calls(user, MODULE_KEEP);
        if (counts && !is_used_behind(beginning, variable, user))
            return NULL;
    }
    return beginning;
}

/* Does nothing else happen from here to the function's return? The variable ends with the function then: that of main
 * are there as long as the process is, those of a thread's function as long as the thread. */
static bool leads_to_return(LLVMValueRef value)
{
    enum { MAX_STEPS = 1000 };
    for (int n = 0; n < MAX_STEPS && value; n++) {
        if (LLVMIsAReturnInst(value))
            return true;
        if (LLVMIsABranchInst(value) && !LLVMIsConditional(value))
            value = LLVMGetFirstInstruction(LLVMGetSuccessor(value, 0));
        else if (is_part_of_meeting(value) || LLVMIsAPHINode(value))
            value = LLVMGetNextInstruction(value);
        else
            return false;
    }
    return false;
}

static bool is_end_of_function(LLVMValueRef value)
{
    return module_calls(value, "llvm.lifetime.end") && leads_to_return(value);
}

static bool is_end(LLVMValueRef value)
{
    return module_calls(value, "llvm.lifetime.end");
}

static bool is_beginning(LLVMValueRef value)
{
    return module_calls(value, "llvm.lifetime.start");
}

static bool is_keeper(LLVMValueRef value)
{
    return module_calls(value, MODULE_KEEP);
}

static void erase_users(LLVMValueRef variable, bool (*is_unwanted)(LLVMValueRef))
{
    LLVMUseRef next;
    for (LLVMUseRef use = LLVMGetFirstUse(variable); use; use = next) {
        LLVMValueRef user = LLVMGetUser(use);
        next = LLVMGetNextUse(use);
        if (is_unwanted(user))
            LLVMInstructionEraseFromParent(user);
    }
}

/* True if the variable is now made where its life begins. */
static bool begin_late(LLVMValueRef variable, LLVMBuilderRef builder)
{
    LLVMValueRef beginning = beginning_of(variable);
    if (!beginning)
        return false;
    erase_users(variable, is_keeper);
    LLVMInstructionRemoveFromParent(variable);
    LLVMPositionBuilderBefore(builder, beginning);
    LLVMInsertIntoBuilder(builder, variable);
    return true;
}

static void list_instructions(LLVMValueRef function, bool (*is_wanted)(LLVMValueRef), value_list *list)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef v = LLVMGetFirstInstruction(b); v; v = LLVMGetNextInstruction(v))
            if (is_wanted(v))
                vec_push(list, v);
}

static bool is_variable(LLVMValueRef value)
{
    return LLVMIsAAllocaInst(value);
}

static void settle_variables(LLVMValueRef function, LLVMBuilderRef builder)
{
    value_list variables = {0};
    list_instructions(function, is_variable, &variables);
    for (uint32_t i = 0; i < variables.size; i++) {
        bool is_late = begin_late(variables.data[i], builder);
        erase_users(variables.data[i], is_late ? is_end_of_function : is_end);
        erase_users(variables.data[i], is_beginning);
    }
    vec_clear(&variables);
}

/* Does the variable end before its function, while a pointer may still have its address? */
static bool may_be_outlived(LLVMValueRef variable)
{
    bool ends_early = false, is_pointed_to = false;
    for (LLVMUseRef use = LLVMGetFirstUse(variable); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        bool is_plain_use = LLVMIsALoadInst(user) || (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != variable);
        ends_early |= is_end(user) && !is_end_of_function(user);
        is_pointed_to |= !is_plain_use && !is_end(user) && !is_beginning(user);
    }
    return ends_early && is_pointed_to;
}

/* Such a variable must not become a value: who reads it when it is gone would not be noticed. */
void module_keep_outlived(LLVMModuleRef module)
{
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
        value_list variables = {0};
        if (!LLVMIsDeclaration(f))
            list_instructions(f, is_variable, &variables);
        for (uint32_t i = 0; i < variables.size; i++)
            if (may_be_outlived(variables.data[i]))
                module_keep(module, builder, variables.data[i]);
        vec_clear(&variables);
    }
    LLVMDisposeBuilder(builder);
}

static LLVMValueRef build_end(LLVMBuilderRef builder, LLVMModuleRef module, LLVMValueRef variable)
{
    static const char NAME[] = "llvm.lifetime.end";
    LLVMContextRef context = LLVMGetModuleContext(module);
    LLVMTypeRef pointer = LLVMTypeOf(variable);
    LLVMValueRef function = LLVMGetIntrinsicDeclaration(module, LLVMLookupIntrinsicID(NAME, strlen(NAME)), &pointer, 1);
    LLVMValueRef arguments[] = {LLVMConstInt(LLVMInt64TypeInContext(context), UINT64_MAX, 1), variable};
    return LLVMBuildCall2(builder, LLVMGlobalGetValueType(function), function, arguments, 2, "");
}

static bool sets_stack_back(LLVMValueRef value)
{
    return module_calls(value, "llvm.stackrestore") && module_calls(LLVMGetOperand(value, 0), "llvm.stacksave");
}

static bool is_array_of_unknown_length(LLVMValueRef value)
{
    return is_variable(value) && !LLVMIsAConstantInt(LLVMGetOperand(value, 0));
}

static void end_arrays(LLVMModuleRef module, LLVMValueRef function, LLVMBuilderRef builder)
{
    value_list restores = {0}, arrays = {0};
    list_instructions(function, sets_stack_back, &restores);
    if (restores.size > 0)
        list_instructions(function, is_array_of_unknown_length, &arrays);
    for (uint32_t i = 0; i < restores.size; i++)
        for (uint32_t k = 0; k < arrays.size; k++)
            if (dominates(LLVMGetOperand(restores.data[i], 0), arrays.data[k]) &&
                dominates(arrays.data[k], restores.data[i])) {
                LLVMPositionBuilderBefore(builder, restores.data[i]);
                LLVMSetInstDebugLocation(builder, build_end(builder, module, arrays.data[k]));
            }
    vec_clear(&restores);
    vec_clear(&arrays);
}

void module_settle_lives(LLVMModuleRef module)
{
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
        if (LLVMIsDeclaration(f))
            continue;
        settle_variables(f, builder);
        end_arrays(module, f, builder);
    }
    LLVMDisposeBuilder(builder);
}
