/* No thread passes a barrier before all have come, and what they stored is visible to all then.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Options: --observe r1,r2
 * Outcomes: r1=1 r2=1
 */
#include <assert.h>
#include <pthread.h>

pthread_barrier_t b;
int x, y, r1, r2;

static void *thread1(void *unused)
{
    (void)unused;
    x = 1;
    pthread_barrier_wait(&b);
    r1 = y;
    return NULL;
}

static void *thread2(void *unused)
{
    (void)unused;
    y = 1;
    pthread_barrier_wait(&b);
    r2 = x;
    return NULL;
}

int main(void)
{
    pthread_t t1, t2;
    pthread_barrier_init(&b, NULL, 2);
    pthread_create(&t1, NULL, thread1, NULL);
    pthread_create(&t2, NULL, thread2, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(r1 == 1 && r2 == 1);
    return 0;
}
