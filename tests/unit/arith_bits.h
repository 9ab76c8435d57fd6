/* Arithmetic by hand, bit by bit, as a definition to test instructions that compute against; and the checking of one
 * such instruction. */
#ifndef HEDDLE_TESTS_ARITH_BITS_H
#define HEDDLE_TESTS_ARITH_BITS_H

#include "ir_build.h"

#include "base/random.h"
#include "machine/arith.h"

enum { BITS = IR_MAX_WIDTH, RANDOM_ROUNDS = 400 };

/* A number of `width` bits, lowest first. */
typedef struct bits {
    uint8_t width;
    bool at[BITS];
} bits;

static inline bits bits_of(arith_bits value, uint8_t width)
{
    bits b = {.width = width};
    for (uint8_t i = 0; i < width; i++)
        b.at[i] = value >> i & 1;
    return b;
}

static inline arith_bits value_of(const bits *b)
{
    arith_bits value = 0;
    for (uint8_t i = 0; i < b->width; i++)
        value |= (arith_bits)b->at[i] << i;
    return value;
}

/* ---- arithmetic by hand ---- */

static inline bits add_with_carry(bits a, bits b, bool carry)
{
    bits sum = {.width = a.width};
    for (uint8_t i = 0; i < a.width; i++) {
        int column = a.at[i] + b.at[i] + carry;
        sum.at[i] = column & 1;
        carry = column > 1;
    }
    return sum;
}

static inline bits complement(bits a)
{
    for (uint8_t i = 0; i < a.width; i++)
        a.at[i] = !a.at[i];
    return a;
}

static inline bits subtract(bits a, bits b)
{
    return add_with_carry(a, complement(b), true);
}

static inline bits negate(bits a)
{
    return subtract((bits){.width = a.width}, a);
}

static inline bool is_negative(const bits *a)
{
    return a->at[a->width - 1];
}

static inline bool is_zero(const bits *a)
{
    for (uint8_t i = 0; i < a->width; i++)
        if (a->at[i])
            return false;
    return true;
}

static inline bool is_less(const bits *a, const bits *b)
{
    for (uint8_t i = a->width; i-- > 0;)
        if (a->at[i] != b->at[i])
            return b->at[i];
    return false;
}

static inline bool is_less_signed(const bits *a, const bits *b)
{
    return is_negative(a) != is_negative(b) ? is_negative(a) : is_less(a, b);
}

static inline bits shifted_left(bits a, uint32_t by, bool lowest)
{
    bits result = {.width = a.width};
    for (uint32_t i = 0; i < a.width; i++)
        result.at[i] = i < by ? lowest : a.at[i - by];
    return result;
}

static inline bits shifted_right(bits a, uint32_t by, bool fill)
{
    bits result = {.width = a.width};
    for (uint32_t i = 0; i < a.width; i++)
        result.at[i] = i + by < a.width ? a.at[i + by] : fill;
    return result;
}

static inline bits multiply(bits a, bits b)
{
    bits product = {.width = a.width};
    for (uint8_t i = 0; i < a.width; i++)
        if (b.at[i])
            product = add_with_carry(product, shifted_left(a, i, false), false);
    return product;
}

/* As in school, digit by digit from the left; b is not zero. */
static inline bits divide(bits a, bits b, bits *remainder)
{
    bits quotient = {.width = a.width}, rest = {.width = a.width};
    for (uint8_t i = a.width; i-- > 0;) {
        bool is_long = is_negative(&rest);
        rest = shifted_left(rest, 1, a.at[i]);
        if (is_long || !is_less(&rest, &b)) {
            rest = subtract(rest, b);
            quotient.at[i] = true;
        }
    }
    *remainder = rest;
    return quotient;
}

/* Rounds to zero; the remainder has the sign of a. */
static inline bits divide_signed(bits a, bits b, bits *remainder)
{
    bits quotient = divide(is_negative(&a) ? negate(a) : a, is_negative(&b) ? negate(b) : b, remainder);
    if (is_negative(&a))
        *remainder = negate(*remainder);
    return is_negative(&a) != is_negative(&b) ? negate(quotient) : quotient;
}

static inline uint32_t count_ones(const bits *a)
{
    uint32_t count = 0;
    for (uint8_t i = 0; i < a->width; i++)
        count += a->at[i];
    return count;
}

static inline uint32_t highest_one(const bits *a)
{
    for (uint8_t i = a->width; i-- > 0;)
        if (a->at[i])
            return i;
    return UINT32_MAX;
}

static inline uint32_t lowest_one(const bits *a)
{
    uint32_t i = 0;
    while (i < a->width && !a->at[i])
        i++;
    return i;
}

/* The low bits of the value. */
static inline arith_bits cut(arith_bits value, uint8_t width)
{
    bits b = bits_of(value, width);
    return value_of(&b);
}

/* Often an extreme value, or a small one, or one with few bits. */
static inline arith_bits interesting(uint8_t width, random_source *random)
{
    arith_bits word = (arith_bits)random_word(random) << 64 | random_word(random), one = 1;
    switch (random_below(random, 6)) {
    case 0:
        return cut(one << random_below(random, width), width);
    case 1:
        return cut((one << random_below(random, width)) - 1, width);
    case 2:
        return cut(-(one << random_below(random, width)), width);
    case 3:
        return cut(random_below(random, 2 * (uint64_t)width), width);
    case 4:
        return cut(word >> random_below(random, BITS), width);
    default:
        return cut(word, width);
    }
}

/* ---- checking ---- */

static inline void complain(const ir_instruction *in, arith_bits a, arith_bits b, arith_bits result, arith_error error)
{
    fail_msg("%s width %u aux %u of 0x%llx%016llx, 0x%llx%016llx gives 0x%llx%016llx, error %d",
             ir_op_name((ir_op)in->op), in->width, in->aux, (unsigned long long)(a >> 64), (unsigned long long)a,
             (unsigned long long)(b >> 64), (unsigned long long)b, (unsigned long long)(result >> 64),
             (unsigned long long)result, (int)error);
}

static inline void check(ir_instruction in, arith_bits a, arith_bits b, arith_error error, arith_bits expected)
{
    arith_bits result = 0;
    arith_error got = arith_evaluate(&in, a, b, 0, &result);
    if (got != error || (error == ARITH_OK && result != expected))
        complain(&in, a, b, result, got);
}

static inline ir_instruction instruction(ir_op op, uint8_t width, uint16_t aux)
{
    return (ir_instruction){.op = (uint8_t)op, .width = width, .aux = aux};
}

#endif
