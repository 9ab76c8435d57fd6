/* Attributes of mutexes: every setter has its getter, and refuses what there is not.
 *
 * Verdict: SC safe
 */
#include "table.h"

#include <pthread.h>

static void check_settings(pthread_mutexattr_t *a)
{
    int value = -1;
    GIVES(pthread_mutexattr_gettype(a, &value), value, PTHREAD_MUTEX_DEFAULT);
    ROW(pthread_mutexattr_settype(a, PTHREAD_MUTEX_ERRORCHECK), 0);
    ROW(pthread_mutexattr_settype(a, 4), EINVAL);
    ROW(pthread_mutexattr_settype(a, -1), EINVAL);
    GIVES(pthread_mutexattr_getpshared(a, &value), value, PTHREAD_PROCESS_PRIVATE);
    ROW(pthread_mutexattr_setpshared(a, PTHREAD_PROCESS_SHARED), 0);
    ROW(pthread_mutexattr_setpshared(a, 2), EINVAL);
    GIVES(pthread_mutexattr_getrobust(a, &value), value, PTHREAD_MUTEX_STALLED);
    ROW(pthread_mutexattr_setrobust(a, PTHREAD_MUTEX_ROBUST), 0);
    ROW(pthread_mutexattr_setrobust(a, 2), EINVAL);
    GIVES(pthread_mutexattr_getprotocol(a, &value), value, PTHREAD_PRIO_NONE);
    ROW(pthread_mutexattr_setprotocol(a, PTHREAD_PRIO_PROTECT), 0);
    ROW(pthread_mutexattr_setprotocol(a, 3), EINVAL);
    ROW(pthread_mutexattr_setprioceiling(a, 17), 0);
    ROW(pthread_mutexattr_setprioceiling(a, 1000), EINVAL);
}

static void check_kept(pthread_mutexattr_t *a)
{
    int value = -1;
    GIVES(pthread_mutexattr_gettype(a, &value), value, PTHREAD_MUTEX_ERRORCHECK);
    GIVES(pthread_mutexattr_getpshared(a, &value), value, PTHREAD_PROCESS_SHARED);
    GIVES(pthread_mutexattr_getrobust(a, &value), value, PTHREAD_MUTEX_ROBUST);
    GIVES(pthread_mutexattr_getprotocol(a, &value), value, PTHREAD_PRIO_PROTECT);
    GIVES(pthread_mutexattr_getprioceiling(a, &value), value, 17);
}

static void check_ceiling(void)
{
    pthread_mutexattr_t a;
    pthread_mutex_t plain = PTHREAD_MUTEX_INITIALIZER, mutex;
    int value = -1;
    ROW(pthread_mutexattr_init(&a), 0);
    ROW(pthread_mutexattr_setprotocol(&a, PTHREAD_PRIO_PROTECT), 0);
    ROW(pthread_mutexattr_setprioceiling(&a, 23), 0);
    ROW(pthread_mutex_init(&mutex, &a), 0);
    GIVES(pthread_mutex_getprioceiling(&mutex, &value), value, 23);
    ROW(pthread_mutex_getprioceiling(&plain, &value), EINVAL);
    ROW(pthread_mutex_setprioceiling(&plain, 9, &value), EINVAL);
    ROW(pthread_mutex_destroy(&mutex), 0);
}

int main(void)
{
    pthread_mutexattr_t a;
    ROW(pthread_mutexattr_init(&a), 0);
    check_settings(&a);
    check_kept(&a);
    ROW(pthread_mutexattr_destroy(&a), 0);
    check_ceiling();
    END_OF_TABLE();
    return 0;
}
