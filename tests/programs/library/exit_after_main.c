/* The variables of main are gone when handlers run after it.
 *
 * Verdict: SC violation, TSO violation, PSO violation
 * Prints: dangling pointer: reading flag
 */
#include <stdlib.h>

int *place;

static void look(void)
{
    if (*place)
        abort();
}

int main(void)
{
    int flag = 1;
    place = &flag;
    atexit(look);
    return 0;
}
