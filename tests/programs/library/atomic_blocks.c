/* __VERIFIER_atomic_begin/end and CBMC's: what is between is one step, and a full fence.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Options: --observe count
 * Outcomes: count=2
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void __CPROVER_atomic_begin(void);
void __CPROVER_atomic_end(void);

int x, y, r1, r2, count;

static void *left(void *unused)
{
    (void)unused;
    x = 1;
    __VERIFIER_atomic_begin();
    count++;
    __VERIFIER_atomic_end();
    r1 = y;
    return NULL;
}

static void *right(void *unused)
{
    (void)unused;
    y = 1;
    __CPROVER_atomic_begin();
    count++;
    __CPROVER_atomic_end();
    r2 = x;
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, left, NULL);
    pthread_create(&b, NULL, right, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(count == 2);
    assert(r1 == 1 || r2 == 1);
    return 0;
}
