/* One size, of those that do not end with a whole word, goes wrong.
 *
 * Verdict: SC violation
 * Options: --nondet 0..16
 * Prints: assertion `copied\[1\] != 0xb0a09` failed
 */
#include <assert.h>
#include <string.h>

unsigned __VERIFIER_nondet_uint(void);

long long words[2] = {0x0807060504030201, 0x100f0e0d0c0b0a09};
long long copied[2];

int main(void)
{
    unsigned size = __VERIFIER_nondet_uint();
    if (size > sizeof copied)
        return 0;
    memcpy(copied, words, size);
    assert(copied[1] != 0xb0a09);
    return 0;
}
