/* The address just after an array must not be read.
 *
 * Verdict: SC violation, TSO violation, PSO violation
 */
int a[3], r;

int main(void)
{
    int *p = a;
    while (p != a + 3)
        p++;
    r = *p;
    return 0;
}
