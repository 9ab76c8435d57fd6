#include <string.h>

#include "frontend/lower.h"

/* Functions of verification tasks that mean something without being defined, and that no model in C can stand for,
 * because what they do depends on the call: CBMC's and ESBMC's nondet_T() returns any value of its type, whatever it
 * is; CBMC's __CPROVER_fence() and GenMC's __VERIFIER_lkmm_fence() are told by strings what to keep in order. */

static bool has_prefix(const char *text, const char *prefix)
{
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

static const char FENCE[] = "__CPROVER_fence";
static const char LINUX_FENCE[] = "__VERIFIER_lkmm_fence";

static bool is_nondet(LLVMTypeRef result, const char *name)
{
    return LLVMGetTypeKind(result) != LLVMVoidTypeKind &&
           (has_prefix(name, "nondet_") || has_prefix(name, "__VERIFIER_nondet_"));
}

bool verifier_knows(LLVMValueRef function)
{
    size_t length;
    const char *name = LLVMGetValueName2(function, &length);
    return is_nondet(LLVMGetReturnType(LLVMGlobalGetValueType(function)), name) || strcmp(name, FENCE) == 0 ||
           strcmp(name, LINUX_FENCE) == 0;
}

static void lower_nondet(lowering *l, LLVMValueRef call)
{
    lower_layout layout = layout_get(l, LLVMTypeOf(call));
    for (uint32_t i = 0; i < layout.count; i++)
        emit(l, (ir_instruction){
                    .op = IR_NONDET, .width = layout_leaf(l, layout, i)->type.width, .dst = value_result(l, call, i)});
}

/* "WRfence" and so on: which accesses before the fence stay before which ones after it. Only two of the four kinds
 * make a difference in a store buffer; cumulativity makes none. */
static ir_fence strength_of(const char *kind)
{
    if (strcmp(kind, "WRfence") == 0)
        return IR_FENCE_FULL;
    return strcmp(kind, "WWfence") == 0 ? IR_FENCE_STORES : IR_FENCE_NONE;
}

static bool is_known_fence(const char *kind)
{
    static const char *const KINDS[] = {"WWfence", "RRfence", "RWfence", "WRfence",
                                        "WWcumul", "RRcumul", "RWcumul", "WRcumul"};
    for (size_t i = 0; i < sizeof KINDS / sizeof KINDS[0]; i++)
        if (strcmp(kind, KINDS[i]) == 0)
            return true;
    return false;
}

static void lower_fence(lowering *l, LLVMValueRef call)
{
    ir_fence strength = IR_FENCE_NONE;
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++) {
        const char *kind = constant_get_string(l, LLVMGetOperand(call, i));
        if (!kind || !is_known_fence(kind)) {
            emit_unsupported(l, "__CPROVER_fence with something else than the names of fences");
            return;
        }
        if (strength != IR_FENCE_FULL && strength_of(kind) != IR_FENCE_NONE)
            strength = strength_of(kind);
    }
    emit_fence(l, strength);
}

/* The kernel's fences: smp_mb() and its forms next to atomics and locks are full, smp_wmb() is for stores. */
static void lower_linux_fence(lowering *l, LLVMValueRef call)
{
    static const struct {
        const char *kind;
        ir_fence strength;
    } KINDS[] = {
        {"mb", IR_FENCE_FULL}, {"wmb", IR_FENCE_STORES}, {"rmb", IR_FENCE_NONE}, {"ba", IR_FENCE_FULL},
        {"aa", IR_FENCE_FULL}, {"as", IR_FENCE_FULL},    {"aul", IR_FENCE_FULL},
    };
    const char *kind = LLVMGetNumArgOperands(call) == 1 ? constant_get_string(l, LLVMGetOperand(call, 0)) : NULL;
    for (size_t i = 0; kind && i < sizeof KINDS / sizeof KINDS[0]; i++)
        if (strcmp(kind, KINDS[i].kind) == 0) {
            emit_fence(l, KINDS[i].strength);
            return;
        }
    emit_unsupported(l, "__VERIFIER_lkmm_fence with something else than the name of a fence");
}

bool verifier_lower(lowering *l, LLVMValueRef call, LLVMValueRef callee)
{
    size_t length;
    const char *name = LLVMGetValueName2(callee, &length);
    if (!LLVMIsDeclaration(callee))
        return false;
    if (is_nondet(LLVMTypeOf(call), name))
        lower_nondet(l, call);
    else if (strcmp(name, FENCE) == 0)
        lower_fence(l, call);
    else if (strcmp(name, LINUX_FENCE) == 0)
        lower_linux_fence(l, call);
    else
        return false;
    return true;
}
