/* memcpy reads through the own store buffer.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Options: --observe r1,r2
 * Outcomes: r1=2 r2=3
 */
#include <assert.h>
#include <pthread.h>
#include <string.h>

int from[4] = {1, 1, 1, 1}, to[4], r1, r2;

static void *thread1(void *unused)
{
    (void)unused;
    from[0] = 2;
    from[3] = 3;
    memcpy(to, from, sizeof to);
    r1 = to[0];
    r2 = to[3];
    return NULL;
}

int main(void)
{
    pthread_t t1;
    pthread_create(&t1, NULL, thread1, NULL);
    pthread_join(t1, NULL);
    assert(r1 == 2 && r2 == 3);
    return 0;
}
