/* Threads created in a loop, each with its own argument.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Options: --observe done[0],done[1],done[2]
 * Outcomes: done[0]=1 done[1]=1 done[2]=1
 */
#include <assert.h>
#include <pthread.h>

enum { THREADS = 3 };

int done[THREADS];

static void *marks(void *place)
{
    *(int *)place = 1;
    return NULL;
}

int main(void)
{
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, marks, &done[i]);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < THREADS; i++)
        assert(done[i]);
    return 0;
}
