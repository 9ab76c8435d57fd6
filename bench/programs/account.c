/* A bank account without a lock: who pays in or out reads the balance, and writes a new one.
 *
 * Payments at the same time are lost. The question is the other way round: can all of them arrive nevertheless? They
 * can, if the threads come one after the other, so the assertion fails under every model. Few executions show it, the
 * fewer the more threads there are, although the simplest schedule is one of them.
 *
 * N: the number of threads that pay in; one more pays out.
 *
 * Verdict: SC violation, TSO violation, PSO violation
 * Bench: N=5,15,25
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 3
#endif

enum { OPENING = 1000, PAID_IN = 100, PAID_OUT = 10 };

atomic_int balance = OPENING;

static void *pays_in(void *unused)
{
    int seen = atomic_load(&balance);
    atomic_store(&balance, seen + PAID_IN);
    return unused;
}

static void *pays_out(void *unused)
{
    int seen = atomic_load(&balance);
    atomic_store(&balance, seen - PAID_OUT);
    return unused;
}

int main(void)
{
    pthread_t payers[N], drawer;
    for (int i = 0; i < N; i++)
        pthread_create(&payers[i], NULL, pays_in, NULL);
    pthread_create(&drawer, NULL, pays_out, NULL);
    for (int i = 0; i < N; i++)
        pthread_join(payers[i], NULL);
    pthread_join(drawer, NULL);
    assert(atomic_load(&balance) != OPENING + N * PAID_IN - PAID_OUT);
    return 0;
}
