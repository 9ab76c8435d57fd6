/* An endless loop that does nothing at all.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Options: --observe r
 * Outcomes: none
 */
int r;

int main(void)
{
    for (;;)
        ;
    r = 1;
}
