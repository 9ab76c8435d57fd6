/* A local variable of a waiting thread may be used by the one it waits for.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 */
#include <assert.h>
#include <pthread.h>

static void *increments(void *address)
{
    ++*(int *)address;
    return NULL;
}

int main(void)
{
    int local = 1;
    pthread_t t;
    pthread_create(&t, NULL, increments, &local);
    pthread_join(t, NULL);
    assert(local == 2);
    return 0;
}
