/* A local variable is gone when its function has returned.
 *
 * Verdict: SC violation, TSO violation, PSO violation
 * Prints: VIOLATION: .*dangling-stack.c:17:
 */
int *p, r;

static void leaves_address(void)
{
    int local = 1;
    p = &local;
}

int main(void)
{
    leaves_address();
    r = *p;
    return 0;
}
