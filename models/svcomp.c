/* The functions with which the tasks of the software verification competition talk to a verifier. */
#include "internal.h"

/* As wide as a pointer. */
#if __SIZEOF_POINTER__ == 8
#define NONDET_WORD __heddle_nondet64
#else
#define NONDET_WORD __heddle_nondet32
#endif

#define NONDET(name, type, source)                                                                                     \
    type __VERIFIER_nondet_##name(void)                                                                                \
    {                                                                                                                  \
        return (type)source();                                                                                         \
    }

NONDET(bool, _Bool, __heddle_nondet_bool)
NONDET(_Bool, _Bool, __heddle_nondet_bool)
NONDET(char, char, __heddle_nondet8)
NONDET(schar, signed char, __heddle_nondet8)
NONDET(uchar, unsigned char, __heddle_nondet8)
NONDET(unsigned_char, unsigned char, __heddle_nondet8)
NONDET(short, short, __heddle_nondet16)
NONDET(ushort, unsigned short, __heddle_nondet16)
NONDET(int, int, __heddle_nondet32)
NONDET(uint, unsigned, __heddle_nondet32)
NONDET(unsigned, unsigned, __heddle_nondet32)
NONDET(unsigned_int, unsigned, __heddle_nondet32)
NONDET(long, long, NONDET_WORD)
NONDET(ulong, unsigned long, NONDET_WORD)
NONDET(longlong, long long, __heddle_nondet64)
NONDET(ulonglong, unsigned long long, __heddle_nondet64)
#ifdef __SIZEOF_INT128__
NONDET(int128, __int128, __heddle_nondet128)
NONDET(uint128, unsigned __int128, __heddle_nondet128)
#endif
NONDET(s8, int8_t, __heddle_nondet8)
NONDET(u8, uint8_t, __heddle_nondet8)
NONDET(s16, int16_t, __heddle_nondet16)
NONDET(u16, uint16_t, __heddle_nondet16)
NONDET(s32, int32_t, __heddle_nondet32)
NONDET(u32, uint32_t, __heddle_nondet32)
NONDET(s64, int64_t, __heddle_nondet64)
NONDET(u64, uint64_t, __heddle_nondet64)
NONDET(size_t, size_t, NONDET_WORD)
NONDET(loff_t, long long, __heddle_nondet64)
NONDET(sector_t, unsigned long, NONDET_WORD)
NONDET(pthread_t, unsigned long, NONDET_WORD)
NONDET(pointer, void *, NONDET_WORD)
NONDET(pchar, char *, NONDET_WORD)
NONDET(charp, char *, NONDET_WORD)

float __VERIFIER_nondet_float(void)
{
    union {
        uint32_t bits;
        float value;
    } any = {.bits = __heddle_nondet32()};
    return any.value;
}

double __VERIFIER_nondet_double(void)
{
    union {
        uint64_t bits;
        double value;
    } any = {.bits = __heddle_nondet64()};
    return any.value;
}

void __VERIFIER_nondet_memory(void *memory, size_t size)
{
    for (size_t i = 0; i < size; i++)
        ((uint8_t *)memory)[i] = __heddle_nondet8();
}

/* Programs declare what takes a `condition` with parameters of any type; the front end sees to it that none is cut. */
void __VERIFIER_assume(int condition)
{
    __heddle_assume(condition != 0);
}

void assume_abort_if_not(int condition)
{
    if (!condition)
        __heddle_stop();
}

void __VERIFIER_assert(int condition)
{
    if (!condition)
        __heddle_fail(PROPERTY_ASSERTION, "__VERIFIER_assert");
}

_Noreturn void __VERIFIER_error(void)
{
    __heddle_fail(PROPERTY_ERROR_CALL, "__VERIFIER_error");
}

_Noreturn void reach_error(void)
{
    __heddle_fail(PROPERTY_ERROR_CALL, "reach_error");
}

void __VERIFIER_atomic_begin(void)
{
    __heddle_atomic_begin();
}

void __VERIFIER_atomic_end(void)
{
    __heddle_atomic_end();
}

void __VERIFIER_loop_bound(unsigned iterations)
{
    __heddle_loop_bound(iterations);
}
