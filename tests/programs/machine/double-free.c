/* Freeing memory twice.
 *
 * Verdict: SC violation, TSO violation, PSO violation
 * Prints: VIOLATION: .*double-free.c:12:
 */
#include <stdlib.h>

int main(void)
{
    int *p = malloc(sizeof *p);
    free(p);
    free(p);
    return 0;
}
