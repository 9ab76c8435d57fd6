/* A ticket lock: draw a number, wait until it is served. Threads enter in the order in which they came.
 *
 * Only the drawing needs a read-modify-write. `serving` is written by nobody but the thread that holds the lock, so
 * a load and a store do; the store is a release store, because it hands over what was done under the lock.
 *
 * To try:
 *   - heddle check examples/ticket_lock.c --mm pso --atomics plain
 *     The next one is called before the counter has arrived.
 *   - Draw the ticket by a load and a store: two threads may hold the same number, under every model.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Options: --observe counter,next_ticket,serving
 * Outcomes: counter=2 next_ticket=2 serving=2
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_uint next_ticket, serving;
int counter; /* protected by the lock */

static void lock(void)
{
    unsigned mine = atomic_fetch_add_explicit(&next_ticket, 1, memory_order_relaxed);
    while (atomic_load_explicit(&serving, memory_order_acquire) != mine)
        ;
}

static void unlock(void)
{
    unsigned mine = atomic_load_explicit(&serving, memory_order_relaxed);
    atomic_store_explicit(&serving, mine + 1, memory_order_release);
}

static void *worker(void *unused)
{
    (void)unused;
    lock();
    counter++;
    unlock();
    return NULL;
}

int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, NULL, worker, NULL);
    pthread_create(&t2, NULL, worker, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(counter == 2);
    return 0;
}
