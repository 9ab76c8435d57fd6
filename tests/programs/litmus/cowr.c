/* CoWR, coherence of a write and a read: what overwrote x=1 before the read is not itself overwritten by it.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Options: --observe r1,x
 * Outcomes: r1=1 x=1 | r1=1 x=2 | r1=2 x=2
 */
#include <assert.h>
#include <pthread.h>

int x, r1;

static void *thread1(void *unused)
{
    (void)unused;
    x = 1;
    r1 = x;
    return NULL;
}

static void *thread2(void *unused)
{
    (void)unused;
    x = 2;
    return NULL;
}

int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, NULL, thread1, NULL);
    pthread_create(&t2, NULL, thread2, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(!(r1 == 2 && x == 1));
    return 0;
}
