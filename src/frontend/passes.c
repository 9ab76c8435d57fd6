#include <llvm-c/Error.h>
#include <llvm-c/Transforms/PassBuilder.h>

#include "base/map.h"
#include "frontend/module.h"

/* Only passes that touch nothing another thread can see. `sroa` is left out on purpose: it drops reads of shared
 * structs whose copy is not used, and with them the errors they would meet. */
static const char MEMORY[] = "function(reg2mem)";
static const char VARIABLES[] = "function(mem2reg)";
static const char DISENTANGLE[] = "function(lower-switch,fix-irreducible)";
static const char LOOPS[] = "function(loop-simplify,lcssa),strip-dead-prototypes";

/* A local variable that may be read before it is set has any value, but always the same one. LLVM would give each
 * read a value of its own, or assume whatever it likes, so such a variable must stay in memory. To find them, each
 * variable gets a mark as its first value, in a copy of the module: those whose mark is still read when variables have
 * become SSA values are kept by a call that says nothing but has their address. */
typedef struct marking {
    LLVMModuleRef module;    /* the copy */
    map functions;           /* type -> the function whose calls are marks of that type */
    VEC(LLVMValueRef) marks; /* of all variables, in the order of the module */
    uint32_t next;           /* mark of the variable that comes next in the original */
} marking;

static LLVMValueRef mark_of(marking *m, LLVMTypeRef type)
{
    const uint64_t *known = map_find(&m->functions, map_key(type));
    if (known)
        return (LLVMValueRef)(uintptr_t)*known;
    LLVMValueRef function = LLVMAddFunction(m->module, "__heddle_undefined", LLVMFunctionType(type, NULL, 0, 0));
    map_put(&m->functions, map_key(type), map_key(function));
    return function;
}

static bool is_scalar(LLVMTypeRef type)
{
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    return kind == LLVMIntegerTypeKind || kind == LLVMPointerTypeKind || kind == LLVMFloatTypeKind ||
           kind == LLVMDoubleTypeKind || kind == LLVMVectorTypeKind;
}

static bool is_variable(LLVMValueRef value)
{
    return LLVMIsAAllocaInst(value) && is_scalar(LLVMGetAllocatedType(value)) &&
           LLVMIsAConstantInt(LLVMGetOperand(value, 0));
}

/* Where its life begins again, a variable is unset again. */
static void mark_again(LLVMBuilderRef builder, LLVMValueRef variable, LLVMValueRef mark)
{
    for (LLVMUseRef use = LLVMGetFirstUse(variable); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (!module_calls(user, "llvm.lifetime.start"))
            continue;
        LLVMPositionBuilderBefore(builder, LLVMGetNextInstruction(user));
        LLVMBuildStore(builder, mark, variable);
    }
}

static void mark_variables(marking *m, LLVMBuilderRef builder, LLVMValueRef function)
{
    LLVMValueRef next;
    for (LLVMValueRef v = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function)); v; v = next) {
        next = LLVMGetNextInstruction(v);
        if (!is_variable(v))
            continue;
        LLVMPositionBuilderBefore(builder, next);
        LLVMValueRef source = mark_of(m, LLVMGetAllocatedType(v));
        LLVMValueRef mark = LLVMBuildCall2(builder, LLVMGlobalGetValueType(source), source, NULL, 0, "");
        LLVMBuildStore(builder, mark, v);
        mark_again(builder, v, mark);
        vec_push(&m->marks, mark);
    }
}

/* The store into the variable itself is left where the variable stays in memory anyway. */
static bool is_read(LLVMValueRef mark)
{
    for (LLVMUseRef use = LLVMGetFirstUse(mark); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (!LLVMIsAStoreInst(user) || !LLVMIsAAllocaInst(LLVMGetOperand(user, 1)))
            return true;
        if (LLVMGetOperand(user, 0) != mark)
            return true;
    }
    return false;
}

void module_keep(LLVMModuleRef module, LLVMBuilderRef builder, LLVMValueRef variable)
{
    LLVMContextRef context = LLVMGetModuleContext(module);
    LLVMTypeRef pointer = LLVMPointerTypeInContext(context, 0);
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(context), &pointer, 1, 0);
    LLVMValueRef keep = LLVMGetNamedFunction(module, MODULE_KEEP);
    if (!keep)
        keep = LLVMAddFunction(module, MODULE_KEEP, type);
    LLVMPositionBuilderBefore(builder, LLVMGetNextInstruction(variable));
    LLVMBuildCall2(builder, type, keep, &variable, 1, "");
}

static void keep_variables(marking *m, LLVMModuleRef module, LLVMBuilderRef builder, LLVMValueRef function)
{
    LLVMValueRef next;
    for (LLVMValueRef v = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function)); v; v = next) {
        next = LLVMGetNextInstruction(v);
        if (is_variable(v) && m->next < m->marks.size && is_read(m->marks.data[m->next++]))
            module_keep(module, builder, v);
    }
}

static bool run_passes(LLVMModuleRef module, const char *passes, diag *d)
{
    LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
    LLVMErrorRef error = LLVMRunPasses(module, passes, NULL, options);
    LLVMDisposePassBuilderOptions(options);
    if (!error)
        return true;
    char *message = LLVMGetErrorMessage(error);
    diag_fail(d, STATUS_INTERNAL, "LLVM passes failed: %s", message);
    LLVMDisposeErrorMessage(message);
    return false;
}

static bool keep_undefined_variables(LLVMModuleRef module, diag *d)
{
    marking m = {.module = LLVMCloneModule(module)};
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
    for (LLVMValueRef f = LLVMGetFirstFunction(m.module); f; f = LLVMGetNextFunction(f))
        if (!LLVMIsDeclaration(f))
            mark_variables(&m, builder, f);
    bool ok = run_passes(m.module, VARIABLES, d);
    for (LLVMValueRef f = LLVMGetFirstFunction(module); ok && f; f = LLVMGetNextFunction(f))
        if (!LLVMIsDeclaration(f))
            keep_variables(&m, module, builder, f);
    LLVMDisposeBuilder(builder);
    LLVMDisposeModule(m.module);
    map_clear(&m.functions);
    vec_clear(&m.marks);
    return ok;
}

/* With all phis gone, which VARIABLES brings back, blocks can be put between a computed goto and its labels. */
static bool replace_gotos(LLVMModuleRef module, diag *d)
{
    if (!module_has_entangled_gotos(module))
        return true;
    if (!run_passes(module, MEMORY, d))
        return false;
    module_replace_entangled_gotos(module);
    return true;
}

/* Blocks can only be cut in two where there are no phis; and values that are used behind the cut are in memory before a
 * second way leads there. */
static bool replace_jumps(LLVMModuleRef module, diag *d)
{
    if (!module_has_jumps(module))
        return true;
    LLVMSetIsNewDbgInfoFormat(module, 0); /* as calls, they move with what they are about */
    if (!run_passes(module, MEMORY, d))
        return false;
    module_land_jumps(module, false);
    if (!run_passes(module, MEMORY, d))
        return false;
    module_land_jumps(module, true);
    return true;
}

bool module_simplify(module_set *set, diag *d)
{
    module_forget_unevaluated(set->linked);
    module_part_ways(set->linked);
    if (!replace_gotos(set->linked, d) || !replace_jumps(set->linked, d))
        return false;
    module_fit_thread_functions(set->linked);
    module_retype_variables(set->linked);
    module_keep_outlived(set->linked);
    if (!keep_undefined_variables(set->linked, d) || !run_passes(set->linked, VARIABLES, d))
        return false;
    module_settle_lives(set->linked);
    module_outline_async(set->linked);
    if (module_has_entangled_loops(set->linked) && !run_passes(set->linked, DISENTANGLE, d))
        return false;
    if (!run_passes(set->linked, LOOPS, d))
        return false;
    /* Debug information as calls of llvm.dbg.*, the only form that the C interface can read. */
    LLVMSetIsNewDbgInfoFormat(set->linked, 0);
    return true;
}
