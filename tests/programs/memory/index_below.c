/* An index below the pointer, and below the array: the second is a mistake, the first is not.
 *
 * Verdict: SC violation
 * Options: --nondet 0..3
 * Prints: index_below.c:17: out of bounds: reading 4 bytes at offset -4
 */
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);
int a[4] = {1, 2, 3, 4};

int main(void)
{
    long k = __VERIFIER_nondet_uchar() & 3, *unused = &k;
    int *p = a + k;
    assert(unused == &k);
    return p[-1] == 3;
}
