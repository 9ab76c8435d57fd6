/* A range with all values of the type leaves none out, whether they count as signed or not.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Options: --nondet -256..255
 */
#include <assert.h>

extern unsigned _BitInt(9) __VERIFIER_nondet_nine(void);
extern _BitInt(9) __VERIFIER_nondet_signed_nine(void);

int main(void)
{
    int sum = __VERIFIER_nondet_nine() + 1;
    int other = __VERIFIER_nondet_signed_nine();
    assert(sum >= 1 && sum <= 512 && other >= -256 && other <= 255);
    return 0;
}
