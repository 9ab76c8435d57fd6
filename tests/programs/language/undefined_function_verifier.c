/* A function that has a meaning for some verifier, but no model here, is not taken to do nothing.
 *
 * Options: --undefined-functions=nondet
 * Verdict: SC unsupported
 * Prints: function .__ESBMC_same_object.
 */
#include <assert.h>

_Bool __ESBMC_same_object(const void *, const void *);

int main(void)
{
    int x = 0;
    assert(__ESBMC_same_object(&x, &x));
    return 0;
}
