/* Division by zero.
 *
 * Verdict: SC violation, TSO violation, PSO violation
 * Prints: VIOLATION: .*division-by-zero.c:10:
 */
int a = 1, b = 0, r;

int main(void)
{
    r = a / b;
    return 0;
}
