/* A nondeterministic _Bool takes both values.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Options: --observe r1,r2
 */
#include <stdbool.h>

extern _Bool __VERIFIER_nondet_bool(void);

bool r1, r2;

int main(void)
{
    r1 = __VERIFIER_nondet_bool();
    r2 = __VERIFIER_nondet_bool();
    return 0;
}
