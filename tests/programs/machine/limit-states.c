/* A limit on the number of states ends the search with a message.
 *
 * Verdict: SC limit, TSO limit, PSO limit
 * Options: --max-states 10
 */
#include <pthread.h>

int x, y;

static void *counts(void *counter)
{
    for (int i = 0; i < 5; i++)
        ++*(int *)counter;
    return NULL;
}

int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, NULL, counts, &x);
    pthread_create(&t2, NULL, counts, &y);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
