/* An array indexed by a value that another thread writes.
 *
 * Verdict: SC safe, TSO safe, PSO violation
 * Options: --observe r
 * Outcomes SC: r=0 | r=10 | r=11
 * Outcomes TSO: r=0 | r=10 | r=11
 * Outcomes PSO: r=0 | r=1 | r=10 | r=11
 */
#include <assert.h>
#include <pthread.h>

int table[3] = {0, 1, 2};
int at, r;

static void *move(void *unused)
{
    table[0] = 10;
    table[1] = 11;
    at = 1;
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, move, NULL);
    int i = at;
    r = table[i];
    assert(i == 0 || r == 11);
    pthread_join(t, NULL);
    return 0;
}
