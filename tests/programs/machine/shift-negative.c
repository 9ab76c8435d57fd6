/* A shift by a negative distance.
 *
 * Verdict: SC violation, TSO violation, PSO violation
 */
int a = 1, distance = -1, r;

int main(void)
{
    r = a >> distance;
    return 0;
}
