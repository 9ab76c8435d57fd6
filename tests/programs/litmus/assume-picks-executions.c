/* An assumption reads once and does not wait: a thread that sees the flag too early stops there. Outcomes are those of
 * runs in which all threads finish; in them the message is there, but for PSO, where the flag may overtake it.
 *
 * Verdict: SC safe, TSO safe, PSO violation
 * Options: --observe r1
 * Outcomes: r1=1
 * Outcomes PSO: r1=0
 */
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_assume(int condition);

int x, y, r1;

static void *thread1(void *unused)
{
    (void)unused;
    x = 1;
    y = 1;
    return NULL;
}

static void *thread2(void *unused)
{
    (void)unused;
    __VERIFIER_assume(y == 1);
    r1 = x;
    return NULL;
}

int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, NULL, thread1, NULL);
    pthread_create(&t2, NULL, thread2, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(!(r1 == 0));
    return 0;
}
