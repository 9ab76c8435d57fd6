/* An index below the array.
 *
 * Verdict: SC violation, TSO violation, PSO violation
 * Prints: VIOLATION: .*bounds-below.c:10:
 */
int a[3], i = -1;

int main(void)
{
    a[i] = 1;
    return 0;
}
