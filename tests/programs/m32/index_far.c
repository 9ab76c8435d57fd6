/* An index that leads out of its array, and past the whole address space back into it.
 *
 * Verdict: SC violation
 * Options: --32
 * Prints: index_far.c:17: out of bounds
 */
#include <pthread.h>

int a[4], b[4];
int *p = a;

static void *work(void *unused)
{
    int i = 1 << 30;
    if (p == b)
        p[0] = 1;
    p[i] = 1;
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    pthread_join(thread, 0);
    return 0;
}
