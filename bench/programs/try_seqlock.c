/* A seqlock with one writer and two readers. A reader that is disturbed does not try again, but goes on to its next
 * try.
 *
 * N: how often each thread writes or reads.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Bench: N=3,10,60
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 1
#endif

atomic_int sequence; /* odd while the data is being written */
atomic_int data;     /* half of the sequence, if that is even */

static void *writer(void *unused)
{
    for (int i = 0; i < N; i++) {
        int even = atomic_load(&sequence);
        atomic_store(&sequence, even + 1);
        atomic_store(&data, i + 1);
        atomic_store(&sequence, even + 2);
    }
    return unused;
}

static void *reader(void *unused)
{
    for (int i = 0; i < N; i++) {
        int before = atomic_load(&sequence);
        if (before % 2 == 1)
            continue;
        int seen = atomic_load(&data);
        if (atomic_load(&sequence) == before)
            assert(seen == before / 2);
    }
    return unused;
}

int main(void)
{
    pthread_t t1, t2, t3;
    pthread_create(&t1, NULL, writer, NULL);
    pthread_create(&t2, NULL, reader, NULL);
    pthread_create(&t3, NULL, reader, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    pthread_join(t3, NULL);
    return 0;
}
