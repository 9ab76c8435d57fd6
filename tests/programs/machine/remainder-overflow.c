/* The remainder of the smallest int by -1: the division does not fit.
 *
 * Verdict: SC violation, TSO violation, PSO violation
 * Prints: VIOLATION: .*remainder-overflow.c:12:
 */
#include <limits.h>

int a = INT_MIN, b = -1, r;

int main(void)
{
    r = a % b;
    return 0;
}
