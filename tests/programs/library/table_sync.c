/* Barriers, spin locks, pthread_once: what their operations return.
 *
 * Verdict: SC safe, PSO safe
 */
#include "table.h"

#include <limits.h>
#include <pthread.h>

static int ran;

static void run(void)
{
    ran++;
}

static void check_barrier(void)
{
    pthread_barrier_t barrier;
    pthread_barrierattr_t a;
    int value = -1;
    ROW(pthread_barrierattr_init(&a), 0);
    GIVES(pthread_barrierattr_getpshared(&a, &value), value, PTHREAD_PROCESS_PRIVATE);
    ROW(pthread_barrierattr_setpshared(&a, PTHREAD_PROCESS_SHARED), 0);
    ROW(pthread_barrierattr_setpshared(&a, 2), EINVAL);
    GIVES(pthread_barrierattr_getpshared(&a, &value), value, PTHREAD_PROCESS_SHARED);
    ROW(pthread_barrier_init(&barrier, &a, 0), EINVAL);
    ROW(pthread_barrier_init(&barrier, NULL, UINT_MAX), EINVAL);
    ROW(pthread_barrier_init(&barrier, NULL, INT_MAX), EINVAL);
    ROW(pthread_barrier_init(&barrier, NULL, 1), 0);
    ROW(pthread_barrierattr_destroy(&a), 0);
    ROW(pthread_barrier_wait(&barrier), PTHREAD_BARRIER_SERIAL_THREAD);
    ROW(pthread_barrier_wait(&barrier), PTHREAD_BARRIER_SERIAL_THREAD);
    ROW(pthread_barrier_destroy(&barrier), 0);
}

static void check_spin(void)
{
    pthread_spinlock_t spin;
    ROW(pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE), 0);
    ROW(pthread_spin_lock(&spin), 0);
    ROW(pthread_spin_trylock(&spin), EBUSY);
    ROW(pthread_spin_unlock(&spin), 0);
    ROW(pthread_spin_trylock(&spin), 0);
    ROW(pthread_spin_unlock(&spin), 0);
    ROW(pthread_spin_destroy(&spin), 0);
}

int main(void)
{
    pthread_once_t once = PTHREAD_ONCE_INIT;
    check_barrier();
    check_spin();
    ROW(pthread_once(&once, run), 0);
    ROW(pthread_once(&once, run), 0);
    ROW(ran, 1);
    END_OF_TABLE();
    return 0;
}
