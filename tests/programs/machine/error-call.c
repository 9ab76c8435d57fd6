/* Calling the error function of the verification competition.
 *
 * Verdict: SC violation, TSO violation, PSO violation
 */
extern void reach_error(void);

int main(void)
{
    reach_error();
    return 0;
}
