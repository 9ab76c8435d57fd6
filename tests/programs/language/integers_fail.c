/* The assertions about integers are really executed: each of these is wrong.
 *
 * Verdict: SC violation
 * Prints: integers_fail.c:18: assertion
 * Prints: integers_fail.c:21: assertion
 * Prints: integers_fail.c:24: assertion
 */
#include <assert.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);
unsigned char big_byte = 200;
unsigned __int128 wide = (unsigned __int128)1 << 100;

int main(void)
{
    if (__VERIFIER_nondet_int() == 0)
        assert((unsigned char)(big_byte + 100) == 300);
    _BitInt(17) sum = 65535;
    if (__VERIFIER_nondet_int() == 1)
        assert(sum + (_BitInt(17))1 == 65536);
    sum += wide >> 100;
    if (__VERIFIER_nondet_int() == 2)
        assert(sum == 65535);
    return 0;
}
