/* Globals are objects of their own: the end of one is not the start of another.
 *
 * Verdict: SC violation, TSO violation, PSO violation
 */
int a[2], b[2], *p = a, distance = 2, r;

int main(void)
{
    r = p[distance] + b[0];
    return 0;
}
