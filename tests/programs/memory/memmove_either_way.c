/* Which way memmove copies is not known beforehand.
 *
 * Verdict: SC bounded, TSO bounded
 * Options: --nondet 0..2
 * Check: SC safe, TSO safe
 */
#include <assert.h>
#include <string.h>

unsigned __VERIFIER_nondet_uint(void);
int a[4] = {1, 2, 3, 4};

int main(void)
{
    unsigned to = __VERIFIER_nondet_uint(), from = __VERIFIER_nondet_uint();
    if (to > 2 || from > 2)
        return 0;
    memmove(&a[to], &a[from], 2 * sizeof *a);
    assert(a[to] == (int)from + 1 && a[to + 1] == (int)from + 2);
    return 0;
}
