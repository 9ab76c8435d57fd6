/* A shift by the width of the type.
 *
 * Verdict: SC violation, TSO violation, PSO violation
 */
int a = 1, distance = 32, r;

int main(void)
{
    r = a << distance;
    return 0;
}
