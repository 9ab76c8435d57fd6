/* Writing through a null pointer.
 *
 * Verdict: SC violation, TSO violation, PSO violation
 * Prints: VIOLATION: .*null-write.c:10: .*null
 */
int *p;

int main(void)
{
    *p = 1;
    return 0;
}
