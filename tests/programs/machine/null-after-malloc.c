/* With --malloc-may-fail, an allocation that is not checked gives a null pointer in some runs.
 *
 * Verdict: SC violation, TSO violation, PSO violation
 * Options: --malloc-may-fail
 * Prints: VIOLATION: .*null
 */
#include <stdlib.h>

int main(void)
{
    int *p = malloc(sizeof *p);
    *p = 1;
    free(p);
    return 0;
}
