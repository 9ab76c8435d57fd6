/* A dangling pointer does not become valid when the memory is allocated again.
 *
 * Verdict: SC violation, TSO violation, PSO violation
 */
#include <stdlib.h>

int r;

int main(void)
{
    int *old = malloc(sizeof *old);
    free(old);
    int *new = malloc(sizeof *new);
    *new = 1;
    r = *old;
    free(new);
    return 0;
}
