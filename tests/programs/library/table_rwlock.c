/* Read-write locks: what their operations return, and their attributes.
 *
 * Verdict: SC safe, PSO safe
 */
#include "table.h"

#include <pthread.h>
#include <time.h>

static const struct timespec past, no_time = {.tv_nsec = 1000000000};

static void check_written(pthread_rwlock_t *lock)
{
    ROW(pthread_rwlock_wrlock(lock), 0);
    ROW(pthread_rwlock_wrlock(lock), EDEADLK);
    ROW(pthread_rwlock_rdlock(lock), EDEADLK);
    ROW(pthread_rwlock_timedrdlock(lock, &past), EDEADLK);
    ROW(pthread_rwlock_timedwrlock(lock, &past), EDEADLK);
    ROW(pthread_rwlock_tryrdlock(lock), EBUSY);
    ROW(pthread_rwlock_trywrlock(lock), EBUSY);
    ROW(pthread_rwlock_unlock(lock), 0);
    ROW(pthread_rwlock_trywrlock(lock), 0);
    ROW(pthread_rwlock_unlock(lock), 0);
}

static void check_read(pthread_rwlock_t *lock)
{
    ROW(pthread_rwlock_rdlock(lock), 0);
    ROW(pthread_rwlock_rdlock(lock), 0);
    ROW(pthread_rwlock_tryrdlock(lock), 0);
    ROW(pthread_rwlock_trywrlock(lock), EBUSY);
    ROW(pthread_rwlock_timedwrlock(lock, &past), ETIMEDOUT);
    ROW(pthread_rwlock_clockwrlock(lock, CLOCK_MONOTONIC, &past), ETIMEDOUT);
    ROW(pthread_rwlock_timedrdlock(lock, &past), 0);
    ROW(pthread_rwlock_clockrdlock(lock, CLOCK_MONOTONIC, &past), 0);
    for (int i = 0; i < 5; i++)
        ROW(pthread_rwlock_unlock(lock), 0);
}

static void check_times(pthread_rwlock_t *lock)
{
    ROW(pthread_rwlock_rdlock(lock), 0);
    ROW(pthread_rwlock_timedwrlock(lock, &no_time), EINVAL);
    ROW(pthread_rwlock_clockwrlock(lock, CLOCK_REALTIME, &no_time), EINVAL);
    ROW(pthread_rwlock_clockwrlock(lock, 77, &past), EINVAL);
    ROW(pthread_rwlock_clockrdlock(lock, CLOCK_THREAD_CPUTIME_ID, &past), EINVAL);
    ROW(pthread_rwlock_unlock(lock), 0);
}

static void *others(void *lock)
{
    ROW(pthread_rwlock_tryrdlock(lock), EBUSY);
    ROW(pthread_rwlock_trywrlock(lock), EBUSY);
    ROW(pthread_rwlock_timedrdlock(lock, &past), ETIMEDOUT);
    ROW(pthread_rwlock_timedwrlock(lock, &past), ETIMEDOUT);
    ROW(pthread_rwlock_timedrdlock(lock, &no_time), EINVAL);
    return NULL;
}

static void check_others(pthread_rwlock_t *lock)
{
    pthread_t thread;
    ROW(pthread_rwlock_wrlock(lock), 0);
    ROW(pthread_create(&thread, NULL, others, lock), 0);
    ROW(pthread_join(thread, NULL), 0);
    ROW(pthread_rwlock_unlock(lock), 0);
}

static void check_attributes(pthread_rwlockattr_t *a)
{
    int value = -1;
    ROW(pthread_rwlockattr_init(a), 0);
    GIVES(pthread_rwlockattr_getpshared(a, &value), value, PTHREAD_PROCESS_PRIVATE);
    ROW(pthread_rwlockattr_setpshared(a, PTHREAD_PROCESS_SHARED), 0);
    ROW(pthread_rwlockattr_setpshared(a, 5), EINVAL);
    GIVES(pthread_rwlockattr_getpshared(a, &value), value, PTHREAD_PROCESS_SHARED);
    GIVES(pthread_rwlockattr_getkind_np(a, &value), value, PTHREAD_RWLOCK_DEFAULT_NP);
    ROW(pthread_rwlockattr_setkind_np(a, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP), 0);
    ROW(pthread_rwlockattr_setkind_np(a, 3), EINVAL);
    GIVES(pthread_rwlockattr_getkind_np(a, &value), value, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
}

int main(void)
{
    pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER, other;
    pthread_rwlockattr_t a;
    check_written(&lock);
    check_read(&lock);
    check_times(&lock);
    check_others(&lock);
    ROW(pthread_rwlock_destroy(&lock), 0);
    check_attributes(&a);
    ROW(pthread_rwlock_init(&other, &a), 0);
    check_written(&other);
    ROW(pthread_rwlock_destroy(&other), 0);
    ROW(pthread_rwlockattr_destroy(&a), 0);
    END_OF_TABLE();
    return 0;
}
