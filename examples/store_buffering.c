/* Store buffering: the smallest program that behaves differently on a real processor than on paper.
 *
 * Each thread raises its own flag and then looks at the flag of the other. Whichever order the four steps are taken
 * in, one of the threads comes second and should see the flag of the first. But a processor does not wait for a
 * store to reach memory: it puts the store into a buffer and goes on. So both threads may read before either store
 * has arrived, and both find 0. This is what TSO (every x86) allows, and why naive locks break: see peterson.c.
 *
 * To try:
 *   - heddle check examples/store_buffering.c --mm tso
 *   - Put __sync_synchronize() between the store and the load of both threads; then of one thread only.
 *
 * Verdict: SC safe, TSO violation, PSO violation
 * Options: --observe seen1,seen2
 * Outcomes: seen1=0 seen2=1 | seen1=1 seen2=0 | seen1=1 seen2=1
 * Outcomes TSO: seen1=0 seen2=0
 * Outcomes PSO: seen1=0 seen2=0
 */
#include <assert.h>
#include <pthread.h>

int flag1, flag2;
int seen1, seen2;

static void *first(void *unused)
{
    (void)unused;
    flag1 = 1;
    seen1 = flag2;
    return NULL;
}

static void *second(void *unused)
{
    (void)unused;
    flag2 = 1;
    seen2 = flag1;
    return NULL;
}

int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(seen1 || seen2);
    return 0;
}
