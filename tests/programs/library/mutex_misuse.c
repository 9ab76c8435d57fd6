/* Mutexes used against their rules.
 *
 * Verdict: SC violation, TSO violation
 * Prints: mutex_misuse.c:36: this mutex is not locked
 * Prints: mutex_misuse.c:25: this mutex is locked by another thread
 * Prints: mutex_misuse.c:42: destroying a locked mutex
 * Prints: mutex_misuse.c:45: this mutex was destroyed
 * Prints: mutex_misuse.c:48: this mutex was destroyed
 * Prints: mutex_misuse.c:51: this mutex was destroyed
 * Prints: mutex_misuse.c:54: this mutex was destroyed
 * Prints: mutex_misuse.c:57: .*never.* is used without having been initialised
 * Prints: mutex_misuse.c:60: .*never.* is used without having been initialised
 * Prints: mutex_misuse.c:64: .* is used without having been initialised
 */
#include <pthread.h>
#include <stdlib.h>

unsigned char __VERIFIER_nondet_uchar(void);

pthread_mutex_t locked = PTHREAD_MUTEX_INITIALIZER, destroyed;

static void *stranger(void *unused)
{
    (void)unused;
    pthread_mutex_unlock(&locked);
    return NULL;
}

static void misuse(unsigned char which)
{
    pthread_t thread;
    pthread_mutex_t never, *heap;
    switch (which) {
    case 0:
        pthread_mutex_unlock(&locked);
        pthread_mutex_unlock(&locked);
        break;
    case 1:
        pthread_create(&thread, NULL, stranger, NULL);
        break;
    case 2:
        pthread_mutex_destroy(&locked);
        break;
    case 3:
        pthread_mutex_lock(&destroyed);
        break;
    case 4:
        pthread_mutex_trylock(&destroyed);
        break;
    case 5:
        pthread_mutex_unlock(&destroyed);
        break;
    case 6:
        pthread_mutex_destroy(&destroyed);
        break;
    case 7:
        pthread_mutex_lock(&never);
        break;
    case 8:
        pthread_mutex_unlock(&never);
        break;
    case 9:
        heap = malloc(sizeof *heap);
        pthread_mutex_lock(heap);
        break;
    }
}

int main(void)
{
    pthread_mutex_lock(&locked);
    pthread_mutex_destroy(&destroyed);
    misuse(__VERIFIER_nondet_uchar());
    return 0;
}
