/* Of wider values only a range is tried; what holds for them holds only up to this bound.
 *
 * `heddle check` considers all values.
 *
 * Verdict: SC bounded, TSO bounded, PSO bounded
 * Check: violation
 */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    assert(__VERIFIER_nondet_int() != 1000);
    return 0;
}
