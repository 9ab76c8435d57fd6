/* One step beyond: minus 2147483649 does not fit an int.
 *
 * Verdict: SC bounded
 * Check: violation
 */
double __VERIFIER_nondet_double(void);
int out;

int main(void)
{
    double d = __VERIFIER_nondet_double();
    if (d >= -2147483649.0 && d <= -2147483648.0)
        out = (int)d;
    return 0;
}
