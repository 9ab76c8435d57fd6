/* A loop that is tested on what the iteration before has read, and begins with a value from elsewhere. However often it
 * goes round, nothing of that is left but what was read last: it only waits, and needs no bound.
 *
 * Verdict: SC safe, TSO safe, PSO violation
 * Options: --observe seen
 * Outcomes SC: seen=7
 * Outcomes TSO: seen=7
 */
#include <assert.h>
#include <pthread.h>

int ticket, served, data, seen;

static void *holder(void *unused)
{
    data = 7;
    __atomic_store_n(&served, 1, __ATOMIC_RELAXED);
    return unused;
}

static void *waiter(void *unused)
{
    int mine = __atomic_fetch_add(&ticket, 1, __ATOMIC_SEQ_CST);
    int now = 0;
    while (now != mine)
        now = __atomic_load_n(&served, __ATOMIC_RELAXED) & 3;
    seen = data;
    return unused;
}

int main(void)
{
    pthread_t a, b;
    ticket = 1;
    pthread_create(&a, NULL, holder, NULL);
    pthread_create(&b, NULL, waiter, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(seen == 7);
    return 0;
}
