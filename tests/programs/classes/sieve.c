/* The sieve of Eratosthenes, by two threads that both do all of it: whether a number is crossed out already depends on
 * how far the other one is. Reads that race, and writes of the same value everywhere.
 *
 * tests/cli/rf.sh counts the classes of its executions, which are known from the literature (`eratosthenes` there).
 *
 * Verdict: SC safe, TSO safe, PSO safe
 */
#include <pthread.h>
#include <stddef.h>

#ifndef N
#define N 7
#endif

static int is_composite[N + 1];

static void *sieve(void *unused)
{
    for (int i = 2; i <= N; i++)
        if (!is_composite[i])
            for (int multiple = i + i; multiple <= N; multiple += i)
                is_composite[multiple] = 1;
    return unused;
}

int main(void)
{
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, sieve, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
