/* 2+2W, writes only: two threads write the same two variables in opposite order, and the first write of each wins.
 *
 * Verdict: SC safe, TSO safe, PSO violation
 * Options: --observe x,y
 * Outcomes: x=1 y=2 | x=2 y=1 | x=2 y=2
 * Outcomes PSO: x=1 y=1
 */
#include <assert.h>
#include <pthread.h>

int x, y;

static void *thread1(void *unused)
{
    (void)unused;
    x = 1;
    y = 2;
    return NULL;
}

static void *thread2(void *unused)
{
    (void)unused;
    y = 1;
    x = 2;
    return NULL;
}

int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, NULL, thread1, NULL);
    pthread_create(&t2, NULL, thread2, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(!(x == 1 && y == 1));
    return 0;
}
