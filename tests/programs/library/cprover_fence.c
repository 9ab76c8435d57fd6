/* __CPROVER_fence is told what to keep in order: loads behind stores, or stores behind stores.
 *
 * Verdict: SC safe, TSO violation, PSO violation
 * Prints TSO: `a store behind a load`
 * Prints-not: `fenced
 */
#include <pthread.h>
#include <stddef.h>

void __CPROVER_assert(_Bool, const char *);
void __CPROVER_fence(const char *kind, ...);

int x, y, z, u, v, r1, r2, r3, r4, r5, r6;

static void *left(void *unused)
{
    x = 1;
    __CPROVER_fence("WWfence", "RRfence", "RWfence", "WRfence", "WWcumul", "RRcumul", "RWcumul", "WRcumul");
    r1 = y;
    u = 1;
    __CPROVER_fence("RRfence", "RWfence", "RRcumul");
    r3 = v;
    return unused;
}

static void *right(void *unused)
{
    y = 1;
    __CPROVER_fence("WRfence");
    r2 = x;
    v = 1;
    __CPROVER_fence("WWfence");
    z = 1;
    r4 = u;
    return unused;
}

static void *reader(void *unused)
{
    r5 = z;
    r6 = v;
    return unused;
}

int main(void)
{
    pthread_t a, b, c;
    pthread_create(&a, NULL, left, NULL);
    pthread_create(&b, NULL, right, NULL);
    pthread_create(&c, NULL, reader, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    __CPROVER_assert(r1 || r2, "fenced");
    __CPROVER_assert(!r5 || r6, "fenced stores");
    __CPROVER_assert(r3 || r4, "a store behind a load");
    return 0;
}
