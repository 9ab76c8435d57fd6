/* What holds on a 64-bit machine only.
 *
 * Verdict: SC violation, TSO violation, PSO violation
 * Options: --32
 * Prints: sizes_of_64.c:25: assertion
 */
#include <assert.h>
#include <pthread.h>

unsigned long sum;

static void *add(void *unused)
{
    sum += 0x80000000ul;
    return unused;
}

int main(void)
{
    pthread_t thread;
    for (int i = 0; i < 2; i++) {
        pthread_create(&thread, 0, add, 0);
        pthread_join(thread, 0);
    }
    assert(sum > 0);
    return 0;
}
