/* A store fence after memcpy keeps what follows behind all of it.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Options: --observe r1,r2,r3
 */
#include <assert.h>
#include <pthread.h>
#include <string.h>

int from[4] = {1, 1, 1, 1}, to[4], y, r1, r2, r3;

static void *thread1(void *unused)
{
    (void)unused;
    memcpy(to, from, sizeof to);
    __asm__ volatile("sfence" ::: "memory");
    y = 1;
    return NULL;
}

static void *thread2(void *unused)
{
    (void)unused;
    r1 = y;
    r2 = to[0];
    r3 = to[3];
    return NULL;
}

int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, NULL, thread1, NULL);
    pthread_create(&t2, NULL, thread2, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(!(r1 == 1 && (r2 == 0 || r3 == 0)));
    return 0;
}
