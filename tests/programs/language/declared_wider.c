/* A function that is declared to return, or to take, another width than it has: what is narrower than an int is made
 * wider as its own type says.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 */
#include <assert.h>

int __VERIFIER_nondet_char(void);
int __VERIFIER_nondet_uchar(void);
int abs(signed char);

int main(void)
{
    int number = __VERIFIER_nondet_char(), other = __VERIFIER_nondet_uchar();
    assert(number >= -128 && number <= 127);
    assert(other >= 0 && other <= 255);
    assert(abs(-3) == 3);
    return 0;
}
