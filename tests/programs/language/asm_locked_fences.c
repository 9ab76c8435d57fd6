/* xchg is a full fence, even without a lock prefix.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 */
#include <assert.h>
#include <pthread.h>

int x, y, r1, r2;

static void exchange(int *p, int value)
{
    __asm__ volatile("xchg %0, %1" : "+r"(value), "+m"(*p) : : "memory");
}

static void *left(void *unused)
{
    exchange(&x, 1);
    r1 = y;
    return unused;
}

static void *right(void *unused)
{
    exchange(&y, 1);
    r2 = x;
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, left, 0);
    pthread_create(&b, 0, right, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(r1 || r2);
    return 0;
}
