/* Reading memory that has been freed.
 *
 * Verdict: SC violation, TSO violation, PSO violation
 * Prints: VIOLATION: .*use-after-free.c:15:
 */
#include <stdlib.h>

int r;

int main(void)
{
    int *p = malloc(sizeof *p);
    *p = 1;
    free(p);
    r = *p;
    return 0;
}
