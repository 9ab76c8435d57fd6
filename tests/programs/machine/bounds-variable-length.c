/* One past the end of an array whose length is known at run time only.
 *
 * Verdict: SC violation, TSO violation, PSO violation
 */
int length = 3, r;

int main(void)
{
    int a[length];
    for (int i = 0; i < length; i++)
        a[i] = i;
    r = a[length];
    return 0;
}
