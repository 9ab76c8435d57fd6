/* As cond_wait_watched.c, for a C11 mutex; and by who reads its bytes.
 *
 * Verdict: SC violation, TSO violation, PSO violation
 * Check-options: --unwind 4
 * Prints: assertion `held < 3` failed
 */
#include <assert.h>
#include <pthread.h>
#include <threads.h>

mtx_t mutex;
cnd_t changed;
int ready;

static void *waiter(void *argument)
{
    mtx_lock(&mutex);
    while (!ready)
        cnd_wait(&changed, &mutex);
    mtx_unlock(&mutex);
    return argument;
}

int main(void)
{
    pthread_t t;
    int held = 0;
    mtx_init(&mutex, mtx_plain);
    cnd_init(&changed);
    pthread_create(&t, NULL, waiter, NULL);
    for (int i = 0; i < 3; i++) {
        held += *(volatile int *)&mutex != 0;
        mtx_lock(&mutex);
        mtx_unlock(&mutex);
    }
    assert(held < 3);
    return 0;
}
