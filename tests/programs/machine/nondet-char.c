/* All values of up to 8 bits are tried, so a verdict over them holds without a bound.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 */
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void)
{
    unsigned char c = __VERIFIER_nondet_uchar();
    assert((c & 0xf0) + (c & 0x0f) == c);
    return 0;
}
