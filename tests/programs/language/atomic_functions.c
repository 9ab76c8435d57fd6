/* A function called __VERIFIER_atomic_* runs as one step.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 */
#include <assert.h>
#include <pthread.h>

int x, y;

static int __VERIFIER_atomic_step(int by)
{
    if (by > 5)
        return -1;
    x += by;
    y -= by;
    return x;
}

static void __VERIFIER_atomic_check(void)
{
    assert(x + y == 0);
}

static void *worker(void *unused)
{
    __VERIFIER_atomic_step(1);
    __VERIFIER_atomic_step(9);
    __VERIFIER_atomic_check();
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    __VERIFIER_atomic_check();
    __VERIFIER_atomic_step(2);
    pthread_join(thread, 0);
    assert(x == 3 && y == -3);
    return 0;
}
