/* Which NaN an operation gives. IEEE 754 and C leave its sign and payload open; Heddle does as x86-64 does, whatever
 * it runs on, in everything that computes: the first operand that is NaN, made quiet, and if there is none the default,
 * which is negative and has no payload. */
#ifndef HEDDLE_BASE_NAN_H
#define HEDDLE_BASE_NAN_H

#include <stdbool.h>
#include <stdint.h>

static inline uint64_t nan_quiet_bit(uint32_t width)
{
    enum { FLOAT_BITS = 32, FLOAT_QUIET = 22, DOUBLE_QUIET = 51 };
    return UINT64_C(1) << (width == FLOAT_BITS ? FLOAT_QUIET : DOUBLE_QUIET);
}

/* All ones from the quiet bit on, which are the default NaN. */
static inline uint64_t nan_default(uint32_t width)
{
    return ~UINT64_C(0) >> (64 - width) & ~(nan_quiet_bit(width) - 1);
}

static inline bool nan_is(uint32_t width, uint64_t bits)
{
    uint64_t magnitude = bits & ~UINT64_C(0) >> (65 - width);
    return magnitude > (nan_default(width) & ~nan_quiet_bit(width) & ~UINT64_C(0) >> (65 - width));
}

/* `result`, or what stands for it if it is NaN. */
static inline uint64_t nan_settle(uint32_t width, uint64_t result, const uint64_t *operands, uint32_t count)
{
    if (!nan_is(width, result))
        return result;
    for (uint32_t i = 0; i < count; i++)
        if (nan_is(width, operands[i]))
            return operands[i] | nan_quiet_bit(width);
    return nan_default(width);
}

#endif
