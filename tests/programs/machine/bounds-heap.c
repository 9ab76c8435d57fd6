/* One element too many in allocated memory.
 *
 * Verdict: SC violation, TSO violation, PSO violation
 */
#include <stdlib.h>

int main(void)
{
    char *p = malloc(3);
    for (int i = 0; i <= 3; i++)
        p[i] = 1;
    free(p);
    return 0;
}
