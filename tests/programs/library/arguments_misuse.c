/* Functions that do nothing here still read what they are given.
 *
 * Verdict: SC violation, TSO violation, PSO violation
 * Prints: arguments_misuse.c:32: use after free
 * Prints: arguments_misuse.c:35: use after free
 * Prints: arguments_misuse.c:38: null pointer dereference
 * Prints: arguments_misuse.c:41: use after free
 * Prints: arguments_misuse.c:44: use after free
 * Prints: arguments_misuse.c:47: null pointer dereference
 * Prints: arguments_misuse.c:50: out of bounds
 * Prints: arguments_misuse.c:53: use after free
 * Prints: arguments_misuse.c:56: use after free
 */
#define _GNU_SOURCE
#include <locale.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

unsigned char __VERIFIER_nondet_uchar(void);

char *freed, open[3] = {'a', 'b', 'c'};

static void misuse(unsigned char which)
{
    sem_t s;
    sem_init(&s, 0, 1);
    if (which == 0)
        fopen("name", freed);

    if (which == 1)
        remove(freed);

    if (which == 2)
        rename("name", NULL);

    if (which == 3)
        getenv(freed);

    if (which == 4)
        setlocale(LC_ALL, freed);

    if (which == 5)
        nanosleep(NULL, NULL);

    if (which == 6)
        pthread_setname_np(pthread_self(), open);

    if (which == 7)
        sem_timedwait(&s, (struct timespec *)freed);

    if (which == 8)
        pthread_mutexattr_destroy((pthread_mutexattr_t *)freed);
}

int main(void)
{
    freed = malloc(64);
    free(freed);
    misuse(__VERIFIER_nondet_uchar());
    return 0;
}
