/* The smallest int divided by -1 does not fit.
 *
 * Verdict: SC violation, TSO violation, PSO violation
 * Prints: VIOLATION: .*division-overflow.c:12:
 */
#include <limits.h>

int a = INT_MIN, b = -1, r;

int main(void)
{
    r = a / b;
    return 0;
}
