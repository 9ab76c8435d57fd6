/* A loop around a function that tries something: only the way on which it succeeds changes anything, and that leaves
 * the loop. So it only waits, and needs no bound.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

int slot, received;
atomic_int head, tail;

static bool take(int *out)
{
    int h = atomic_load_explicit(&head, memory_order_relaxed);
    if (h == atomic_load_explicit(&tail, memory_order_acquire))
        return false;
    *out = slot;
    atomic_store_explicit(&head, h + 1, memory_order_release);
    return true;
}

static void *consumer(void *unused)
{
    while (!take(&received))
        ;
    return unused;
}

int main(void)
{
    pthread_t a;
    pthread_create(&a, NULL, consumer, NULL);
    slot = 5;
    atomic_store_explicit(&tail, 1, memory_order_release);
    pthread_join(a, NULL);
    assert(received == 5 && head == 1);
    return 0;
}
