/* C11 <threads.h>: glibc's types are those of pthreads, and so are the models. */
#include "mutex.h"

#include <errno.h>
#include <pthread.h>
#include <threads.h>

static int result_of(int error)
{
    switch (error) {
    case 0:
        return thrd_success;
    case EBUSY:
        return thrd_busy;
    case ETIMEDOUT:
        return thrd_timedout;
    case ENOMEM:
        return thrd_nomem;
    default:
        return thrd_error;
    }
}

/* ---- threads ---- */

/* A thread's result is what its function returns, which may be narrower than a pointer. */
int thrd_create(thrd_t *thread, thrd_start_t function, void *argument)
{
    return result_of(pthread_create(thread, NULL, (void *(*)(void *))(void (*)(void))function, argument));
}

int thrd_join(thrd_t thread, int *result)
{
    void *value;
    int error = pthread_join(thread, &value);
    if (!error && result)
        *result = (int)(intptr_t)value;
    return result_of(error);
}

_Noreturn void thrd_exit(int result)
{
    __heddle_thread_exit((void *)(intptr_t)result);
}

int thrd_detach(thrd_t thread)
{
    return result_of(pthread_detach(thread));
}

thrd_t thrd_current(void)
{
    return pthread_self();
}

int(thrd_equal)(thrd_t one, thrd_t other)
{
    return one == other;
}

int thrd_sleep(const struct timespec *duration, struct timespec *remaining)
{
    enum { NO_TIME = -2 };
    (void)remaining;
    return is_time(duration) && duration->tv_sec >= 0 ? 0 : NO_TIME;
}

void thrd_yield(void)
{
}

/* ---- mutexes ---- */

static pthread_mutex_t *mutex_of(mtx_t *mutex)
{
    return (pthread_mutex_t *)mutex;
}

int mtx_init(mtx_t *mutex, int type)
{
    pthread_mutexattr_t attribute;
    pthread_mutexattr_init(&attribute);
    pthread_mutexattr_settype(&attribute, type & mtx_recursive ? PTHREAD_MUTEX_RECURSIVE : PTHREAD_MUTEX_NORMAL);
    return result_of(pthread_mutex_init(mutex_of(mutex), &attribute));
}

/* C has nothing against a holder who destroys it; only that others wait for it is undefined. */
void mtx_destroy(mtx_t *mutex)
{
    __heddle_atomic_begin();
    __heddle_drop_mutex(mutex_of(mutex));
    pthread_mutex_destroy(mutex_of(mutex));
    __heddle_atomic_end();
}

int mtx_lock(mtx_t *mutex)
{
    return result_of(pthread_mutex_lock(mutex_of(mutex)));
}

int mtx_trylock(mtx_t *mutex)
{
    return result_of(pthread_mutex_trylock(mutex_of(mutex)));
}

int mtx_timedlock(mtx_t *restrict mutex, const struct timespec *restrict until)
{
    return result_of(pthread_mutex_timedlock(mutex_of(mutex), until));
}

int mtx_unlock(mtx_t *mutex)
{
    return result_of(pthread_mutex_unlock(mutex_of(mutex)));
}

/* ---- condition variables ---- */

static pthread_cond_t *condition_of(cnd_t *condition)
{
    return (pthread_cond_t *)condition;
}

int cnd_init(cnd_t *condition)
{
    return result_of(pthread_cond_init(condition_of(condition), NULL));
}

void cnd_destroy(cnd_t *condition)
{
    pthread_cond_destroy(condition_of(condition));
}

int cnd_signal(cnd_t *condition)
{
    return result_of(pthread_cond_signal(condition_of(condition)));
}

int cnd_broadcast(cnd_t *condition)
{
    return result_of(pthread_cond_broadcast(condition_of(condition)));
}

int cnd_wait(cnd_t *condition, mtx_t *mutex)
{
    return result_of(pthread_cond_wait(condition_of(condition), mutex_of(mutex)));
}

int cnd_timedwait(cnd_t *restrict condition, mtx_t *restrict mutex, const struct timespec *restrict until)
{
    return result_of(pthread_cond_timedwait(condition_of(condition), mutex_of(mutex), until));
}

/* ---- once, thread-specific storage ---- */

void call_once(once_flag *flag, void (*function)(void))
{
    pthread_once((pthread_once_t *)flag, function);
}

int tss_create(tss_t *key, tss_dtor_t destructor)
{
    return result_of(pthread_key_create(key, destructor));
}

void tss_delete(tss_t key)
{
    pthread_key_delete(key);
}

void *tss_get(tss_t key)
{
    return pthread_getspecific(key);
}

int tss_set(tss_t key, void *value)
{
    return result_of(pthread_setspecific(key, value));
}
