/* An index just above the array, computed.
 *
 * Verdict: SC violation, TSO violation, PSO violation
 * Prints: VIOLATION: .*bounds-above.c:10:
 */
int a[3], i = 2, r;

int main(void)
{
    r = a[i + 1];
    return 0;
}
