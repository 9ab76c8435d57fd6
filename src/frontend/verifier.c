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

/* "WRfence" and so on: which accesses before the fence stay before which ones after it. Cumulativity makes no
 * difference where there is one memory. */
static bool find_pair(const char *kind, uint8_t *pair)
{
    static const struct {
        const char *kind;
        uint8_t pair;
    } KINDS[] = {
        {"WWfence", IR_WW}, {"RRfence", IR_RR}, {"RWfence", IR_RW}, {"WRfence", IR_WR},
        {"WWcumul", 0},     {"RRcumul", 0},     {"RWcumul", 0},     {"WRcumul", 0},
    };
    for (size_t i = 0; i < sizeof KINDS / sizeof KINDS[0]; i++)
        if (strcmp(kind, KINDS[i].kind) == 0) {
            *pair = KINDS[i].pair;
            return true;
        }
    return false;
}

static void lower_fence(lowering *l, LLVMValueRef call)
{
    uint8_t pairs = 0, pair;
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++) {
        const char *kind = constant_get_string(l, LLVMGetOperand(call, i));
        if (!kind || !find_pair(kind, &pair)) {
            emit_unsupported(l, "__CPROVER_fence with something else than the names of fences");
            return;
        }
        pairs |= pair;
    }
    emit_fence(l, ir_fence_make_given(IR_FENCE_CPROVER, pairs));
}

/* The kernel's fences, as the macros that call this name them. */
static void lower_linux_fence(lowering *l, LLVMValueRef call)
{
    static const struct {
        const char *name;
        ir_fence_kind kind;
    } KINDS[] = {
        {"mb", IR_FENCE_SMP_MB},
        {"wmb", IR_FENCE_SMP_WMB},
        {"rmb", IR_FENCE_SMP_RMB},
        {"ba", IR_FENCE_SMP_BEFORE_ATOMIC},
        {"aa", IR_FENCE_SMP_AFTER_ATOMIC},
        {"as", IR_FENCE_SMP_AFTER_SPINLOCK},
        {"aul", IR_FENCE_SMP_AFTER_UNLOCK_LOCK},
    };
    const char *name = LLVMGetNumArgOperands(call) == 1 ? constant_get_string(l, LLVMGetOperand(call, 0)) : NULL;
    for (size_t i = 0; name && i < sizeof KINDS / sizeof KINDS[0]; i++)
        if (strcmp(name, KINDS[i].name) == 0) {
            emit_fence(l, ir_fence_make(KINDS[i].kind));
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
