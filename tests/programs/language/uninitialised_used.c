/* A local that was never set has any value.
 *
 * Verdict: SC violation
 * Prints: uninitialised_used.c:15: assertion
 */
#include <assert.h>

_Bool __VERIFIER_nondet_bool(void);

int main(void)
{
    unsigned char value;
    if (__VERIFIER_nondet_bool())
        value = 7;
    assert(value != 200);
    return 0;
}
