#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/nan.h"
#include "term/table.h"

enum { FLOAT_BITS = 32, DOUBLE_BITS = 64 };

static float to_float(term_value bits)
{
    uint32_t word = (uint32_t)bits;
    float number;
    memcpy(&number, &word, sizeof number);
    return number;
}

static term_value from_float(float number)
{
    uint32_t word;
    memcpy(&word, &number, sizeof word);
    return word;
}

static double to_double(term_value bits)
{
    uint64_t word = (uint64_t)bits;
    double number;
    memcpy(&number, &word, sizeof number);
    return number;
}

static term_value from_double(double number)
{
    uint64_t word;
    memcpy(&word, &number, sizeof word);
    return word;
}

static float arithmetic_float(term_op op, float a, float b)
{
    switch (op) {
    case TERM_FADD:
        return a + b;
    case TERM_FSUB:
        return a - b;
    case TERM_FMUL:
        return a * b;
    case TERM_FDIV:
        return a / b;
    default:
        return fmodf(a, b);
    }
}

static double arithmetic_double(term_op op, double a, double b)
{
    switch (op) {
    case TERM_FADD:
        return a + b;
    case TERM_FSUB:
        return a - b;
    case TERM_FMUL:
        return a * b;
    case TERM_FDIV:
        return a / b;
    default:
        return fmod(a, b);
    }
}

static float unary_float(term_float_function function, float a)
{
    switch (function) {
    case TERM_F_SQRT:
        return sqrtf(a);
    case TERM_F_FLOOR:
        return floorf(a);
    case TERM_F_CEIL:
        return ceilf(a);
    case TERM_F_TRUNC:
        return truncf(a);
    case TERM_F_ROUND:
        return roundf(a);
    default:
        return rintf(a);
    }
}

static double unary_double(term_float_function function, double a)
{
    switch (function) {
    case TERM_F_SQRT:
        return sqrt(a);
    case TERM_F_FLOOR:
        return floor(a);
    case TERM_F_CEIL:
        return ceil(a);
    case TERM_F_TRUNC:
        return trunc(a);
    case TERM_F_ROUND:
        return round(a);
    default:
        return rint(a);
    }
}

/* Every float is a double, and conversion to an integer is exact on the integral part: one path serves both. */
static term_value to_integer(bool is_signed, uint32_t width, double number)
{
    double integral = trunc(number);
    if (is_signed) {
        double limit = ldexp(1, (int)width - 1);
        return integral >= -limit && integral < limit ? (term_value)(value_signed)integral : 0;
    }
    return integral >= 0 && integral < ldexp(1, (int)width) ? (term_value)integral : 0;
}

/* Straight from the integer to the result: going through double would round twice. */
static term_value from_integer(bool is_signed, uint32_t width, uint32_t child_width, term_value a)
{
    if (width == FLOAT_BITS)
        return from_float(is_signed ? (float)value_to_signed(child_width, a) : (float)a);
    return from_double(is_signed ? (double)value_to_signed(child_width, a) : (double)a);
}

static term_value fuse(uint32_t width, term_value a, term_value b, term_value c)
{
    return width == FLOAT_BITS ? from_float(fmaf(to_float(a), to_float(b), to_float(c)))
                               : from_double(fma(to_double(a), to_double(b), to_double(c)));
}

/* The operations whose operands are as wide as the result, but for the choice of NaNs. */
static term_value compute(term_op op, uint32_t width, uint32_t aux, term_value a, term_value b, term_value c)
{
    if (op == TERM_FLIBM)
        return (aux % 2 ? libm_error : libm_apply)((libm_function)(aux / 2), width, (uint64_t)a, (uint64_t)b);
    if (op == TERM_FMA)
        return fuse(width, a, b, c);
    if (op == TERM_FUNARY)
        return width == FLOAT_BITS ? from_float(unary_float((term_float_function)aux, to_float(a)))
                                   : from_double(unary_double((term_float_function)aux, to_double(a)));
    return width == FLOAT_BITS ? from_float(arithmetic_float(op, to_float(a), to_float(b)))
                               : from_double(arithmetic_double(op, to_double(a), to_double(b)));
}

term_value value_apply_float(term_op op, uint32_t width, uint32_t child_width, uint32_t aux, term_value a, term_value b,
                             term_value c)
{
    switch (op) {
    case TERM_FPEXT:
        return width == child_width ? a : from_double((double)to_float(a));
    case TERM_FPTRUNC:
        return width == child_width ? a : from_float((float)to_double(a));
    case TERM_FPTOUI:
    case TERM_FPTOSI:
        return to_integer(op == TERM_FPTOSI, width, child_width == FLOAT_BITS ? (double)to_float(a) : to_double(a));
    case TERM_UITOFP:
    case TERM_SITOFP:
        return from_integer(op == TERM_SITOFP, width, child_width, a);
    default:
        assert(op >= TERM_FADD);
        const uint64_t operands[] = {(uint64_t)a, (uint64_t)b, (uint64_t)c};
        uint32_t count = term_op_arity(op);
        if (count > sizeof operands / sizeof *operands)
            count = 0; /* there is none with more */
        return nan_settle(width, (uint64_t)compute(op, width, aux, a, b, c), operands, count);
    }
}
