#include "machine/arith.h"

#include <math.h>

#include "base/libm.h"
#include "base/nan.h"

enum { FLOAT_BITS = 32 };

static arith_bits mask(uint8_t width)
{
    return width >= IR_MAX_WIDTH ? ~(arith_bits)0 : ((arith_bits)1 << width) - 1;
}

static __int128 to_signed(arith_bits value, uint8_t width)
{
    uint32_t unused = IR_MAX_WIDTH - width;
    return (__int128)(value << unused) >> unused;
}

int64_t arith_signed(uint64_t value, uint8_t width)
{
    return (int64_t)to_signed(value, width);
}

static float as_float(arith_bits value)
{
    uint32_t bits = (uint32_t)value;
    float f;
    memcpy(&f, &bits, sizeof f);
    return f;
}

static double as_double(arith_bits value)
{
    uint64_t bits = (uint64_t)value;
    double f;
    memcpy(&f, &bits, sizeof f);
    return f;
}

static arith_bits float_bits(float f)
{
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    return bits;
}

static arith_bits double_bits(double f)
{
    uint64_t bits;
    memcpy(&bits, &f, sizeof bits);
    return bits;
}

static arith_error divide(const ir_instruction *in, arith_bits a, arith_bits b, arith_bits *result)
{
    if (b == 0)
        return ARITH_DIVISION_BY_ZERO;
    if (in->op == IR_UDIV || in->op == IR_UREM) {
        *result = in->op == IR_UDIV ? a / b : a % b;
        return ARITH_OK;
    }
    if (b == mask(in->width) && a == (arith_bits)1 << (in->width - 1))
        return ARITH_DIVISION_OVERFLOW;
    __int128 x = to_signed(a, in->width), y = to_signed(b, in->width);
    *result = (arith_bits)(in->op == IR_SDIV ? x / y : x % y);
    return ARITH_OK;
}

static arith_error shift(const ir_instruction *in, arith_bits a, arith_bits b, arith_bits *result)
{
    if (b >= in->width)
        return ARITH_SHIFT_TOO_FAR;
    uint32_t by = (uint32_t)b;
    if (in->op == IR_SHL)
        *result = a << by;
    else if (in->op == IR_LSHR)
        *result = a >> by;
    else
        *result = (arith_bits)(to_signed(a, in->width) >> by);
    return ARITH_OK;
}

static uint32_t count_leading(arith_bits a, uint8_t width)
{
    uint32_t count = 0;
    while (count < width && !(a >> (width - 1 - count) & 1))
        count++;
    return count;
}

static uint32_t count_trailing(arith_bits a, uint8_t width)
{
    uint32_t count = 0;
    while (count < width && !(a >> count & 1))
        count++;
    return count;
}

/* Reverses groups of `group` bits. */
static arith_bits reverse(arith_bits a, uint8_t width, uint32_t group)
{
    arith_bits result = 0;
    for (uint32_t i = 0; i < width; i += group)
        result = result << group | (a >> i & mask((uint8_t)group));
    return result;
}

static arith_bits count_ones(arith_bits a)
{
    return (arith_bits)(__builtin_popcountll((uint64_t)a) + __builtin_popcountll((uint64_t)(a >> IR_SLOT_BITS)));
}

static double apply_double(uint16_t function, double x)
{
    switch ((ir_float_function)function) {
    case IR_F_ABS:
        return fabs(x);
    case IR_F_SQRT:
        return sqrt(x);
    case IR_F_FLOOR:
        return floor(x);
    case IR_F_CEIL:
        return ceil(x);
    case IR_F_TRUNC:
        return trunc(x);
    case IR_F_ROUND:
        return round(x);
    case IR_F_RINT:
        return rint(x);
    }
    return x;
}

static double binary_double(ir_op op, double x, double y)
{
    switch (op) {
    case IR_FADD:
        return x + y;
    case IR_FSUB:
        return x - y;
    case IR_FMUL:
        return x * y;
    case IR_FDIV:
        return x / y;
    default:
        return fmod(x, y);
    }
}

static float binary_float(ir_op op, float x, float y)
{
    switch (op) {
    case IR_FADD:
        return x + y;
    case IR_FSUB:
        return x - y;
    case IR_FMUL:
        return x * y;
    case IR_FDIV:
        return x / y;
    default:
        return fmodf(x, y);
    }
}

static arith_bits compare_floats(uint16_t predicate, double x, double y)
{
    if (isunordered(x, y))
        return (predicate & IR_FCMP_UNORDERED) != 0;
    return ((predicate & IR_FCMP_EQ) && x == y) || ((predicate & IR_FCMP_LT) && x < y) ||
           ((predicate & IR_FCMP_GT) && x > y);
}

static double widen(arith_bits a, uint16_t width)
{
    return width == FLOAT_BITS ? (double)as_float(a) : as_double(a);
}

/* Float to integer, exact about the range: it fits if its integral part does. */
static arith_error float_to_integer(const ir_instruction *in, arith_bits a, arith_bits *result)
{
    double x = trunc(widen(a, in->aux));
    double above = ldexp(1, in->op == IR_FPTOUI ? in->width : in->width - 1);
    double below = in->op == IR_FPTOUI ? 0 : -above;
    if (isnan(x) || x >= above || x < below)
        return ARITH_CONVERSION_RANGE;
    *result = in->op == IR_FPTOUI ? (arith_bits)x : (arith_bits)(__int128)x;
    return ARITH_OK;
}

static arith_bits integer_to_float(const ir_instruction *in, arith_bits a)
{
    __int128 x = to_signed(a, (uint8_t)in->aux);
    if (in->width == FLOAT_BITS)
        return float_bits(in->op == IR_UITOFP ? (float)a : (float)x);
    return double_bits(in->op == IR_UITOFP ? (double)a : (double)x);
}

static arith_bits float_binary(const ir_instruction *in, arith_bits a, arith_bits b)
{
    arith_bits result = in->width == FLOAT_BITS ? float_bits(binary_float(in->op, as_float(a), as_float(b)))
                                                : double_bits(binary_double(in->op, as_double(a), as_double(b)));
    return nan_settle(in->width, (uint64_t)result, (uint64_t[]){(uint64_t)a, (uint64_t)b}, 2);
}

static arith_bits float_fused(uint8_t width, arith_bits a, arith_bits b, arith_bits c)
{
    arith_bits result = width == FLOAT_BITS ? float_bits(fmaf(as_float(a), as_float(b), as_float(c)))
                                            : double_bits(fma(as_double(a), as_double(b), as_double(c)));
    return nan_settle(width, (uint64_t)result, (uint64_t[]){(uint64_t)a, (uint64_t)b, (uint64_t)c}, 3);
}

/* A float's functions are computed as double and rounded once: exact for all of them but sqrt, for which double
 * has more than twice the precision needed, so that the second rounding does no harm. */
static arith_bits float_function(const ir_instruction *in, arith_bits a)
{
    arith_bits result = in->width == FLOAT_BITS ? float_bits((float)apply_double(in->aux, as_float(a)))
                                                : double_bits(apply_double(in->aux, as_double(a)));
    return nan_settle(in->width, (uint64_t)result, (uint64_t[]){(uint64_t)a}, 1);
}

static arith_bits float_libm(const ir_instruction *in, arith_bits a, arith_bits b)
{
    libm_function function = (libm_function)(in->aux & ~(unsigned)IR_LIBM_ERROR);
    return (in->aux & IR_LIBM_ERROR ? libm_error : libm_apply)(function, in->width, (uint64_t)a, (uint64_t)b);
}

arith_error arith_evaluate(const ir_instruction *in, arith_bits a, arith_bits b, arith_bits c, arith_bits *result)
{
    uint8_t width = in->width;
    arith_error error = ARITH_OK;
    arith_bits r = 0;
    switch (in->op) {
    case IR_MOV:
    case IR_ZEXT:
    case IR_TRUNC:
        r = a;
        break;
    case IR_SEXT:
        r = (arith_bits)to_signed(a, (uint8_t)in->aux);
        break;
    case IR_ADD:
        r = a + b;
        break;
    case IR_SUB:
        r = a - b;
        break;
    case IR_MUL:
        r = a * b;
        break;
    case IR_UDIV:
    case IR_SDIV:
    case IR_UREM:
    case IR_SREM:
        error = divide(in, a, b, &r);
        break;
    case IR_AND:
        r = a & b;
        break;
    case IR_OR:
        r = a | b;
        break;
    case IR_XOR:
        r = a ^ b;
        break;
    case IR_SHL:
    case IR_LSHR:
    case IR_ASHR:
        error = shift(in, a, b, &r);
        break;
    case IR_EQ:
        r = a == b;
        break;
    case IR_NE:
        r = a != b;
        break;
    case IR_ULT:
        r = a < b;
        break;
    case IR_ULE:
        r = a <= b;
        break;
    case IR_SLT:
        r = to_signed(a, width) < to_signed(b, width);
        break;
    case IR_SLE:
        r = to_signed(a, width) <= to_signed(b, width);
        break;
    case IR_CTPOP:
        r = count_ones(a);
        break;
    case IR_CTLZ:
        r = count_leading(a, width);
        break;
    case IR_CTTZ:
        r = count_trailing(a, width);
        break;
    case IR_BSWAP:
        r = reverse(a, width, 8);
        break;
    case IR_BITREVERSE:
        r = reverse(a, width, 1);
        break;
    case IR_FPEXT:
        r = double_bits((double)as_float(a));
        break;
    case IR_FPTRUNC:
        r = float_bits((float)as_double(a));
        break;
    case IR_FPTOUI:
    case IR_FPTOSI:
        error = float_to_integer(in, a, &r);
        break;
    case IR_UITOFP:
    case IR_SITOFP:
        r = integer_to_float(in, a);
        break;
    case IR_FADD:
    case IR_FSUB:
    case IR_FMUL:
    case IR_FDIV:
    case IR_FREM:
        r = float_binary(in, a, b);
        break;
    case IR_FMA:
        r = float_fused(width, a, b, c);
        break;
    case IR_FLIBM:
        r = float_libm(in, a, b);
        break;
    case IR_FNEG:
        r = a ^ (arith_bits)1 << (width - 1);
        break;
    case IR_FUNARY:
        r = in->aux == IR_F_ABS ? a & mask(width - 1) : float_function(in, a);
        break;
    case IR_FCMP:
        r = compare_floats(in->aux, widen(a, width), widen(b, width));
        break;
    case IR_SELECT:
        r = a ? b : c;
        break;
    default:
        assert(!"an instruction that only computes");
        break;
    }
    *result = r & mask(width);
    return error;
}

uint64_t arith_rmw(ir_rmw operation, uint8_t width, uint64_t old, uint64_t operand)
{
    int64_t x = arith_signed(old, width), y = arith_signed(operand, width);
    ir_instruction in = {.width = width};
    arith_bits sum = 0;
    switch (operation) {
    case IR_RMW_XCHG:
        return operand;
    case IR_RMW_ADD:
        return (old + operand) & ir_mask(width);
    case IR_RMW_SUB:
        return (old - operand) & ir_mask(width);
    case IR_RMW_AND:
        return old & operand;
    case IR_RMW_NAND:
        return ~(old & operand) & ir_mask(width);
    case IR_RMW_OR:
        return old | operand;
    case IR_RMW_XOR:
        return old ^ operand;
    case IR_RMW_MAX:
        return x > y ? old : operand;
    case IR_RMW_MIN:
        return x < y ? old : operand;
    case IR_RMW_UMAX:
        return old > operand ? old : operand;
    case IR_RMW_UMIN:
        return old < operand ? old : operand;
    case IR_RMW_FADD:
    case IR_RMW_FSUB:
        in.op = operation == IR_RMW_FADD ? IR_FADD : IR_FSUB;
        arith_evaluate(&in, old, operand, 0, &sum);
        return (uint64_t)sum;
    }
    return operand;
}

const char *arith_error_text(arith_error error)
{
    switch (error) {
    case ARITH_DIVISION_BY_ZERO:
        return "division by zero";
    case ARITH_DIVISION_OVERFLOW:
        return "overflow in division: the smallest value divided by -1";
    case ARITH_SHIFT_TOO_FAR:
        return "shift by at least the width of the type";
    case ARITH_CONVERSION_RANGE:
        return "a floating-point value does not fit the integer type it is converted to";
    case ARITH_OK:
        break;
    }
    return "";
}
