/* Only the start of an allocation can be freed.
 *
 * Verdict: SC violation, TSO violation, PSO violation
 */
#include <stdlib.h>

static char *inside(char *p)
{
    return p + 1;
}

int main(void)
{
    char *p = malloc(4);
    free(inside(p));
    return 0;
}
