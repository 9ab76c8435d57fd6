/* Read-write locks used against their rules.
 *
 * Verdict: SC violation, TSO violation
 * Prints: rwlock_misuse.c:40: this read-write lock is not locked
 * Prints: rwlock_misuse.c:23: this read-write lock is locked by another thread
 * Prints: rwlock_misuse.c:30: this thread has not locked this read-write lock
 * Prints: rwlock_misuse.c:52: destroying a locked read-write lock
 * Prints: rwlock_misuse.c:55: this read-write lock was destroyed
 * Prints: rwlock_misuse.c:58: this read-write lock was destroyed
 * Prints: rwlock_misuse.c:61: this read-write lock was destroyed
 * Prints: rwlock_misuse.c:64: .*never.* is used without having been initialised
 */
#include <pthread.h>
#include <stddef.h>

unsigned char __VERIFIER_nondet_uchar(void);

pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER, destroyed;

static void *unlocks_of_writer(void *unused)
{
    (void)unused;
    pthread_rwlock_unlock(&rw);
    return NULL;
}

static void *unlocks_of_reader(void *unused)
{
    (void)unused;
    pthread_rwlock_unlock(&rw);
    return NULL;
}

static void misuse(unsigned char which)
{
    pthread_t thread;
    pthread_rwlock_t never;
    switch (which) {
    case 0:
        pthread_rwlock_unlock(&rw);
        break;
    case 1:
        pthread_rwlock_wrlock(&rw);
        pthread_create(&thread, NULL, unlocks_of_writer, NULL);
        break;
    case 2:
        pthread_rwlock_rdlock(&rw);
        pthread_create(&thread, NULL, unlocks_of_reader, NULL);
        break;
    case 3:
        pthread_rwlock_rdlock(&rw);
        pthread_rwlock_destroy(&rw);
        break;
    case 4:
        pthread_rwlock_rdlock(&destroyed);
        break;
    case 5:
        pthread_rwlock_wrlock(&destroyed);
        break;
    case 6:
        pthread_rwlock_unlock(&destroyed);
        break;
    case 7:
        pthread_rwlock_rdlock(&never);
        break;
    }
}

int main(void)
{
    pthread_rwlock_destroy(&destroyed);
    misuse(__VERIFIER_nondet_uchar());
    return 0;
}
