/* With a range given by the user, its values are the inputs that are tried; there are others.
 *
 * Verdict: SC bounded, TSO bounded, PSO bounded
 * Check: safe
 * Options: --nondet 5..8 --observe r
 * Outcomes: r=5 | r=6 | r=7 | r=8
 */
extern int __VERIFIER_nondet_int(void);

int r;

int main(void)
{
    r = __VERIFIER_nondet_int();
    return 0;
}
