#include "base/libm.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <string.h>

#include "base/nan.h"

enum { FLOAT_BITS = 32 };

static const char *const NAMES[] = {
#define F(name) #name,
    LIBM_UNARY(F) LIBM_BINARY(F)
#undef F
};

const char *libm_name(libm_function function)
{
    assert(function < LIBM_COUNT);
    return NAMES[function];
}

libm_function libm_find(const char *name)
{
    uint32_t i = 0;
    while (i < LIBM_COUNT && strcmp(NAMES[i], name) != 0)
        i++;
    return (libm_function)i;
}

static double compute_double(libm_function function, double a, double b)
{
    switch (function) {
#define F(name)                                                                                                        \
    case LIBM_##name:                                                                                                  \
        return name(a);
        LIBM_UNARY(F)
#undef F
#define F(name)                                                                                                        \
    case LIBM_##name:                                                                                                  \
        return name(a, b);
        LIBM_BINARY(F)
#undef F
    default:
        assert(!"a function of the list");
        return a;
    }
}

static float compute_float(libm_function function, float a, float b)
{
    switch (function) {
#define F(name)                                                                                                        \
    case LIBM_##name:                                                                                                  \
        return name##f(a);
        LIBM_UNARY(F)
#undef F
#define F(name)                                                                                                        \
    case LIBM_##name:                                                                                                  \
        return name##f(a, b);
        LIBM_BINARY(F)
#undef F
    default:
        assert(!"a function of the list");
        return a;
    }
}

static uint64_t float_bits(float number)
{
    uint32_t bits;
    memcpy(&bits, &number, sizeof bits);
    return bits;
}

static uint64_t double_bits(double number)
{
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    return bits;
}

static uint64_t compute(libm_function function, uint32_t width, uint64_t a, uint64_t b)
{
    if (width == FLOAT_BITS) {
        uint32_t bits[] = {(uint32_t)a, (uint32_t)b};
        float numbers[2];
        memcpy(numbers, bits, sizeof numbers);
        return float_bits(compute_float(function, numbers[0], numbers[1]));
    }
    double numbers[2];
    memcpy(numbers, (uint64_t[]){a, b}, sizeof numbers);
    return double_bits(compute_double(function, numbers[0], numbers[1]));
}

uint64_t libm_apply(libm_function function, uint32_t width, uint64_t a, uint64_t b)
{
    return nan_settle(width, compute(function, width, a, b), (uint64_t[]){a, b}, 2);
}

uint64_t libm_error(libm_function function, uint32_t width, uint64_t a, uint64_t b)
{
    int before = errno;
    errno = 0;
    compute(function, width, a, b);
    int set = errno;
    errno = before;
    return width == FLOAT_BITS ? float_bits((float)set) : double_bits(set);
}
