/* Which of two local arrays is written is not known, nor where.
 *
 * Verdict: SC violation, TSO violation, PSO violation
 * Options: --nondet 0..1
 * Prints: chosen_array.c:16: assertion
 */
#include <assert.h>

unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    int a[2] = {1, 2}, b[2] = {1, 2};
    unsigned choice = __VERIFIER_nondet_uint() & 1, index = __VERIFIER_nondet_uint() & 1;
    (choice ? a : b)[index] = 77;
    assert(a[0] != 77);
    return 0;
}
