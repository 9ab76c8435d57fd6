/* Each nondeterministic function returns its own type: signed ones can be negative, unsigned ones are huge instead.
 *
 * `heddle check` considers all values, not only -1.
 *
 * Verdict: SC bounded
 * Options: --nondet -1..-1
 * Check: violation
 */
#include <assert.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>

#define CHECK(name, type, value)                                                                                       \
    do {                                                                                                               \
        type __VERIFIER_nondet_##name(void);                                                                           \
        assert(__VERIFIER_nondet_##name() == (value));                                                                 \
    } while (0)

float __VERIFIER_nondet_float(void);
double __VERIFIER_nondet_double(void);

static void check_integers(void)
{
    CHECK(short, short, -1);
    CHECK(ushort, unsigned short, UINT16_MAX);
    CHECK(int, int, -1);
    CHECK(uint, unsigned, UINT32_MAX);
    CHECK(unsigned, unsigned, UINT32_MAX);
    CHECK(unsigned_int, unsigned, UINT32_MAX);
    CHECK(long, long, -1);
    CHECK(ulong, unsigned long, UINT64_MAX);
    CHECK(longlong, long long, -1);
    CHECK(ulonglong, unsigned long long, UINT64_MAX);
    CHECK(int128, __int128, -1);
    CHECK(uint128, unsigned __int128, ~(unsigned __int128)0);
    CHECK(s16, int16_t, -1);
    CHECK(u16, uint16_t, UINT16_MAX);
    CHECK(s32, int32_t, -1);
    CHECK(u32, uint32_t, UINT32_MAX);
    CHECK(s64, int64_t, -1);
    CHECK(u64, uint64_t, UINT64_MAX);
    CHECK(size_t, size_t, SIZE_MAX);
    CHECK(loff_t, long, -1);
    CHECK(sector_t, unsigned long, UINT64_MAX);
    CHECK(pthread_t, unsigned long, UINT64_MAX);
}

static void check_pointers(void)
{
    CHECK(pointer, void *, (void *)UINT64_MAX);
    CHECK(charp, char *, (char *)UINT64_MAX);
    CHECK(pchar, char *, (char *)UINT64_MAX);
}

int main(void)
{
    check_integers();
    check_pointers();
    assert(isnan(__VERIFIER_nondet_float()) && isnan(__VERIFIER_nondet_double()));
    return 0;
}
