#include "frontend/intrinsic.h"

enum { FLOAT_BITS = 32, FLOAT_FRACTION = 23, DOUBLE_FRACTION = 52 };

static void lower_function(lowering *l, LLVMValueRef call, int function)
{
    ir_operand a = value_argument(l, call, 0);
    emit(l, (ir_instruction){.op = IR_FUNARY,
                             .width = value_type(l, call).width,
                             .aux = (uint16_t)function,
                             .dst = value_result(l, call, 0),
                             .a = a});
}

/* Rounded twice, as a target without fused operations does it. */
static void lower_multiply_add(lowering *l, LLVMValueRef call, int detail)
{
    (void)detail;
    enum { ADDEND = 2 };
    uint8_t width = value_type(l, call).width;
    ir_operand product = emit_binary(l, IR_FMUL, width, value_argument(l, call, 0), value_argument(l, call, 1));
    ir_operand sum = emit_binary(l, IR_FADD, width, product, value_argument(l, call, ADDEND));
    emit_result(l, value_result(l, call, 0), width, sum);
}

static void lower_fused(lowering *l, LLVMValueRef call, int detail)
{
    (void)detail;
    enum { ADDEND = 2 };
    ir_operand a = value_argument(l, call, 0), b = value_argument(l, call, 1), c = value_argument(l, call, ADDEND);
    emit(
        l,
        (ir_instruction){
            .op = IR_FMA, .width = value_type(l, call).width, .dst = value_result(l, call, 0), .a = a, .b = b, .c = c});
}

static ir_operand compare(lowering *l, uint8_t width, unsigned predicate, ir_operand a, ir_operand b)
{
    ir_register dst = emit_register(l, 1);
    emit(l, (ir_instruction){.op = IR_FCMP, .width = width, .aux = (uint16_t)predicate, .dst = dst, .a = a, .b = b});
    return dst;
}

/* The other operand if one is not a number. */
static void lower_extreme(lowering *l, LLVMValueRef call, int predicate)
{
    uint8_t width = value_type(l, call).width;
    ir_operand a = value_argument(l, call, 0), b = value_argument(l, call, 1);
    ir_operand better = emit_select(l, width, compare(l, width, (unsigned)predicate, a, b), a, b);
    ir_operand b_is_nan = compare(l, width, IR_FCMP_UNORDERED, b, b);
    emit_result(l, value_result(l, call, 0), width, emit_select(l, width, b_is_nan, a, better));
}

static ir_operand sign_mask(lowering *l, uint8_t width)
{
    return emit_constant(l, width, UINT64_C(1) << (width - 1));
}

static ir_operand magnitude(lowering *l, uint8_t width, ir_operand value)
{
    return emit_binary(l, IR_AND, width, value, emit_constant(l, width, (UINT64_C(1) << (width - 1)) - 1));
}

static void lower_copy_sign(lowering *l, LLVMValueRef call, int detail)
{
    (void)detail;
    uint8_t width = value_type(l, call).width;
    ir_operand size = magnitude(l, width, value_argument(l, call, 0));
    ir_operand sign = emit_binary(l, IR_AND, width, value_argument(l, call, 1), sign_mask(l, width));
    emit_result(l, value_result(l, call, 0), width, emit_binary(l, IR_OR, width, size, sign));
}

/* ---- llvm.is.fpclass: is the value in one of the classes of a mask? ---- */

/* As patterns without the sign, the classes of numbers are neighbouring ranges [low, high]. */
typedef struct class_range {
    uint64_t low, high;
    unsigned negative_bit, positive_bit; /* in the mask */
} class_range;

static ir_operand is_in_range(lowering *l, uint8_t width, ir_operand size, const class_range *range)
{
    ir_operand above = emit_compare(l, IR_ULE, width, emit_constant(l, width, range->low), size);
    ir_operand below = emit_compare(l, IR_ULE, width, size, emit_constant(l, width, range->high));
    return emit_binary(l, IR_AND, 1, above, below);
}

static void lower_class_test(lowering *l, LLVMValueRef call, int detail)
{
    (void)detail;
    uint8_t width = value_type(l, LLVMGetOperand(call, 0)).width;
    unsigned mask = (unsigned)LLVMConstIntGetZExtValue(LLVMGetOperand(call, 1));
    unsigned fraction = width == FLOAT_BITS ? FLOAT_FRACTION : DOUBLE_FRACTION;
    uint64_t greatest = (UINT64_C(1) << (width - 1)) - 1;
    uint64_t normal = UINT64_C(1) << fraction, infinity = greatest - normal + 1, quiet = infinity | normal >> 1;
    const class_range ranges[] = {
        {0, 0, 5, 6},
        {1, normal - 1, 4, 7},
        {normal, infinity - 1, 3, 8},
        {infinity, infinity, 2, 9},
        {infinity + 1, quiet - 1, 0, 0},
        {quiet, greatest, 1, 1},
    };
    ir_operand value = value_argument(l, call, 0), size = magnitude(l, width, value);
    ir_operand negative = emit_compare(l, IR_SLT, width, value, emit_constant(l, width, 0));
    ir_operand found = emit_constant(l, 1, 0);
    for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; i++) {
        uint64_t if_negative = mask >> ranges[i].negative_bit & 1, if_positive = mask >> ranges[i].positive_bit & 1;
        if (!if_negative && !if_positive)
            continue;
        ir_operand wanted =
            emit_select(l, 1, negative, emit_constant(l, 1, if_negative), emit_constant(l, 1, if_positive));
        ir_operand here = emit_binary(l, IR_AND, 1, wanted, is_in_range(l, width, size, &ranges[i]));
        found = emit_binary(l, IR_OR, 1, found, here);
    }
    emit_result(l, value_result(l, call, 0), 1, found);
}

const intrinsic intrinsic_float_table[] = {
    {"llvm.fabs", lower_function, IR_F_ABS},
    {"llvm.sqrt", lower_function, IR_F_SQRT},
    {"llvm.floor", lower_function, IR_F_FLOOR},
    {"llvm.ceil", lower_function, IR_F_CEIL},
    {"llvm.trunc", lower_function, IR_F_TRUNC},
    {"llvm.round", lower_function, IR_F_ROUND},
    {"llvm.rint", lower_function, IR_F_RINT},
    {"llvm.nearbyint", lower_function, IR_F_RINT},
    {"llvm.roundeven", lower_function, IR_F_RINT},
    {"llvm.fmuladd", lower_multiply_add, 0},
    {"llvm.fma", lower_fused, 0},
    {"llvm.minnum", lower_extreme, IR_FCMP_LT},
    {"llvm.maxnum", lower_extreme, IR_FCMP_GT},
    {"llvm.copysign", lower_copy_sign, 0},
    {"llvm.is.fpclass", lower_class_test, 0},
    {NULL, NULL, 0},
};
