/* Another thread sees a copy of unknown size half done, in the pieces in which it is made.
 *
 * Verdict: SC violation
 * Options: --nondet 0..16
 * Prints: assertion `to\[0\] == 0 \|\| to\[1\] == 2 \|\| size < 16` failed
 */
#include <assert.h>
#include <pthread.h>
#include <string.h>

unsigned __VERIFIER_nondet_uint(void);

long long from[2] = {1, 2}, to[2];
unsigned size;

static void *copy(void *unused)
{
    memcpy(to, from, size);
    return unused;
}

int main(void)
{
    pthread_t thread;
    size = __VERIFIER_nondet_uint();
    if (size > sizeof to)
        return 0;
    pthread_create(&thread, NULL, copy, NULL);
    assert(to[0] == 0 || to[1] == 2 || size < 16);
    return 0;
}
