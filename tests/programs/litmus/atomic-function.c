/* The body of a function called __VERIFIER_atomic_... is an atomic block.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Options: --observe x
 * Outcomes: x=2
 */
#include <assert.h>
#include <pthread.h>

int x;

static void __VERIFIER_atomic_increment(void)
{
    x = x + 1;
}

static void *thread1(void *unused)
{
    (void)unused;
    __VERIFIER_atomic_increment();
    return NULL;
}

static void *thread2(void *unused)
{
    (void)unused;
    __VERIFIER_atomic_increment();
    return NULL;
}

int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, NULL, thread1, NULL);
    pthread_create(&t2, NULL, thread2, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(x == 2);
    return 0;
}
