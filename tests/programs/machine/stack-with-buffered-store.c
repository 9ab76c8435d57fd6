/* A function may return while a store to its local variable still waits in the store buffer.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Options: --observe r
 * Outcomes: r=2
 */
#include <assert.h>
#include <pthread.h>

int *p, x, r;

static void leaves_store(int value)
{
    int local;
    p = &local;
    *p = value;
    r = local;
}

static void *uses_stack(void *unused)
{
    (void)unused;
    leaves_store(1);
    leaves_store(2);
    assert(r == 2);
    return NULL;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, uses_stack, NULL);
    x = 1;
    pthread_join(t, NULL);
    return 0;
}
