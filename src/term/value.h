/* Numbers modulo 2^width, and what each operation does to them. A value of some width has no bits above it. */
#ifndef HEDDLE_TERM_VALUE_H
#define HEDDLE_TERM_VALUE_H

#include "term/term.h"

__extension__ typedef __int128 value_signed;

static inline term_value value_mask(uint32_t width)
{
    return width >= TERM_MAX_WIDTH ? ~(term_value)0 : ((term_value)1 << width) - 1;
}

static inline bool value_bit(term_value value, uint32_t index)
{
    return (value >> index) & 1;
}

static inline term_value value_power_of_two(uint32_t exponent)
{
    return (term_value)1 << exponent;
}

/* The signed number that `value` stands for, in two's complement. */
static inline value_signed value_to_signed(uint32_t width, term_value value)
{
    if (value_bit(value, width - 1))
        value |= ~value_mask(width);
    return (value_signed)value;
}

/* Number of the highest one plus 1; 0 for 0. */
uint32_t value_length(term_value value);
uint32_t value_trailing_zeros(term_value value);
/* For odd values: the x with value * x == 1 modulo 2^128. */
term_value value_inverse(term_value odd);

/* The result of `op` of `width` bits on children of `child_width` bits (the width of the last child). */
term_value value_apply(term_op op, uint32_t width, uint32_t child_width, uint32_t aux, term_value a, term_value b,
                       term_value c);
/* The part of value_apply that is floating point. */
term_value value_apply_float(term_op op, uint32_t width, uint32_t child_width, uint32_t aux, term_value a, term_value b,
                             term_value c);

#endif
