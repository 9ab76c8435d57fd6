/* Reading through a null pointer.
 *
 * Verdict: SC violation, TSO violation, PSO violation
 * Prints: VIOLATION: .*null-read.c:10: .*null
 */
int *p, r;

int main(void)
{
    r = *p;
    return 0;
}
