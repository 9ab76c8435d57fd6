/* Bit-vector operations by schoolbook methods on arrays of bits: what the terms are tested against. Shares no code and
 * no idea with them; slow and plain. */
#ifndef HEDDLE_TESTS_TERM_NAIVE_H
#define HEDDLE_TESTS_TERM_NAIVE_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/random.h"
#include "term/term.h"

typedef struct naive {
    uint32_t width;
    bool bit[TERM_MAX_WIDTH]; /* bit[0] is the lowest */
} naive;

static inline naive naive_from(uint32_t width, term_value value)
{
    naive result = {.width = width};
    for (uint32_t i = 0; i < width; i++)
        result.bit[i] = value >> i & 1;
    return result;
}

static inline term_value naive_to(const naive *a)
{
    term_value value = 0;
    for (uint32_t i = a->width; i-- > 0;)
        value = value << 1 | a->bit[i];
    return value;
}

static inline naive naive_truth(bool truth)
{
    return naive_from(1, truth);
}

static inline naive naive_not(naive a)
{
    for (uint32_t i = 0; i < a.width; i++)
        a.bit[i] = !a.bit[i];
    return a;
}

static inline naive naive_add(naive a, naive b, bool carry)
{
    for (uint32_t i = 0; i < a.width; i++) {
        int sum = a.bit[i] + b.bit[i] + carry;
        a.bit[i] = sum & 1;
        carry = sum >= 2;
    }
    return a;
}

static inline naive naive_neg(naive a)
{
    return naive_add(naive_not(a), naive_from(a.width, 0), true);
}

static inline naive naive_sub(naive a, naive b)
{
    return naive_add(a, naive_not(b), true);
}

/* One step to the left, `in` enters at the low end. */
static inline naive naive_push(naive a, bool in)
{
    memmove(a.bit + 1, a.bit, a.width - 1);
    a.bit[0] = in;
    return a;
}

static inline naive naive_pull(naive a, bool in)
{
    memmove(a.bit, a.bit + 1, a.width - 1);
    a.bit[a.width - 1] = in;
    return a;
}

static inline naive naive_mul(naive a, naive b)
{
    naive sum = naive_from(a.width, 0);
    for (uint32_t i = 0; i < a.width; i++, a = naive_push(a, false))
        if (b.bit[i])
            sum = naive_add(sum, a, false);
    return sum;
}

static inline bool naive_eq(naive a, naive b)
{
    return memcmp(a.bit, b.bit, a.width) == 0;
}

static inline bool naive_ult(naive a, naive b)
{
    for (uint32_t i = a.width; i-- > 0;)
        if (a.bit[i] != b.bit[i])
            return b.bit[i];
    return false;
}

static inline bool naive_slt(naive a, naive b)
{
    bool sign_a = a.bit[a.width - 1], sign_b = b.bit[b.width - 1];
    return sign_a != sign_b ? sign_a : naive_ult(a, b);
}

/* Long division; dividing by zero gives all ones and leaves a. */
static inline naive naive_divide(naive a, naive b, naive *remainder)
{
    naive quotient = naive_from(a.width, 0), rest = quotient;
    for (uint32_t i = a.width; i-- > 0;) {
        bool overflow = rest.bit[a.width - 1];
        rest = naive_push(rest, a.bit[i]);
        if (overflow || !naive_ult(rest, b)) {
            rest = naive_sub(rest, b);
            quotient.bit[i] = true;
        }
    }
    *remainder = rest;
    return quotient;
}

static inline naive naive_abs(naive a)
{
    return a.bit[a.width - 1] ? naive_neg(a) : a;
}

static inline naive naive_udiv(naive a, naive b)
{
    naive rest;
    return naive_divide(a, b, &rest);
}

static inline naive naive_urem(naive a, naive b)
{
    naive rest;
    naive_divide(a, b, &rest);
    return rest;
}

static inline naive naive_sdiv(naive a, naive b)
{
    naive quotient = naive_udiv(naive_abs(a), naive_abs(b));
    return a.bit[a.width - 1] != b.bit[b.width - 1] ? naive_neg(quotient) : quotient;
}

static inline naive naive_srem(naive a, naive b)
{
    naive rest = naive_urem(naive_abs(a), naive_abs(b));
    return a.bit[a.width - 1] ? naive_neg(rest) : rest;
}

enum naive_shift { NAIVE_LEFT, NAIVE_RIGHT, NAIVE_RIGHT_SIGNED };

static inline naive naive_shift(naive a, naive b, enum naive_shift kind)
{
    bool fill = kind == NAIVE_RIGHT_SIGNED && a.bit[a.width - 1];
    term_value distance = naive_to(&b);
    for (uint32_t i = 0; i < a.width && i < distance; i++)
        a = kind == NAIVE_LEFT ? naive_push(a, false) : naive_pull(a, fill);
    return a;
}

static inline naive naive_concat(naive high, naive low)
{
    naive result = {.width = high.width + low.width};
    memcpy(result.bit, low.bit, low.width);
    memcpy(result.bit + low.width, high.bit, high.width);
    return result;
}

static inline naive naive_extract(naive a, uint32_t low, uint32_t width)
{
    naive result = {.width = width};
    memcpy(result.bit, a.bit + low, width);
    return result;
}

static inline naive naive_extend(naive a, uint32_t width, bool is_signed)
{
    bool fill = is_signed && a.bit[a.width - 1];
    for (uint32_t i = a.width; i < width; i++)
        a.bit[i] = fill;
    a.width = width;
    return a;
}

static inline naive naive_count(naive a)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < a.width; i++)
        count += a.bit[i];
    return naive_from(a.width, count);
}

static inline naive naive_leading(naive a)
{
    uint32_t count = 0;
    while (count < a.width && !a.bit[a.width - 1 - count])
        count++;
    return naive_from(a.width, count);
}

static inline naive naive_trailing(naive a)
{
    uint32_t count = 0;
    while (count < a.width && !a.bit[count])
        count++;
    return naive_from(a.width, count);
}

static inline naive naive_reverse(naive a, uint32_t piece)
{
    naive result = a;
    for (uint32_t i = 0; i < a.width; i++)
        result.bit[a.width - piece - i / piece * piece + i % piece] = a.bit[i];
    return result;
}

static inline naive naive_bitwise(naive a, naive b, bool when_one, bool when_two)
{
    for (uint32_t i = 0; i < a.width; i++) {
        int ones = a.bit[i] + b.bit[i];
        a.bit[i] = ones == 2 ? when_two : ones == 1 && when_one;
    }
    return a;
}

/* ---- random expressions ---- */

/* What the public constructors offer; X(name, kind). Kinds: u unary; b binary; c comparison. */
#define NAIVE_OPS(X)                                                                                                   \
    X(not, naive_not(a))                                                                                               \
    X(neg, naive_neg(a))                                                                                               \
    X(ctpop, naive_count(a))                                                                                           \
    X(ctlz, naive_leading(a))                                                                                          \
    X(cttz, naive_trailing(a))                                                                                         \
    X(bitreverse, naive_reverse(a, 1))
#define NAIVE_BINARY_OPS(X)                                                                                            \
    X(and, naive_bitwise(a, b, false, true))                                                                           \
    X(or, naive_bitwise(a, b, true, true))                                                                             \
    X(xor, naive_bitwise(a, b, true, false))                                                                           \
    X(add, naive_add(a, b, false))                                                                                     \
    X(sub, naive_sub(a, b))                                                                                            \
    X(mul, naive_mul(a, b))                                                                                            \
    X(udiv, naive_udiv(a, b))                                                                                          \
    X(sdiv, naive_sdiv(a, b))                                                                                          \
    X(urem, naive_urem(a, b))                                                                                          \
    X(srem, naive_srem(a, b))                                                                                          \
    X(shl, naive_shift(a, b, NAIVE_LEFT))                                                                              \
    X(lshr, naive_shift(a, b, NAIVE_RIGHT))                                                                            \
    X(ashr, naive_shift(a, b, NAIVE_RIGHT_SIGNED))                                                                     \
    X(eq, naive_truth(naive_eq(a, b)))                                                                                 \
    X(ne, naive_truth(!naive_eq(a, b)))                                                                                \
    X(ult, naive_truth(naive_ult(a, b)))                                                                               \
    X(ule, naive_truth(!naive_ult(b, a)))                                                                              \
    X(slt, naive_truth(naive_slt(a, b)))                                                                               \
    X(sle, naive_truth(!naive_slt(b, a)))

typedef enum naive_op {
#define X(name, value) NAIVE_##name,
    NAIVE_OPS(X) NAIVE_BINARY_OPS(X)
#undef X
        NAIVE_ite,
    NAIVE_concat,
    NAIVE_extract,
    NAIVE_zext,
    NAIVE_sext,
    NAIVE_bswap,
    NAIVE_constant,
    NAIVE_variable,
} naive_op;

static inline naive naive_unary(naive_op op, naive a)
{
    switch (op) {
#define X(name, value)                                                                                                 \
    case NAIVE_##name:                                                                                                 \
        return value;
        NAIVE_OPS(X)
#undef X
    default:
        return naive_reverse(a, 8);
    }
}

static inline naive naive_binary(naive_op op, naive a, naive b)
{
    switch (op) {
#define X(name, value)                                                                                                 \
    case NAIVE_##name:                                                                                                 \
        return value;
        NAIVE_BINARY_OPS(X)
#undef X
    default:
        return naive_concat(a, b);
    }
}

static inline term naive_build_unary(term_table *table, naive_op op, term a)
{
    switch (op) {
#define X(name, value)                                                                                                 \
    case NAIVE_##name:                                                                                                 \
        return term_##name(table, a);
        NAIVE_OPS(X)
#undef X
    default:
        return term_bswap(table, a);
    }
}

static inline term naive_build_binary(term_table *table, naive_op op, term a, term b)
{
    switch (op) {
#define X(name, value)                                                                                                 \
    case NAIVE_##name:                                                                                                 \
        return term_##name(table, a, b);
        NAIVE_BINARY_OPS(X)
#undef X
    default:
        return term_concat(table, a, b);
    }
}

/* Numbers near the ends of the range, near powers of two, or anything. */
static inline term_value naive_random_value(random_source *random, uint32_t width)
{
    assert(width >= 1);
    term_value one = 1, mask = width == TERM_MAX_WIDTH ? ~(term_value)0 : (one << width) - 1;
    term_value any = (term_value)random_word(random) << 64 | random_word(random);
    switch (random_below(random, 8)) {
    case 0:
        return random_below(random, 4) & mask;
    case 1:
        return -(term_value)random_below(random, 4) & mask;
    case 2:
        return (one << random_below(random, width)) & mask;
    case 3:
        return ((one << random_below(random, width)) - 1) & mask;
    case 4:
        return (mask - (mask >> 1) + random_below(random, 3) - 1) & mask;
    case 5:
        return random_below(random, 100) & mask;
    case 6:
        return (mask >> random_below(random, width)) << random_below(random, width) & mask;
    default:
        return any & mask;
    }
}

#endif
