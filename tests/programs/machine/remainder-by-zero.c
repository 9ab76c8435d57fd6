/* The remainder of a division by zero.
 *
 * Verdict: SC violation, TSO violation, PSO violation
 * Prints: VIOLATION: .*remainder-by-zero.c:10:
 */
int a = 1, b = 0, r;

int main(void)
{
    r = a % b;
    return 0;
}
