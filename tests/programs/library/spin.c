/* Spin locks exclude and publish; trylock answers.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Options: --observe count
 * Outcomes: count=2
 * Prints-not: DEADLOCK
 */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

pthread_spinlock_t s;
int count;

static void *increment(void *unused)
{
    (void)unused;
    assert(pthread_spin_lock(&s) == 0);
    assert(pthread_spin_trylock(&s) == EBUSY);
    count++;
    assert(pthread_spin_unlock(&s) == 0);
    return NULL;
}

int main(void)
{
    pthread_t thread;
    assert(pthread_spin_init(&s, PTHREAD_PROCESS_PRIVATE) == 0);
    pthread_create(&thread, NULL, increment, NULL);
    increment(NULL);
    pthread_join(thread, NULL);
    assert(count == 2);
    assert(pthread_spin_trylock(&s) == 0);
    assert(pthread_spin_unlock(&s) == 0);
    assert(pthread_spin_destroy(&s) == 0);
    return 0;
}
