/* A size that nobody checks may be larger than what is copied.
 *
 * Verdict: SC violation
 * Options: --nondet 0..17
 * Prints: out of bounds
 */
#include <string.h>

unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    char from[16] = "", to[16];
    memcpy(to, from, __VERIFIER_nondet_uint());
    return 0;
}
