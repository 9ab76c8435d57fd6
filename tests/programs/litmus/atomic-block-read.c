/* Two reads in one atomic block see one moment: with both writers in blocks too, x and y are always equal.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Options: --observe r1,r2
 * Outcomes: r1=0 r2=0 | r1=1 r2=1
 */
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int x, y, r1, r2;

static void *thread1(void *unused)
{
    (void)unused;
    __VERIFIER_atomic_begin();
    x = 1;
    y = 1;
    __VERIFIER_atomic_end();
    return NULL;
}

static void *thread2(void *unused)
{
    (void)unused;
    __VERIFIER_atomic_begin();
    r1 = y;
    r2 = x;
    __VERIFIER_atomic_end();
    return NULL;
}

int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, NULL, thread1, NULL);
    pthread_create(&t2, NULL, thread2, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(r1 == r2);
    return 0;
}
