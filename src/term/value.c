#include "term/value.h"

#include <assert.h>

enum { HALF_BITS = 64 };

uint32_t value_length(term_value value)
{
    uint64_t high = (uint64_t)(value >> HALF_BITS), low = (uint64_t)value;
    if (high)
        return 2 * HALF_BITS - (uint32_t)__builtin_clzll(high);
    return low ? HALF_BITS - (uint32_t)__builtin_clzll(low) : 0;
}

uint32_t value_trailing_zeros(term_value value)
{
    assert(value != 0);
    uint64_t high = (uint64_t)(value >> HALF_BITS), low = (uint64_t)value;
    return low ? (uint32_t)__builtin_ctzll(low) : HALF_BITS + (uint32_t)__builtin_ctzll(high);
}

/* Newton's iteration doubles the number of correct low bits; odd * odd == 1 modulo 8 starts it with three. */
term_value value_inverse(term_value odd)
{
    enum { STEPS = 6 };
    assert(odd & 1);
    term_value inverse = odd;
    for (int step = 0; step < STEPS; step++)
        inverse *= 2 - odd * inverse;
    return inverse;
}

static term_value magnitude(uint32_t width, term_value a)
{
    return value_bit(a, width - 1) ? -a & value_mask(width) : a;
}

static term_value divide(uint32_t width, term_value a, term_value b)
{
    return b ? a / b : value_mask(width);
}

static term_value divide_signed(uint32_t width, term_value a, term_value b)
{
    term_value quotient = divide(width, magnitude(width, a), magnitude(width, b));
    return value_bit(a, width - 1) != value_bit(b, width - 1) ? -quotient : quotient;
}

static term_value remainder_signed(uint32_t width, term_value a, term_value b)
{
    term_value divisor = magnitude(width, b), rest = magnitude(width, a);
    if (divisor)
        rest %= divisor;
    return value_bit(a, width - 1) ? -rest : rest;
}

static term_value shift_right_signed(uint32_t width, term_value a, term_value b)
{
    if (b >= width)
        b = width - 1;
    return (term_value)(value_to_signed(width, a) >> (uint32_t)b);
}

term_value value_apply(term_op op, uint32_t width, uint32_t child_width, uint32_t aux, term_value a, term_value b,
                       term_value c)
{
    term_value result = 0;
    switch (op) {
    case TERM_NOT:
        result = ~a;
        break;
    case TERM_NEG:
        result = -a;
        break;
    case TERM_AND:
        result = a & b;
        break;
    case TERM_XOR:
        result = a ^ b;
        break;
    case TERM_ADD:
        result = a + b;
        break;
    case TERM_MUL:
        result = a * b;
        break;
    case TERM_UDIV:
        result = divide(width, a, b);
        break;
    case TERM_UREM:
        result = b ? a % b : a;
        break;
    case TERM_SDIV:
        result = divide_signed(width, a, b);
        break;
    case TERM_SREM:
        result = remainder_signed(width, a, b);
        break;
    case TERM_SHL:
        result = b < width ? a << (uint32_t)b : 0;
        break;
    case TERM_LSHR:
        result = b < width ? a >> (uint32_t)b : 0;
        break;
    case TERM_ASHR:
        result = shift_right_signed(width, a, b);
        break;
    case TERM_EQ:
        result = a == b;
        break;
    case TERM_ULT:
        result = a < b;
        break;
    case TERM_SLT:
        result = value_to_signed(child_width, a) < value_to_signed(child_width, b);
        break;
    case TERM_ITE:
        result = a ? b : c;
        break;
    case TERM_CONCAT:
        result = a << child_width | b;
        break;
    case TERM_EXTRACT:
        result = a >> aux;
        break;
    case TERM_SEXT:
        result = (term_value)value_to_signed(child_width, a);
        break;
    default:
        result = value_apply_float(op, width, child_width, aux, a, b, c);
        break;
    }
    return result & value_mask(width);
}
