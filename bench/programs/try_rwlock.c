/* The reader-writer lock of Linux, which threads try to take, in turns for reading and for writing: nobody waits.
 *
 * The lock counts down from BIAS, by 1 for a reader and by BIAS for a writer.
 *
 * N: how often each of two threads tries.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Bench: N=5,10,20
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 2
#endif

enum { BIAS = 0x100000 };

atomic_int lock = BIAS;
atomic_int value; /* protected by the lock */

static int try_read(void)
{
    if (atomic_fetch_sub(&lock, 1) > 0)
        return 1;
    atomic_fetch_add(&lock, 1);
    return 0;
}

static int try_write(void)
{
    if (atomic_fetch_sub(&lock, BIAS) == BIAS)
        return 1;
    atomic_fetch_add(&lock, BIAS);
    return 0;
}

static void *work(void *number)
{
    int me = (int)(long)number;
    for (int i = 0; i < N; i++)
        if (i % 2 == 0) {
            if (try_read()) {
                (void)atomic_load_explicit(&value, memory_order_relaxed);
                atomic_fetch_add(&lock, 1);
            }
        } else if (try_write()) {
            atomic_store_explicit(&value, me, memory_order_relaxed);
            assert(atomic_load_explicit(&value, memory_order_relaxed) == me);
            atomic_fetch_add(&lock, BIAS);
        }
    return NULL;
}

int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, NULL, work, (void *)1L);
    pthread_create(&t2, NULL, work, (void *)2L);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
