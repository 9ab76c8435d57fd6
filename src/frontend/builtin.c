#include <string.h>

#include "base/libm.h"
#include "frontend/lower.h"
#include "frontend/module.h"
#include "ir/uses.h"

/* The intrinsics of models/heddle.h. */

enum { INT_BITS = 32, BYTE_BITS = 8 };

typedef void builtin_handler(lowering *l, LLVMValueRef call, int detail);

static ir_operand wide_argument(lowering *l, LLVMValueRef call, uint32_t index)
{
    uint8_t width = value_type(l, LLVMGetOperand(call, index)).width;
    return emit_resized(l, width, lower_pointer_bits(l), false, value_argument(l, call, index));
}

/* Most: the operands are the arguments, as wide as a pointer, and the result is the call's. */
static void lower_simple(lowering *l, LLVMValueRef call, int op)
{
    uint32_t count = LLVMGetNumArgOperands(call);
    ir_instruction instruction = {.op = (uint8_t)op};
    if (count > 0)
        instruction.a = wide_argument(l, call, 0);
    if (count > 1)
        instruction.b = wide_argument(l, call, 1);
    if (layout_get(l, LLVMTypeOf(call)).count > 0) {
        instruction.width = value_type(l, call).width;
        instruction.dst = value_result(l, call, 0);
    }
    emit(l, instruction);
}

static void lower_await(lowering *l, LLVMValueRef call, int width)
{
    ir_operand operands[IR_AWAIT_COUNT];
    for (uint32_t i = 0; i < IR_AWAIT_COUNT; i++)
        operands[i] = value_argument(l, call, i);
    ir_id first = emit_operands(l, operands, IR_AWAIT_COUNT);
    emit(l, (ir_instruction){.op = IR_AWAIT,
                             .width = (uint8_t)width,
                             .aux = IR_AWAIT_COUNT,
                             .dst = value_result(l, call, 0),
                             .c = first});
}

static void lower_assume(lowering *l, LLVMValueRef call, int detail)
{
    (void)detail;
    uint8_t width = value_type(l, LLVMGetOperand(call, 0)).width;
    ir_operand holds = emit_compare(l, IR_NE, width, value_argument(l, call, 0), emit_constant(l, width, 0));
    emit(l, (ir_instruction){.op = IR_ASSUME, .width = 1, .a = holds});
}

static void lower_fail(lowering *l, LLVMValueRef call, int detail)
{
    (void)detail;
    LLVMValueRef violated = LLVMGetOperand(call, 0);
    ir_operand message = value_argument(l, call, 1);
    uint32_t p = LLVMIsAConstantInt(violated) ? (uint32_t)LLVMConstIntGetZExtValue(violated) : PROPERTY_ASSERTION;
    emit(l, (ir_instruction){.op = IR_FAIL, .a = message, .b = p});
}

static void lower_nothing(lowering *l, LLVMValueRef call, int detail)
{
    (void)l, (void)call, (void)detail;
}

static void lower_unsupported(lowering *l, LLVMValueRef call, int detail)
{
    (void)detail;
    const char *text = constant_get_string(l, LLVMGetOperand(call, 0));
    emit_unsupported(l, "%s", text ? text : "a function without a model");
}

static void lower_libm(lowering *l, LLVMValueRef call, int flag)
{
    const char *name = constant_get_string(l, LLVMGetOperand(call, 0));
    libm_function function = libm_find(name ? name : "");
    if (function == LIBM_COUNT) {
        emit_unsupported(l, "a function of floating-point numbers without a name");
        return;
    }
    ir_operand a = value_argument(l, call, 1), b = value_argument(l, call, 2);
    emit(l, (ir_instruction){.op = IR_FLIBM,
                             .width = value_type(l, call).width,
                             .aux = (uint16_t)((unsigned)function | (unsigned)flag),
                             .dst = value_result(l, call, 0),
                             .a = a,
                             .b = b});
}

static void lower_is_linked(lowering *l, LLVMValueRef call, int detail)
{
    (void)detail;
    const char *name = constant_get_string(l, LLVMGetOperand(call, 0));
    LLVMValueRef function = name ? LLVMGetNamedFunction(l->module, name) : NULL;
    bool is_linked = function && !LLVMIsDeclaration(function);
    emit_move(l, value_result(l, call, 0), INT_BITS, emit_constant(l, INT_BITS, is_linked));
}

static void lower_destructors(lowering *l, LLVMValueRef call, int detail)
{
    (void)call, (void)detail;
    function_call_destructors(l);
}

static void lower_thread_start(lowering *l, LLVMValueRef call, int op)
{
    LLVMValueRef comes = LLVMGetNamedFunction(l->module, MODULE_THREAD_COMES);
    if (comes)
        call_emit_plain(l, (ir_id)map_get(&l->functions, map_key(comes), IR_NONE));
    lower_simple(l, call, op);
}

/* One that could not be made a function. */
static void lower_open_async(lowering *l, LLVMValueRef call, int detail)
{
    (void)detail;
    emit_unsupported(l, "a statement with a label __CPROVER_ASYNC_ that is left by return or goto");
    value_set_any(l, call);
}

/* 128 bits come back as two registers. */
static void lower_nondet(lowering *l, LLVMValueRef call, int detail)
{
    (void)detail;
    lower_layout layout = layout_get(l, LLVMTypeOf(call));
    for (uint32_t i = 0; i < layout.count; i++)
        emit(l, (ir_instruction){
                    .op = IR_NONDET, .width = layout_leaf(l, layout, i)->type.width, .dst = value_result(l, call, i)});
}

static void lower_heap_alloc(lowering *l, LLVMValueRef call, int is_zeroed)
{
    ir_operand size = wide_argument(l, call, 0), align = wide_argument(l, call, 1);
    emit(l, (ir_instruction){.op = IR_HEAP_ALLOC,
                             .width = lower_pointer_bits(l),
                             .aux = (uint16_t)is_zeroed,
                             .dst = value_result(l, call, 0),
                             .a = size,
                             .b = align});
}

static void lower_copy(lowering *l, LLVMValueRef call, int op)
{
    enum { SIZE = 2 };
    ir_operand to = value_argument(l, call, 0), from = value_argument(l, call, 1), size = value_argument(l, call, SIZE);
    if (op == IR_MEMSET)
        from = emit_resized(l, INT_BITS, BYTE_BITS, false, from);
    emit(l, (ir_instruction){.op = (uint8_t)op, .aux = 1, .a = to, .b = from, .c = size});
}

static void lower_print(lowering *l, LLVMValueRef call, int detail)
{
    (void)detail;
    ir_operand operands[IR_PRINT_COUNT];
    for (uint32_t i = 0; i < IR_PRINT_COUNT; i++)
        operands[i] = value_argument(l, call, i);
    ir_id first = emit_operands(l, operands, IR_PRINT_COUNT);
    emit(l, (ir_instruction){
                .op = IR_PRINT, .width = INT_BITS, .aux = IR_PRINT_COUNT, .dst = value_result(l, call, 0), .c = first});
}

/* Of no meaning where nobody wants to know. */
static void lower_use(lowering *l, LLVMValueRef call, int detail)
{
    (void)detail;
    if (l->options->unset_is_error)
        emit(l, (ir_instruction){.op = IR_USE, .width = IR_SLOT_BITS, .a = value_argument(l, call, 0)});
}

static void lower_arguments(lowering *l, LLVMValueRef call, int detail)
{
    (void)detail;
    emit_move(l, value_result(l, call, 0), lower_pointer_bits(l), l->frame.variable_arguments);
}

static void lower_object_limit(lowering *l, LLVMValueRef call, int detail)
{
    (void)detail;
    emit_move(l, value_result(l, call, 0), lower_pointer_bits(l),
              emit_constant(l, lower_pointer_bits(l), ir_object_limit(l->program->layout)));
}

static const struct builtin {
    const char *name;
    builtin_handler *lower;
    int detail;
    uint32_t arguments; /* at least so many */
} BUILTINS[] = {
    {"__heddle_atomic_begin", lower_simple, IR_ATOMIC_BEGIN, 0},
    {"__heddle_atomic_end", lower_simple, IR_ATOMIC_END, 0},
    {"__heddle_await", lower_await, 32, IR_AWAIT_COUNT},
    {"__heddle_await64", lower_await, 64, IR_AWAIT_COUNT},
    {"__heddle_assume", lower_assume, 0, 1},
    {"__heddle_stop", lower_simple, IR_STOP, 0},
    {"__heddle_end_program", lower_simple, IR_EXIT, 0},
    {MODULE_KEEP, lower_nothing, 0, 1},
    {MODULE_ASYNC_BEGIN, lower_open_async, 0, 1},
    {"__heddle_fail", lower_fail, 0, 2},
    {"__heddle_unsupported", lower_unsupported, 0, 1},
    {"__heddle_libm", lower_libm, 0, 3},
    {"__heddle_libmf", lower_libm, 0, 3},
    {"__heddle_libm_error", lower_libm, IR_LIBM_ERROR, 3},
    {"__heddle_libm_errorf", lower_libm, IR_LIBM_ERROR, 3},
    {"__heddle_is_linked", lower_is_linked, 0, 1},
    {"__heddle_run_destructors", lower_destructors, 0, 0},
    {"__heddle_nondet_bool", lower_nondet, 0, 0},
    {"__heddle_nondet8", lower_nondet, 0, 0},
    {"__heddle_nondet16", lower_nondet, 0, 0},
    {"__heddle_nondet32", lower_nondet, 0, 0},
    {"__heddle_nondet64", lower_nondet, 0, 0},
    {"__heddle_nondet128", lower_nondet, 0, 0},
    {"__heddle_thread_start", lower_thread_start, IR_THREAD_START, 2},
    {"__heddle_thread_join", lower_simple, IR_THREAD_JOIN, 1},
    {"__heddle_thread_detach", lower_simple, IR_THREAD_DETACH, 1},
    {"__heddle_thread_end", lower_simple, IR_THREAD_END, 1},
    {"__heddle_thread_self", lower_simple, IR_THREAD_SELF, 0},
    {"__heddle_heap_alloc", lower_heap_alloc, 0, 2},
    {"__heddle_heap_alloc_zeroed", lower_heap_alloc, 1, 2},
    {"__heddle_heap_free", lower_simple, IR_HEAP_FREE, 1},
    {"__heddle_heap_size", lower_simple, IR_HEAP_SIZE, 1},
    {"__heddle_object_limit", lower_object_limit, 0, 0},
    {"__heddle_check_init", lower_simple, IR_CHECK_INIT, 2},
    {"__heddle_lock_taken", lower_simple, IR_LOCK_TAKEN, 1},
    {"__heddle_lock_watched", lower_simple, IR_LOCK_WATCHED, 1},
    {"__heddle_lock_given", lower_simple, IR_LOCK_GIVEN, 1},
    {"__heddle_sync", lower_simple, IR_SYNC, 2},
    {"__heddle_memcpy", lower_copy, IR_MEMCPY, 3},
    {"__heddle_memmove", lower_copy, IR_MEMMOVE, 3},
    {"__heddle_memset", lower_copy, IR_MEMSET, 3},
    {"__heddle_use", lower_use, 0, 1},
    {"__heddle_print", lower_print, 0, IR_PRINT_COUNT},
    {"__heddle_arguments", lower_arguments, 0, 0},
    {"__heddle_loop_bound", lower_simple, IR_SET_LOOP_BOUND, 1},
};

bool builtin_lower(lowering *l, LLVMValueRef call, const char *name)
{
    for (size_t i = 0; i < sizeof BUILTINS / sizeof BUILTINS[0]; i++) {
        const struct builtin *entry = &BUILTINS[i];
        if (strcmp(entry->name, name) != 0)
            continue;
        if (LLVMGetNumArgOperands(call) < entry->arguments)
            return false;
        entry->lower(l, call, entry->detail);
        return true;
    }
    return false;
}
