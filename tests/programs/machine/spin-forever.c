/* A thread spins for ever. The states repeat, so the search ends, without a final state.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Options: --observe r
 * Outcomes: none
 * Prints-not: DEADLOCK
 */
int flag, r;

int main(void)
{
    while (!flag)
        ;
    r = 1;
    return 0;
}
