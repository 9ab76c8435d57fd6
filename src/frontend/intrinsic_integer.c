#include "frontend/intrinsic.h"

static ir_operand all_ones(lowering *l, uint8_t width)
{
    return ir_constant(l->program, width, UINT64_MAX, UINT64_MAX);
}

static ir_operand smallest(lowering *l, uint8_t width)
{
    unsigned top = width - 1u;
    return top < IR_SLOT_BITS ? ir_constant(l->program, width, UINT64_C(1) << top, 0)
                              : ir_constant(l->program, width, 0, UINT64_C(1) << (top - IR_SLOT_BITS));
}

static ir_operand is_negative(lowering *l, uint8_t width, ir_operand value)
{
    return emit_compare(l, IR_SLT, width, value, emit_constant(l, width, 0));
}

/* The value that a signed result sticks at: the smallest if `like` is negative, else the largest. */
static ir_operand limit_like(lowering *l, uint8_t width, ir_operand like)
{
    ir_operand least = smallest(l, width);
    ir_operand greatest = emit_binary(l, IR_SUB, width, least, emit_constant(l, width, 1));
    return emit_select(l, width, is_negative(l, width, like), least, greatest);
}

static void lower_unary(lowering *l, LLVMValueRef call, int op)
{
    ir_operand a = value_argument(l, call, 0);
    emit(l, (ir_instruction){
                .op = (uint8_t)op, .width = value_type(l, call).width, .dst = value_result(l, call, 0), .a = a});
}

static void lower_abs(lowering *l, LLVMValueRef call, int detail)
{
    (void)detail;
    uint8_t width = value_type(l, call).width;
    ir_operand a = value_argument(l, call, 0);
    ir_operand negated = emit_binary(l, IR_SUB, width, emit_constant(l, width, 0), a);
    emit_result(l, value_result(l, call, 0), width, emit_select(l, width, is_negative(l, width, a), negated, a));
}

typedef enum extreme { SIGNED_MAX, SIGNED_MIN, UNSIGNED_MAX, UNSIGNED_MIN } extreme;

static void lower_extreme(lowering *l, LLVMValueRef call, int which)
{
    uint8_t width = value_type(l, call).width;
    ir_operand a = value_argument(l, call, 0), b = value_argument(l, call, 1);
    bool is_signed = which == SIGNED_MAX || which == SIGNED_MIN;
    bool is_max = which == SIGNED_MAX || which == UNSIGNED_MAX;
    ir_operand less = emit_compare(l, is_signed ? IR_SLT : IR_ULT, width, a, b);
    emit_result(l, value_result(l, call, 0), width, emit_select(l, width, less, is_max ? b : a, is_max ? a : b));
}

/* Shifts two values as one of double width; `detail` is IR_SHL to keep the upper half, IR_LSHR for the lower. */
static void lower_funnel(lowering *l, LLVMValueRef call, int detail)
{
    enum { AMOUNT = 2 };
    uint8_t width = value_type(l, call).width;
    ir_operand high = value_argument(l, call, 0), low = value_argument(l, call, 1);
    ir_operand bits = ir_constant(l->program, width, width, 0);
    ir_operand amount = emit_binary(l, IR_UREM, width, value_argument(l, call, AMOUNT), bits);
    ir_operand rest = emit_binary(l, IR_UREM, width, emit_binary(l, IR_SUB, width, bits, amount), bits);
    ir_operand left = emit_binary(l, IR_SHL, width, high, detail == IR_SHL ? amount : rest);
    ir_operand right = emit_binary(l, IR_LSHR, width, low, detail == IR_SHL ? rest : amount);
    ir_operand both = emit_binary(l, IR_OR, width, left, right);
    ir_operand is_zero = emit_compare(l, IR_EQ, width, amount, emit_constant(l, width, 0));
    emit_result(l, value_result(l, call, 0), width,
                emit_select(l, width, is_zero, detail == IR_SHL ? high : low, both));
}

/* ---- overflow ---- */

typedef enum checked { SIGNED_ADD, UNSIGNED_ADD, SIGNED_SUB, UNSIGNED_SUB, SIGNED_MUL, UNSIGNED_MUL } checked;

/* A signed sum has overflowed if both operands have another sign than it. */
static ir_operand sign_differs_from_both(lowering *l, uint8_t width, ir_operand a, ir_operand b, ir_operand result)
{
    ir_operand one = emit_binary(l, IR_XOR, width, a, result), other = emit_binary(l, IR_XOR, width, b, result);
    return is_negative(l, width, emit_binary(l, IR_AND, width, one, other));
}

static ir_operand checked_sum(lowering *l, checked kind, uint8_t width, ir_operand a, ir_operand b, ir_operand *result)
{
    bool is_sum = kind == SIGNED_ADD || kind == UNSIGNED_ADD;
    *result = emit_binary(l, is_sum ? IR_ADD : IR_SUB, width, a, b);
    switch (kind) {
    case SIGNED_ADD:
        return sign_differs_from_both(l, width, a, b, *result);
    case UNSIGNED_ADD:
        return emit_compare(l, IR_ULT, width, *result, a);
    case SIGNED_SUB: /* a = b + result */
        return sign_differs_from_both(l, width, b, *result, a);
    default:
        return emit_compare(l, IR_ULT, width, a, b);
    }
}

/* Through a product of double width. */
static ir_operand checked_product(lowering *l, bool is_signed, uint8_t width, ir_operand a, ir_operand b,
                                  ir_operand *result)
{
    uint8_t twice = (uint8_t)(2 * width);
    ir_operand left = emit_resized(l, width, twice, is_signed, a), right = emit_resized(l, width, twice, is_signed, b);
    ir_operand product = emit_binary(l, IR_MUL, twice, left, right);
    *result = emit_resized(l, twice, width, false, product);
    return emit_compare(l, IR_NE, twice, product, emit_resized(l, width, twice, is_signed, *result));
}

static void lower_checked(lowering *l, LLVMValueRef call, int kind)
{
    uint8_t width = value_type(l, LLVMGetOperand(call, 0)).width;
    bool is_product = kind == SIGNED_MUL || kind == UNSIGNED_MUL;
    if (is_product && width > IR_SLOT_BITS) {
        emit_unsupported(l, "multiplication of %u bits with a check for overflow", width);
        value_set_any(l, call);
        return;
    }
    ir_operand a = value_argument(l, call, 0), b = value_argument(l, call, 1), result;
    ir_operand overflow = is_product ? checked_product(l, kind == SIGNED_MUL, width, a, b, &result)
                                     : checked_sum(l, (checked)kind, width, a, b, &result);
    emit_result(l, value_result(l, call, 0), width, result);
    emit_result(l, value_result(l, call, 1), 1, overflow);
}

static void lower_saturating(lowering *l, LLVMValueRef call, int kind)
{
    uint8_t width = value_type(l, call).width;
    ir_operand a = value_argument(l, call, 0), b = value_argument(l, call, 1), result;
    ir_operand overflow = checked_sum(l, (checked)kind, width, a, b, &result);
    ir_operand limit = kind == UNSIGNED_ADD   ? all_ones(l, width)
                       : kind == UNSIGNED_SUB ? emit_constant(l, width, 0)
                                              : limit_like(l, width, a);
    emit_result(l, value_result(l, call, 0), width, emit_select(l, width, overflow, limit, result));
}

/* `detail` is the shift that undoes it where no bit is lost. */
static void lower_saturating_shift(lowering *l, LLVMValueRef call, int detail)
{
    uint8_t width = value_type(l, call).width;
    ir_operand a = value_argument(l, call, 0), amount = value_argument(l, call, 1);
    ir_operand result = emit_binary(l, IR_SHL, width, a, amount);
    ir_operand back = emit_binary(l, (ir_op)detail, width, result, amount);
    ir_operand lost = emit_compare(l, IR_NE, width, back, a);
    ir_operand limit = detail == IR_LSHR ? all_ones(l, width) : limit_like(l, width, a);
    emit_result(l, value_result(l, call, 0), width, emit_select(l, width, lost, limit, result));
}

const intrinsic intrinsic_integer_table[] = {
    {"llvm.ctpop", lower_unary, IR_CTPOP},
    {"llvm.ctlz", lower_unary, IR_CTLZ},
    {"llvm.cttz", lower_unary, IR_CTTZ},
    {"llvm.bswap", lower_unary, IR_BSWAP},
    {"llvm.bitreverse", lower_unary, IR_BITREVERSE},
    {"llvm.abs", lower_abs, 0},
    {"llvm.smax", lower_extreme, SIGNED_MAX},
    {"llvm.smin", lower_extreme, SIGNED_MIN},
    {"llvm.umax", lower_extreme, UNSIGNED_MAX},
    {"llvm.umin", lower_extreme, UNSIGNED_MIN},
    {"llvm.fshl", lower_funnel, IR_SHL},
    {"llvm.fshr", lower_funnel, IR_LSHR},
    {"llvm.sadd.with.overflow", lower_checked, SIGNED_ADD},
    {"llvm.uadd.with.overflow", lower_checked, UNSIGNED_ADD},
    {"llvm.ssub.with.overflow", lower_checked, SIGNED_SUB},
    {"llvm.usub.with.overflow", lower_checked, UNSIGNED_SUB},
    {"llvm.smul.with.overflow", lower_checked, SIGNED_MUL},
    {"llvm.umul.with.overflow", lower_checked, UNSIGNED_MUL},
    {"llvm.sadd.sat", lower_saturating, SIGNED_ADD},
    {"llvm.uadd.sat", lower_saturating, UNSIGNED_ADD},
    {"llvm.ssub.sat", lower_saturating, SIGNED_SUB},
    {"llvm.usub.sat", lower_saturating, UNSIGNED_SUB},
    {"llvm.sshl.sat", lower_saturating_shift, IR_ASHR},
    {"llvm.ushl.sat", lower_saturating_shift, IR_LSHR},
    {NULL, NULL, 0},
};
