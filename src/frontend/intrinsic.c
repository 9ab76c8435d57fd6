#include "frontend/intrinsic.h"

#include <string.h>

/* System V's va_list of x86-64; that of i386 is just the address of the next argument. The register save area counts as
 * used up, so that the code which clang makes for va_arg always reads from the overflow area. */
enum {
    VA_GP_OFFSET = 0,
    VA_GP_USED_UP = 48,
    VA_FP_OFFSET = 4,
    VA_FP_USED_UP = 304,
    VA_OVERFLOW_AREA = 8,
    VA_SAVE_AREA = 16,
    VA_SIZE = 24,
    INT_BITS = 32,
};

static void ignore(lowering *l, LLVMValueRef call, int detail)
{
    (void)detail;
    value_set_any(l, call);
}

/* The result is argument number `detail`. */
static void forward(lowering *l, LLVMValueRef call, int detail)
{
    lower_layout layout = layout_get(l, LLVMTypeOf(call));
    for (uint32_t i = 0; i < layout.count; i++)
        emit_move(l, value_result(l, call, i), layout_leaf(l, layout, i)->type.width,
                  value_operand(l, LLVMGetOperand(call, (unsigned)detail), i));
}

static void set_result(lowering *l, LLVMValueRef call, int value)
{
    uint8_t width = value_type(l, call).width;
    emit_move(l, value_result(l, call, 0), width,
              ir_constant(l->program, width, (uint64_t)(int64_t)value, value < 0 ? UINT64_MAX : 0));
}

static void lower_object_size(lowering *l, LLVMValueRef call, int detail)
{
    (void)detail;
    bool wants_minimum = LLVMConstIntGetZExtValue(LLVMGetOperand(call, 1));
    set_result(l, call, wants_minimum ? 0 : -1);
}

static void fence(lowering *l, LLVMValueRef call, int detail)
{
    (void)call;
    emit_fence(l, ir_fence_make((ir_fence_kind)detail));
}

/* ---- memory ---- */

static uint64_t align_of(lowering *l, LLVMValueRef call, unsigned index)
{
    LLVMAttributeRef attribute = LLVMGetCallSiteEnumAttribute(call, index + 1, l->align_kind);
    uint64_t align = attribute ? LLVMGetEnumAttributeValue(attribute) : 1;
    return align == 0 ? 1 : align < lower_word_bytes(l) ? align : lower_word_bytes(l);
}

static ir_operand size_argument(lowering *l, LLVMValueRef call)
{
    enum { SIZE = 2 };
    uint8_t width = value_type(l, LLVMGetOperand(call, SIZE)).width;
    return emit_resized(l, width, lower_pointer_bits(l), false, value_argument(l, call, SIZE));
}

static void lower_copy(lowering *l, LLVMValueRef call, int op)
{
    uint64_t to_align = align_of(l, call, 0), from_align = align_of(l, call, 1);
    ir_operand to = value_argument(l, call, 0), from = value_argument(l, call, 1), size = size_argument(l, call);
    emit(l, (ir_instruction){.op = (uint8_t)op,
                             .aux = (uint16_t)(to_align < from_align ? to_align : from_align),
                             .a = to,
                             .b = from,
                             .c = size});
}

static void lower_fill(lowering *l, LLVMValueRef call, int detail)
{
    (void)detail;
    ir_operand to = value_argument(l, call, 0), byte = value_argument(l, call, 1), size = size_argument(l, call);
    emit(l, (ir_instruction){.op = IR_MEMSET, .aux = (uint16_t)align_of(l, call, 0), .a = to, .b = byte, .c = size});
}

static void lower_thread_local(lowering *l, LLVMValueRef call, int detail)
{
    (void)detail;
    const uint64_t *global = map_find(&l->globals, map_key(LLVMGetOperand(call, 0)));
    if (global && l->program->globals.data[*global].is_thread_local)
        emit(l, (ir_instruction){.op = IR_TLS,
                                 .width = lower_pointer_bits(l),
                                 .dst = value_result(l, call, 0),
                                 .c = (uint32_t)*global});
    else
        forward(l, call, 0);
}

/* ---- variable arguments ---- */

static bool has_register_arguments(const lowering *l)
{
    return lower_pointer_bits(l) == IR_SLOT_BITS;
}

static void lower_va_start(lowering *l, LLVMValueRef call, int detail)
{
    (void)detail;
    ir_operand list = value_argument(l, call, 0);
    if (!has_register_arguments(l)) {
        emit_store(l, lower_pointer_bits(l), list, l->frame.variable_arguments, IR_PLAIN);
        return;
    }
    emit_store(l, INT_BITS, emit_address(l, list, VA_GP_OFFSET), emit_constant(l, INT_BITS, VA_GP_USED_UP), IR_PLAIN);
    emit_store(l, INT_BITS, emit_address(l, list, VA_FP_OFFSET), emit_constant(l, INT_BITS, VA_FP_USED_UP), IR_PLAIN);
    emit_store(l, lower_pointer_bits(l), emit_address(l, list, VA_OVERFLOW_AREA), l->frame.variable_arguments,
               IR_PLAIN);
    emit_store(l, lower_pointer_bits(l), emit_address(l, list, VA_SAVE_AREA),
               emit_constant(l, lower_pointer_bits(l), 0), IR_PLAIN);
}

static void lower_va_copy(lowering *l, LLVMValueRef call, int detail)
{
    (void)detail;
    ir_operand to = value_argument(l, call, 0), from = value_argument(l, call, 1);
    uint64_t size = has_register_arguments(l) ? VA_SIZE : lower_word_bytes(l);
    emit(l, (ir_instruction){.op = IR_MEMCPY,
                             .aux = (uint16_t)lower_word_bytes(l),
                             .a = to,
                             .b = from,
                             .c = emit_constant(l, lower_pointer_bits(l), size)});
}

/* ---- the rest ---- */

static void lower_trap(lowering *l, LLVMValueRef call, int detail)
{
    (void)detail;
    property violated = PROPERTY_ASSERTION;
    ir_id message = l->trap_message;
    overflow_is_found(l, call, &violated, &message);
    emit(l,
         (ir_instruction){.op = IR_FAIL,
                          .a = emit_constant(l, lower_pointer_bits(l), ir_pointer(l->program->layout, message + 1, 0)),
                          .b = violated});
}

static void lower_pointer_mask(lowering *l, LLVMValueRef call, int detail)
{
    (void)detail;
    uint8_t width = value_type(l, LLVMGetOperand(call, 1)).width;
    ir_operand address = value_argument(l, call, 0);
    ir_operand mask = emit_resized(l, width, lower_pointer_bits(l), false, value_argument(l, call, 1));
    emit(l,
         (ir_instruction){
             .op = IR_AND, .width = lower_pointer_bits(l), .dst = value_result(l, call, 0), .a = address, .b = mask});
}

static void end_variable(lowering *l, LLVMValueRef call, int detail)
{
    (void)detail;
    emit(l, (ir_instruction){.op = IR_LOCAL_END, .a = value_argument(l, call, 1)});
}

const intrinsic intrinsic_general_table[] = {
    {"llvm.memcpy", lower_copy, IR_MEMCPY},
    {"llvm.memcpy.inline", lower_copy, IR_MEMCPY},
    {"llvm.memmove", lower_copy, IR_MEMMOVE},
    {"llvm.memset", lower_fill, 0},
    {"llvm.memset.inline", lower_fill, 0},
    {"llvm.threadlocal.address", lower_thread_local, 0},
    {"llvm.va_start", lower_va_start, 0},
    {"llvm.va_copy", lower_va_copy, 0},
    {"llvm.va_end", ignore, 0},
    {"llvm.trap", lower_trap, 0},
    {"llvm.debugtrap", lower_trap, 0},
    {"llvm.ubsantrap", lower_trap, 0},
    {"llvm.ptrmask", lower_pointer_mask, 0},
    {"llvm.objectsize", lower_object_size, 0},
    {"llvm.is.constant", set_result, 0},
    {"llvm.stacksave", set_result, 0},
    {"llvm.returnaddress", set_result, 0},
    {"llvm.frameaddress", set_result, 0},
    {"llvm.get.rounding", set_result, 1},
    {"llvm.invariant.start", set_result, 0},
    {"llvm.expect", forward, 0},
    {"llvm.annotation", forward, 0},
    {"llvm.ptr.annotation", forward, 0},
    {"llvm.launder.invariant.group", forward, 0},
    {"llvm.strip.invariant.group", forward, 0},
    {"llvm.ssa.copy", forward, 0},
    {"llvm.canonicalize", forward, 0},
    {"llvm.x86.sse2.mfence", fence, IR_FENCE_MFENCE},
    {"llvm.x86.sse.sfence", fence, IR_FENCE_SFENCE},
    {"llvm.x86.sse2.lfence", fence, IR_FENCE_LFENCE},
    {"llvm.x86.sse2.pause", fence, IR_FENCE_NOP},
    {"llvm.readcyclecounter", ignore, 0},
    {"llvm.x86.rdtsc", ignore, 0},
    {"llvm.assume", ignore, 0}, /* what promise.c has left: nothing but alignment */
    {"llvm.lifetime.start", ignore, 0},
    {"llvm.lifetime.end", end_variable, 0},
    {"llvm.invariant.end", ignore, 0},
    {"llvm.stackrestore", ignore, 0},
    {"llvm.prefetch", ignore, 0},
    {"llvm.var.annotation", ignore, 0},
    {"llvm.donothing", ignore, 0},
    {"llvm.sideeffect", ignore, 0},
    {"llvm.pseudoprobe", ignore, 0},
    {"llvm.experimental.noalias.scope.decl", ignore, 0},
    {"llvm.dbg", ignore, 0},
    {NULL, NULL, 0},
};

/* ---- finding the handler ---- */

/* "llvm.memcpy" names "llvm.memcpy.p0.p0.i64" but not "llvm.memcpyx". */
static size_t match_length(const char *entry, const char *name)
{
    size_t length = strlen(entry);
    return strncmp(entry, name, length) == 0 && (name[length] == '\0' || name[length] == '.') ? length : 0;
}

static const intrinsic *find(const char *name)
{
    static const intrinsic *const TABLES[] = {intrinsic_general_table, intrinsic_integer_table, intrinsic_float_table};
    const intrinsic *best = NULL;
    size_t best_length = 0;
    for (size_t i = 0; i < sizeof TABLES / sizeof TABLES[0]; i++)
        for (const intrinsic *entry = TABLES[i]; entry->name; entry++)
            if (match_length(entry->name, name) > best_length) {
                best = entry;
                best_length = match_length(entry->name, name);
            }
    return best;
}

static const intrinsic *find_once(lowering *l, LLVMValueRef callee, const char *name)
{
    const uint64_t *known = map_find(&l->callees, map_key(callee));
    if (known)
        return (const intrinsic *)(uintptr_t)*known;
    const intrinsic *found = find(name);
    map_put(&l->callees, map_key(callee), map_key(found));
    return found;
}

static bool takes_vector(LLVMValueRef call)
{
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
        if (LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(call, i))) == LLVMVectorTypeKind)
            return true;
    return false;
}

bool intrinsic_lower(lowering *l, LLVMValueRef call, LLVMValueRef callee)
{
    size_t length;
    const char *name = LLVMGetValueName2(callee, &length);
    if (strncmp(name, "__heddle_", strlen("__heddle_")) == 0 && LLVMIsDeclaration(callee))
        return builtin_lower(l, call, name);
    if (strncmp(name, "llvm.", strlen("llvm.")) != 0)
        return false;
    const intrinsic *entry = takes_vector(call) ? NULL : find_once(l, callee, name);
    if (entry) {
        entry->lower(l, call, entry->detail);
    } else {
        emit_unsupported(l, "intrinsic '%s'", name);
        value_set_any(l, call);
    }
    return true;
}
