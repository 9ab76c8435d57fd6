/* What malloc has not made cannot be freed.
 *
 * Verdict: SC violation, TSO violation, PSO violation
 */
#include <stdlib.h>

int x;
void *p = &x;

int main(void)
{
    free(p);
    return 0;
}
