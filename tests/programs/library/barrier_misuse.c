/* Barriers used against their rules; and a barrier that waits for too many is a deadlock.
 *
 * Verdict: SC violation, TSO violation
 * Prints: barrier_misuse.c:35: this barrier was never initialised
 * Prints: barrier_misuse.c:38: .*never.* is used without having been initialised
 * Prints: barrier_misuse.c:41: this barrier was destroyed
 * Prints: barrier_misuse.c:44: this barrier was destroyed
 * Prints: barrier_misuse.c:48: destroying a barrier that a thread waits at
 * Prints: barrier_misuse.c:57: this barrier was initialised before, and not destroyed since
 * Prints: DEADLOCK: .*\btwo
 * Prints-not: assertion
 */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

unsigned char __VERIFIER_nondet_uchar(void);

pthread_barrier_t zeroed, two, destroyed;

static void *waiter(void *unused)
{
    (void)unused;
    pthread_barrier_wait(&two);
    return NULL;
}

static void misuse(unsigned char which)
{
    pthread_t thread;
    pthread_barrier_t never;
    switch (which) {
    case 0:
        pthread_barrier_wait(&zeroed);
        break;
    case 1:
        pthread_barrier_wait(&never);
        break;
    case 2:
        pthread_barrier_wait(&destroyed);
        break;
    case 3:
        pthread_barrier_destroy(&destroyed);
        break;
    case 4:
        pthread_create(&thread, NULL, waiter, NULL);
        pthread_barrier_destroy(&two);
        break;
    case 5:
        pthread_barrier_wait(&two);
        break;
    case 6:
        assert(pthread_barrier_init(&never, NULL, 0) == EINVAL);
        break;
    case 7:
        pthread_barrier_init(&two, NULL, 2);
        break;
    }
}

int main(void)
{
    pthread_barrier_init(&two, NULL, 2);
    pthread_barrier_init(&destroyed, NULL, 1);
    pthread_barrier_destroy(&destroyed);
    misuse(__VERIFIER_nondet_uchar());
    return 0;
}
