/* Reaching what the program says cannot be reached.
 *
 * Verdict: SC violation, TSO violation, PSO violation
 */
int x;

int main(void)
{
    if (x == 0)
        __builtin_unreachable();
    return 0;
}
