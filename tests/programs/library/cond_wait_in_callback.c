/* A function that the library calls waits on a condition variable. What else it does counts, and so does every round of
 * a loop that calls it.
 *
 * Verdict: SC violation, TSO violation, PSO violation
 * Prints: assertion `rounds < 3` failed
 */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int rounds;

static int compare(const void *a, const void *b)
{
    pthread_mutex_lock(&mutex);
    rounds++;
    pthread_cond_wait(&changed, &mutex);
    pthread_mutex_unlock(&mutex);
    return *(const int *)a - *(const int *)b;
}

int main(void)
{
    int table[1] = {0}, key = 0;
    while (rounds < 3)
        bsearch(&key, table, 1, sizeof key, compare);
    assert(rounds < 3);
    return 0;
}
