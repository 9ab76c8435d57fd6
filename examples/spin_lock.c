/* A spin lock: who changes the flag from clear to set has the lock.
 *
 * The test-and-set is one indivisible step, and a full fence on these machines. The other half is easily forgotten:
 * clearing the flag is only a store, which must not overtake the stores made under the lock. A release store does not.
 *
 * To try:
 *   - heddle check examples/spin_lock.c --mm pso --atomics plain
 *     This takes atomic stores as plain ones: now the flag may be clear before the counter has arrived. TSO, which
 *     keeps stores in order, does not mind.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Options: --observe counter
 * Outcomes: counter=2
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_flag taken = ATOMIC_FLAG_INIT;
int counter; /* protected by the lock */

static void lock(void)
{
    while (atomic_flag_test_and_set_explicit(&taken, memory_order_acquire))
        ;
}

static void unlock(void)
{
    atomic_flag_clear_explicit(&taken, memory_order_release);
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
