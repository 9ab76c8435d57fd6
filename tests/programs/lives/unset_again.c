/* A variable that is not set has any value, another one each time its block is entered.
 *
 * Verdict: SC violation, TSO violation, PSO violation
 * Options: --nondet 0..1
 * Prints: unset_again.c:18: assertion
 */
#include <assert.h>

int main(void)
{
    int seen[2];
    for (int i = 0; i < 2; i++) {
        int unset;
        if (i > 1)
            unset = 3;
        seen[i] = unset;
    }
    assert(seen[0] == seen[1]);
    return 0;
}
