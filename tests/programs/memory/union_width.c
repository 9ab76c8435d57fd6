/* A union that one thread writes by halves and another reads whole: each half is written by itself, in order unless
 * under PSO.
 *
 * Verdict: SC safe, TSO safe, PSO violation
 * Options: --observe r
 * Outcomes SC: r=0 | r=1 | r=131073
 * Outcomes TSO: r=0 | r=1 | r=131073
 * Outcomes PSO: r=0 | r=1 | r=131072 | r=131073
 */
#include <assert.h>
#include <pthread.h>

union {
    int whole;
    short halves[2];
} u;
int r;

static void *write(void *unused)
{
    u.halves[0] = 1;
    u.halves[1] = 2;
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, write, NULL);
    r = u.whole;
    pthread_join(t, NULL);
    assert(r != 2 << 16);
    return 0;
}
