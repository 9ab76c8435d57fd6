/* Increments in atomic blocks lose no update.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Options: --observe x
 * Outcomes: x=2
 */
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int x;

static void *thread1(void *unused)
{
    (void)unused;
    __VERIFIER_atomic_begin();
    x = x + 1;
    __VERIFIER_atomic_end();
    return NULL;
}

static void *thread2(void *unused)
{
    (void)unused;
    __VERIFIER_atomic_begin();
    x = x + 1;
    __VERIFIER_atomic_end();
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
