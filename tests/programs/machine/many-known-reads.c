/* Between two events lie thousands of reads whose values are known.
 *
 * Verdict: SC violation
 * Prints: many-known-reads.c:18: assertion
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

int table[4] = {1, 2, 3, 4}, x;

static void *add(void *unused)
{
    int sum = 0;
    for (int i = 0; i < 12000; i++)
        sum += table[i & 3];
    x = sum;
    assert(x != 30000);
    return unused;
}

int main(void)
{
    pthread_t thread;
    table[3] = 4;
    pthread_create(&thread, NULL, add, NULL);
    x = 1;
    pthread_join(thread, NULL);
    return 0;
}
