/* Condition variables used against their rules.
 *
 * Verdict: SC violation, TSO violation
 * Prints: cond_misuse.c:46: this mutex is not locked
 * Prints: cond_misuse.c:28: this mutex is locked by another thread
 * Prints: cond_misuse.c:53: this condition variable was destroyed
 * Prints: cond_misuse.c:56: this condition variable was destroyed
 * Prints: cond_misuse.c:60: this condition variable was destroyed
 * Prints: cond_misuse.c:63: this condition variable was destroyed
 * Prints: cond_misuse.c:66: .*never.* is used without having been initialised
 * Prints: cond_misuse.c:70: destroying a condition variable that a thread waits for
 * Prints-not: assertion
 */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

unsigned char __VERIFIER_nondet_uchar(void);

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, checked = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
pthread_cond_t c = PTHREAD_COND_INITIALIZER, destroyed;

static void *stranger(void *unused)
{
    (void)unused;
    pthread_cond_wait(&c, &m);
    return NULL;
}

static void *waiter(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&m);
    pthread_cond_wait(&c, &m);
    return NULL;
}

static void misuse(unsigned char which)
{
    pthread_t thread;
    pthread_cond_t never;
    switch (which) {
    case 0:
        pthread_cond_wait(&c, &m);
        break;
    case 1:
        pthread_mutex_lock(&m);
        pthread_create(&thread, NULL, stranger, NULL);
        break;
    case 2:
        pthread_cond_signal(&destroyed);
        break;
    case 3:
        pthread_cond_broadcast(&destroyed);
        break;
    case 4:
        pthread_mutex_lock(&m);
        pthread_cond_wait(&destroyed, &m);
        break;
    case 5:
        pthread_cond_destroy(&destroyed);
        break;
    case 6:
        pthread_cond_signal(&never);
        break;
    case 7:
        pthread_create(&thread, NULL, waiter, NULL);
        pthread_cond_destroy(&c);
        break;
    case 8:
        assert(pthread_cond_wait(&c, &checked) == EPERM);
        break;
    }
}

int main(void)
{
    pthread_cond_destroy(&destroyed);
    misuse(__VERIFIER_nondet_uchar());
    return 0;
}
