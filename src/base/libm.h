/* The functions of <math.h> that are computed by the C library of the system that Heddle runs on, by name: whoever
 * computes asks here, so all of them agree, and agree with a program that runs there. A function of one argument has it
 * twice. */
#ifndef HEDDLE_BASE_LIBM_H
#define HEDDLE_BASE_LIBM_H

#include <stdbool.h>
#include <stdint.h>

#define LIBM_UNARY(F)                                                                                                  \
    F(sin)                                                                                                             \
    F(cos)                                                                                                             \
    F(tan)                                                                                                             \
    F(asin)                                                                                                            \
    F(acos)                                                                                                            \
    F(atan)                                                                                                            \
    F(sinh)                                                                                                            \
    F(cosh)                                                                                                            \
    F(tanh)                                                                                                            \
    F(asinh)                                                                                                           \
    F(acosh) F(atanh) F(exp) F(exp2) F(expm1) F(log) F(log2) F(log10) F(log1p) F(cbrt) F(erf) F(erfc) F(tgamma) F(logb)
#define LIBM_BINARY(F) F(pow) F(atan2) F(fmod) F(remainder) F(hypot) F(nextafter)

typedef enum libm_function {
#define F(name) LIBM_##name,
    LIBM_UNARY(F) LIBM_BINARY(F)
#undef F
        LIBM_COUNT
} libm_function;

const char *libm_name(libm_function function);
/* LIBM_COUNT if there is none. */
libm_function libm_find(const char *name);

/* On the bits of floats (`width` 32) or doubles (64). What a NaN looks like is as in base/nan.h. */
uint64_t libm_apply(libm_function function, uint32_t width, uint64_t a, uint64_t b);
/* What the function sets errno to, as a number of that width; 0 if it leaves it alone. */
uint64_t libm_error(libm_function function, uint32_t width, uint64_t a, uint64_t b);

#endif
