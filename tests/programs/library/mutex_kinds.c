/* What the kinds of mutexes answer: recursive ones count, errorcheck ones report, both to nobody but their holder.
 *
 * Verdict: SC safe, PSO safe
 */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t recursive = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
pthread_mutex_t checked = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
pthread_mutex_t adaptive = PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP;

static void *stranger(void *unused)
{
    (void)unused;
    assert(pthread_mutex_trylock(&recursive) == EBUSY);
    assert(pthread_mutex_trylock(&checked) == EBUSY);
    assert(pthread_mutex_trylock(&adaptive) == EBUSY);
    assert(pthread_mutex_unlock(&recursive) == EPERM);
    assert(pthread_mutex_unlock(&checked) == EPERM);
    return NULL;
}

static void check(pthread_mutex_t *mutex, int again, int try_again)
{
    assert(pthread_mutex_unlock(mutex) == EPERM);
    assert(pthread_mutex_lock(mutex) == 0);
    assert(pthread_mutex_lock(mutex) == again);
    assert(pthread_mutex_trylock(mutex) == try_again);
    if (again == 0) {
        assert(pthread_mutex_unlock(mutex) == 0);
        assert(pthread_mutex_unlock(mutex) == 0);
    }
    assert(pthread_mutex_unlock(mutex) == 0);
    assert(pthread_mutex_unlock(mutex) == EPERM);
}

static void check_made_by_attribute(int kind, int again, int try_again)
{
    pthread_mutex_t mutex;
    pthread_mutexattr_t attribute;
    int type;
    assert(pthread_mutexattr_init(&attribute) == 0);
    assert(pthread_mutexattr_gettype(&attribute, &type) == 0 && type == PTHREAD_MUTEX_DEFAULT);
    assert(pthread_mutexattr_settype(&attribute, 17) == EINVAL);
    assert(pthread_mutexattr_settype(&attribute, kind) == 0);
    assert(pthread_mutexattr_gettype(&attribute, &type) == 0 && type == kind);
    assert(pthread_mutexattr_setpshared(&attribute, PTHREAD_PROCESS_PRIVATE) == 0);
    assert(pthread_mutexattr_setprotocol(&attribute, PTHREAD_PRIO_NONE) == 0);
    assert(pthread_mutexattr_setprioceiling(&attribute, 1) == 0);
    assert(pthread_mutexattr_setrobust(&attribute, PTHREAD_MUTEX_STALLED) == 0);
    assert(pthread_mutex_init(&mutex, &attribute) == 0);
    assert(pthread_mutexattr_destroy(&attribute) == 0);
    check(&mutex, again, try_again);
    assert(pthread_mutex_destroy(&mutex) == 0);
}

int main(void)
{
    pthread_t thread;
    check(&recursive, 0, 0);
    check(&checked, EDEADLK, EBUSY);
    check_made_by_attribute(PTHREAD_MUTEX_RECURSIVE, 0, 0);
    check_made_by_attribute(PTHREAD_MUTEX_ERRORCHECK, EDEADLK, EBUSY);

    assert(pthread_mutex_lock(&recursive) == 0);
    assert(pthread_mutex_lock(&checked) == 0);
    assert(pthread_mutex_trylock(&adaptive) == 0);
    assert(pthread_mutex_trylock(&adaptive) == EBUSY);
    pthread_create(&thread, NULL, stranger, NULL);
    pthread_join(thread, NULL);
    assert(pthread_mutex_unlock(&adaptive) == 0);
    return 0;
}
