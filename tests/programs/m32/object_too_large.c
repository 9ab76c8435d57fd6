/* An object that a pointer of 32 bits has no room for, known only when it is made.
 *
 * Verdict: SC unsupported
 * Options: --32 --nondet 40000..40000
 * Check: unsupported
 * Prints: an object of (40000|32768) bytes
 */
#include <stdlib.h>

unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned size = __VERIFIER_nondet_uint();
    char *text = malloc(size);
    free(text);
    return 0;
}
