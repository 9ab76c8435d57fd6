/* Robust mutexes: who locks one whose holder has ended is told so, holds it, and makes it consistent, or nobody ever
 * gets it again.
 *
 * Verdict: SC safe, PSO safe
 */
#include "table.h"

#include <pthread.h>

static pthread_mutex_t mutex;

static void make(int type)
{
    pthread_mutexattr_t a;
    ROW(pthread_mutexattr_init(&a), 0);
    ROW(pthread_mutexattr_settype(&a, type), 0);
    ROW(pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_ROBUST), 0);
    ROW(pthread_mutex_init(&mutex, &a), 0);
}

static void *leave_locked(void *by_exit)
{
    int error = pthread_mutex_lock(&mutex);
    assert(error == 0 || error == EOWNERDEAD);
    if (by_exit)
        pthread_exit(NULL);
    return NULL;
}

static void die_with_it(void *by_exit)
{
    pthread_t thread;
    ROW(pthread_create(&thread, NULL, leave_locked, by_exit), 0);
    ROW(pthread_join(thread, NULL), 0);
}

static void check_recovery(void)
{
    ROW(pthread_mutex_consistent(&mutex), EINVAL);
    die_with_it(NULL);
    ROW(pthread_mutex_trylock(&mutex), EOWNERDEAD);
    ROW(pthread_mutex_consistent(&mutex), 0);
    ROW(pthread_mutex_consistent(&mutex), EINVAL);
    ROW(pthread_mutex_unlock(&mutex), 0);
    ROW(pthread_mutex_lock(&mutex), 0);
    ROW(pthread_mutex_unlock(&mutex), 0);
    ROW(pthread_mutex_unlock(&mutex), EPERM);
}

static void check_loss(void)
{
    die_with_it(&mutex);
    die_with_it(NULL);
    ROW(pthread_mutex_lock(&mutex), EOWNERDEAD);
    ROW(pthread_mutex_unlock(&mutex), 0);
    ROW(pthread_mutex_lock(&mutex), ENOTRECOVERABLE);
    ROW(pthread_mutex_lock(&mutex), ENOTRECOVERABLE);
    ROW(pthread_mutex_destroy(&mutex), 0);
}

int main(void)
{
    make(PTHREAD_MUTEX_NORMAL);
    check_recovery();
    check_loss();
    make(PTHREAD_MUTEX_ERRORCHECK);
    ROW(pthread_mutex_lock(&mutex), 0);
    ROW(pthread_mutex_lock(&mutex), EDEADLK);
    ROW(pthread_mutex_unlock(&mutex), 0);
    check_loss();
    make(PTHREAD_MUTEX_RECURSIVE);
    ROW(pthread_mutex_lock(&mutex), 0);
    ROW(pthread_mutex_lock(&mutex), 0);
    ROW(pthread_mutex_unlock(&mutex), 0);
    ROW(pthread_mutex_unlock(&mutex), 0);
    check_recovery();
    END_OF_TABLE();
    return 0;
}
