/* Store buffering where the main thread joins another between its accesses: pthread_join is a full fence.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Options: --observe r1,r2
 * Outcomes: r1=0 r2=1 | r1=1 r2=0 | r1=1 r2=1
 */
#include <assert.h>
#include <pthread.h>

int x, y, r1, r2;

static void *does_nothing(void *unused)
{
    return unused;
}

static void *thread2(void *unused)
{
    (void)unused;
    y = 1;
    __asm__ volatile("mfence" ::: "memory");
    r2 = x;
    return NULL;
}

int main(void)
{
    pthread_t idle, t2;
    pthread_create(&idle, NULL, does_nothing, NULL);
    pthread_create(&t2, NULL, thread2, NULL);
    x = 1;
    pthread_join(idle, NULL);
    r1 = y;
    pthread_join(t2, NULL);
    assert(!(r1 == 0 && r2 == 0));
    return 0;
}
