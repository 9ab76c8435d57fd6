/* Semaphores used against their rules; and waiting for a post that never comes is a deadlock.
 *
 * Verdict: SC violation, TSO violation
 * Prints: semaphore_misuse.c:23: this semaphore already has its greatest value
 * Prints: semaphore_misuse.c:26: this semaphore was destroyed
 * Prints: semaphore_misuse.c:29: this semaphore was destroyed
 * Prints: semaphore_misuse.c:32: this semaphore was destroyed
 * Prints: semaphore_misuse.c:35: .*never.* is used without having been initialised
 * Prints: DEADLOCK: .*\bempty
 */
#include <limits.h>
#include <semaphore.h>

unsigned char __VERIFIER_nondet_uchar(void);

sem_t empty, full, destroyed;

static void misuse(unsigned char which)
{
    sem_t never;
    switch (which) {
    case 0:
        sem_post(&full);
        break;
    case 1:
        sem_wait(&destroyed);
        break;
    case 2:
        sem_post(&destroyed);
        break;
    case 3:
        sem_destroy(&destroyed);
        break;
    case 4:
        sem_wait(&never);
        break;
    case 5:
        sem_wait(&empty);
        break;
    }
}

int main(void)
{
    sem_init(&empty, 0, 0);
    sem_init(&full, 0, SEM_VALUE_MAX);
    sem_init(&destroyed, 0, 0);
    sem_destroy(&destroyed);
    misuse(__VERIFIER_nondet_uchar());
    return 0;
}
