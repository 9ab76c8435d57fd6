/* Readers do not exclude each other: both can be inside at once, which a mutex would forbid.
 *
 * Verdict: SC violation, TSO violation
 * Prints: assertion `inside == 1` failed
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
atomic_int inside;

static void *reader(void *unused)
{
    (void)unused;
    pthread_rwlock_rdlock(&rw);
    inside++;
    assert(inside == 1);
    inside--;
    pthread_rwlock_unlock(&rw);
    return NULL;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, reader, NULL);
    reader(NULL);
    pthread_join(thread, NULL);
    return 0;
}
