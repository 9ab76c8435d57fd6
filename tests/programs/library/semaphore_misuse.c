/* Semaphores used against their rules; and waiting for a post that never comes is a deadlock.
 *
 * Verdict: SC violation, TSO violation
 * Prints: semaphore_misuse.c:25: this semaphore was never initialised
 * Prints: semaphore_misuse.c:28: this semaphore was destroyed
 * Prints: semaphore_misuse.c:31: this semaphore was destroyed
 * Prints: semaphore_misuse.c:34: this semaphore was destroyed
 * Prints: semaphore_misuse.c:37: .*never.* is used without having been initialised
 * Prints: semaphore_misuse.c:44: this semaphore was never initialised
 * Prints: semaphore_misuse.c:48: .*never.* is used without having been initialised
 * Prints: DEADLOCK: .*\bempty
 */
#include <limits.h>
#include <semaphore.h>

unsigned char __VERIFIER_nondet_uchar(void);

sem_t empty, unset, destroyed;

static void misuse(unsigned char which)
{
    sem_t never;
    switch (which) {
    case 0:
        sem_post(&unset);
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
    case 6:
        sem_init(&unset, 0, (unsigned)SEM_VALUE_MAX + 1);
        sem_wait(&unset);
        break;
    case 7:
        sem_init(&never, 0, (unsigned)SEM_VALUE_MAX + 1);
        sem_trywait(&never);
        break;
    }
}

int main(void)
{
    sem_init(&empty, 0, 0);
    sem_init(&destroyed, 0, 0);
    sem_destroy(&destroyed);
    misuse(__VERIFIER_nondet_uchar());
    return 0;
}
