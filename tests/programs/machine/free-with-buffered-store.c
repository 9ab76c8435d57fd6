/* Memory may be freed while a store to it still waits in the buffer of the same thread: no error, and no effect on
 * what is allocated next.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Options: --observe r1,r2
 * Outcomes: r1=1 r2=2
 */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int x, r1, r2;

static void *uses_heap(void *unused)
{
    (void)unused;
    int *p = malloc(sizeof *p);
    *p = 1;
    r1 = *p;
    free(p);
    int *q = malloc(sizeof *q);
    *q = 2;
    r2 = *q;
    assert(r1 == 1 && r2 == 2);
    free(q);
    return NULL;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, uses_heap, NULL);
    x = 1;
    pthread_join(t, NULL);
    return 0;
}
