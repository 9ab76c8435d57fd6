/* Spin locks used against their rules; and one locked twice is a deadlock.
 *
 * Verdict: SC violation, TSO violation
 * Prints: spin_misuse.c:33: this spin lock is not locked
 * Prints: spin_misuse.c:22: this spin lock is locked by another thread
 * Prints: spin_misuse.c:39: destroying a locked spin lock
 * Prints: spin_misuse.c:42: this spin lock was destroyed
 * Prints: spin_misuse.c:45: this spin lock was destroyed
 * Prints: spin_misuse.c:48: .*never.* is used without having been initialised
 * Prints: DEADLOCK: .*\blocked
 */
#include <pthread.h>
#include <stddef.h>

unsigned char __VERIFIER_nondet_uchar(void);

pthread_spinlock_t locked, destroyed;

static void *stranger(void *unused)
{
    (void)unused;
    pthread_spin_unlock(&locked);
    return NULL;
}

static void misuse(unsigned char which)
{
    pthread_t thread;
    pthread_spinlock_t never;
    switch (which) {
    case 0:
        pthread_spin_unlock(&locked);
        pthread_spin_unlock(&locked);
        break;
    case 1:
        pthread_create(&thread, NULL, stranger, NULL);
        break;
    case 2:
        pthread_spin_destroy(&locked);
        break;
    case 3:
        pthread_spin_lock(&destroyed);
        break;
    case 4:
        pthread_spin_unlock(&destroyed);
        break;
    case 5:
        pthread_spin_lock(&never);
        break;
    case 6:
        pthread_spin_lock(&locked);
        break;
    }
}

int main(void)
{
    pthread_spin_init(&locked, PTHREAD_PROCESS_PRIVATE);
    pthread_spin_init(&destroyed, PTHREAD_PROCESS_PRIVATE);
    pthread_spin_lock(&locked);
    pthread_spin_destroy(&destroyed);
    misuse(__VERIFIER_nondet_uchar());
    return 0;
}
