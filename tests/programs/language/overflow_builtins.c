/* Builtins that check for overflow, saturate, or count bits.
 *
 * Verdict: SC safe
 * Options: --observe done
 * Outcomes: done=1
 */
#include <assert.h>
#include <limits.h>
#include <stdint.h>

int done;
int max = INT_MAX, min = INT_MIN, three = 3;
unsigned big = UINT_MAX;
long long huge = LLONG_MAX;
unsigned char byte = 200;

int main(void)
{
    int sum;
    unsigned usum;
    long long product;
    unsigned char narrow;
    assert(__builtin_add_overflow(max, 1, &sum) && sum == INT_MIN && !__builtin_add_overflow(three, 4, &sum) &&
           sum == 7);
    assert(__builtin_sub_overflow(min, 1, &sum) && sum == INT_MAX && !__builtin_sub_overflow(-1, max, &sum));
    assert(__builtin_sub_overflow(0, min, &sum) && !__builtin_add_overflow(min, max, &sum) && sum == -1);
    assert(__builtin_add_overflow(big, 1u, &usum) && usum == 0 && __builtin_sub_overflow(3u, 4u, &usum));
    assert(__builtin_mul_overflow(huge, 2ll, &product) && product == -2 &&
           !__builtin_mul_overflow(huge, -1ll, &product));
    assert(__builtin_mul_overflow(big, 2u, &usum) && usum == UINT_MAX - 1 && !__builtin_mul_overflow(three, 5, &sum));
    assert(__builtin_add_overflow(byte, byte, &narrow) && narrow == 144 && !__builtin_add_overflow(byte, byte, &sum));
    assert(__builtin_elementwise_add_sat(max, 1) == INT_MAX && __builtin_elementwise_add_sat(min, -1) == INT_MIN);
    assert(__builtin_elementwise_add_sat(big, 1u) == UINT_MAX && __builtin_elementwise_sub_sat(3u, 4u) == 0);
    assert(__builtin_elementwise_sub_sat(min, 1) == INT_MIN && __builtin_elementwise_sub_sat(0, min) == INT_MAX);
    assert(__builtin_elementwise_max(three, -3) == 3 && __builtin_elementwise_min(big, 5u) == 5);
    assert(__builtin_elementwise_abs(-three) == 3);
    assert(__builtin_popcount(0xf0f0) == 8 && __builtin_popcountll(huge) == 63 && __builtin_parity(7) == 1);
    assert(__builtin_clz(1) == 31 && __builtin_clzll(1) == 63 && __builtin_ctz(8) == 3 && __builtin_ffs(0) == 0);
    assert(__builtin_ffs(8) == 4 && __builtin_bswap32(0x01020304) == 0x04030201 && __builtin_bswap16(0x0102) == 0x0201);
    assert(__builtin_bswap64(1) == UINT64_C(1) << 56 && __builtin_bitreverse8(1) == 128);
    assert(__builtin_rotateleft32(0x80000001, 1) == 3 && __builtin_rotateright64(1, 1) == UINT64_C(1) << 63);
    assert(__builtin_rotateleft32(5, 0) == 5 && __builtin_rotateleft8(3, 9) == 6);
    done = 1;
    return 0;
}
