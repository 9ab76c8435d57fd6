/* Fibonacci's numbers by two threads that add each other's number to their own.
 *
 * In strict alternation, `even` and `odd` run through the sequence 1, 1, 2, 3, 5 ...; every other schedule, and every
 * addition that is lost, gives smaller numbers. So neither is ever larger than the number 2N + 2 of the sequence.
 * Main does not wait for the threads: it looks at some moment. The bound is tight, and few schedules reach it.
 *
 * N: how often each of the two threads adds.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Bench: N=4,5,6
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 2
#endif

atomic_int even = 1, odd = 1;

static void *advances_even(void *unused)
{
    (void)unused;
    for (int i = 0; i < N; i++)
        atomic_store(&even, atomic_load(&even) + atomic_load(&odd));
    return NULL;
}

static void *advances_odd(void *unused)
{
    (void)unused;
    for (int i = 0; i < N; i++)
        atomic_store(&odd, atomic_load(&odd) + atomic_load(&even));
    return NULL;
}

static int fibonacci(int index)
{
    int previous = 0, current = 1;
    for (int i = 1; i < index; i++) {
        int sum = previous + current;
        previous = current;
        current = sum;
    }
    return current;
}

int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, NULL, advances_even, NULL);
    pthread_create(&t2, NULL, advances_odd, NULL);
    int largest = fibonacci(2 * N + 2);
    assert(atomic_load(&even) <= largest && atomic_load(&odd) <= largest);
    return 0;
}
