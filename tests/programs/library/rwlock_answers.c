/* What the operations on read-write locks answer, to the holder and to another thread.
 *
 * Verdict: SC safe, PSO safe
 */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <time.h>

pthread_rwlock_t rw = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
const struct timespec until = {.tv_sec = 1};

static void *finds_readers(void *unused)
{
    (void)unused;
    assert(pthread_rwlock_tryrdlock(&rw) == 0);
    assert(pthread_rwlock_unlock(&rw) == 0);
    assert(pthread_rwlock_trywrlock(&rw) == EBUSY);
    assert(pthread_rwlock_timedwrlock(&rw, &until) == ETIMEDOUT);
    assert(pthread_rwlock_clockwrlock(&rw, CLOCK_MONOTONIC, &until) == ETIMEDOUT);
    return NULL;
}

static void *finds_writer(void *unused)
{
    (void)unused;
    assert(pthread_rwlock_tryrdlock(&rw) == EBUSY);
    assert(pthread_rwlock_trywrlock(&rw) == EBUSY);
    assert(pthread_rwlock_timedrdlock(&rw, &until) == ETIMEDOUT);
    assert(pthread_rwlock_clockrdlock(&rw, CLOCK_MONOTONIC, &until) == ETIMEDOUT);
    assert(pthread_rwlock_timedwrlock(&rw, &until) == ETIMEDOUT);
    return NULL;
}

static void ask(void *(*stranger)(void *))
{
    pthread_t thread;
    pthread_create(&thread, NULL, stranger, NULL);
    pthread_join(thread, NULL);
}

static void check_initialised(void)
{
    pthread_rwlock_t local;
    pthread_rwlockattr_t attribute;
    assert(pthread_rwlockattr_init(&attribute) == 0);
    assert(pthread_rwlockattr_setpshared(&attribute, PTHREAD_PROCESS_PRIVATE) == 0);
    assert(pthread_rwlockattr_setkind_np(&attribute, PTHREAD_RWLOCK_PREFER_READER_NP) == 0);
    assert(pthread_rwlock_init(&local, &attribute) == 0);
    assert(pthread_rwlockattr_destroy(&attribute) == 0);
    assert(pthread_rwlock_wrlock(&local) == 0);
    assert(pthread_rwlock_unlock(&local) == 0);
    assert(pthread_rwlock_destroy(&local) == 0);
}

int main(void)
{
    check_initialised();
    assert(pthread_rwlock_rdlock(&rw) == 0);
    assert(pthread_rwlock_rdlock(&rw) == 0);
    assert(pthread_rwlock_unlock(&rw) == 0);
    ask(finds_readers);
    assert(pthread_rwlock_unlock(&rw) == 0);
    assert(pthread_rwlock_trywrlock(&rw) == 0);
    ask(finds_writer);
    assert(pthread_rwlock_unlock(&rw) == 0);
    return 0;
}
