/* A violation that no value of the range meets: the machine cannot say that the program is safe.
 *
 * Verdict: SC bounded, TSO bounded, PSO bounded
 * Check: violation
 * Options: --nondet -2..2
 */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int divisor = __VERIFIER_nondet_int() - 7;
    return 1 / divisor;
}
