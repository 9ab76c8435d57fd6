/* Two threads fill an array behind a common index, at most ROUNDS elements each, and look at the index again and again.
 * Everything that they could notice is in one variable, so all models have the same classes.
 *
 * tests/cli/rf.sh counts the classes of its executions, which are known from the literature (`fillarray_false` there).
 *
 * Verdict: SC safe, TSO safe, PSO safe
 */
#include <pthread.h>
#include <stddef.h>

#ifndef ROUNDS
#define ROUNDS 2
#endif

enum { SIZE = 20 };

static int last, array[SIZE];

static void *fill(void *unused)
{
    for (int i = 0; last < SIZE - 1 && i < ROUNDS; i++) {
        ++last;
        array[last] = 1;
    }
    return unused;
}

int main(void)
{
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, fill, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
