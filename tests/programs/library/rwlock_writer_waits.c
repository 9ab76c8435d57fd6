/* Where the kind prefers writers, a reader that only tries may fail because of a writer that waits; otherwise never. A
 * thread may have more read locks than a byte can count.
 *
 * Verdict: SC violation
 * Prints: rwlock_writer_waits.c:30: assertion
 * Prints-not: rwlock_writer_waits.c:[45]
 * Check-options: --unwind 301
 */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

static pthread_rwlock_t preferring = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
static pthread_rwlock_t fair = PTHREAD_RWLOCK_INITIALIZER;

static void *writer(void *lock)
{
    pthread_rwlock_wrlock(lock);
    pthread_rwlock_unlock(lock);
    return NULL;
}

static void expect_both(void)
{
    int error = pthread_rwlock_tryrdlock(&preferring);
    if (error == 0)
        pthread_rwlock_unlock(&preferring);
    assert(error == 0);
}

static void try_with_writer(pthread_rwlock_t *lock, void (*expect)(void))
{
    pthread_t thread;
    pthread_rwlock_rdlock(lock);
    pthread_create(&thread, NULL, writer, lock);
    expect();
    pthread_rwlock_unlock(lock);
    pthread_join(thread, NULL);
}

static void expect_success(void)
{
    assert(pthread_rwlock_tryrdlock(&fair) == 0);
    pthread_rwlock_unlock(&fair);
}

int main(void)
{
    pthread_rwlock_t often = PTHREAD_RWLOCK_INITIALIZER;
    for (int i = 0; i < 300; i++)
        assert(pthread_rwlock_rdlock(&often) == 0);
    for (int i = 0; i < 300; i++)
        pthread_rwlock_unlock(&often);
    assert(pthread_rwlock_trywrlock(&often) == 0);
    try_with_writer(&fair, expect_success);
    try_with_writer(&preferring, expect_both);
    return 0;
}
