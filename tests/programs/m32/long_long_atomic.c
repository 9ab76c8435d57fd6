/* Atomics of 8 bytes are plain accesses of the processor, and may be reordered unless their order forbids it.
 *
 * Verdict: SC safe, TSO violation, PSO violation
 * Options: --32
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

_Atomic long long x, y, a, b;
long long r1, r2, r3, r4;

static void *first(void *unused)
{
    atomic_store(&a, 1);
    r3 = atomic_load(&b);
    atomic_store_explicit(&x, 1LL << 40, memory_order_relaxed);
    r1 = atomic_load_explicit(&y, memory_order_relaxed);
    return unused;
}

static void *second(void *unused)
{
    atomic_store(&b, 1);
    r4 = atomic_load(&a);
    atomic_store_explicit(&y, 1LL << 40, memory_order_relaxed);
    r2 = atomic_load_explicit(&x, memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, first, 0);
    pthread_create(&two, 0, second, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    assert(r3 + r4 > 0);
    assert(r1 + r2 > 0);
    return 0;
}
