/* Another thread decides whether the fence is executed (c). Only without it can both reads give 0: the outcomes tell.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Options: --observe c,r1,r2
 * Prints-not SC: c=0 r1=0 r2=0
 * Prints TSO: c=0 r1=0 r2=0
 * Prints PSO: c=0 r1=0 r2=0
 */
#include <assert.h>
#include <pthread.h>

int x, y, z, c, r1, r2;

static void *thread1(void *unused)
{
    (void)unused;
    x = 1;
    c = z;
    if (c)
        __asm__ volatile("mfence" ::: "memory");
    r1 = y;
    return NULL;
}

static void *thread2(void *unused)
{
    (void)unused;
    y = 1;
    __asm__ volatile("mfence" ::: "memory");
    r2 = x;
    return NULL;
}

static void *thread3(void *unused)
{
    (void)unused;
    z = 1;
    return NULL;
}

int main(void)
{
    pthread_t t1, t2, t3;
    pthread_create(&t1, NULL, thread1, NULL);
    pthread_create(&t2, NULL, thread2, NULL);
    pthread_create(&t3, NULL, thread3, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    pthread_join(t3, NULL);
    assert(!(c == 1 && r1 == 0 && r2 == 0));
    return 0;
}
