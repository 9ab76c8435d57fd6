/* The words of Dartagnan's <lkmm.h>: loads, stores and atomics of every size, and what keeps them in order.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

enum order { ONCE, ACQUIRE, RELEASE, MB, WMB, RMB };
enum operation { ADD, SUB, AND, OR };

intmax_t __LKMM_load(const volatile void *, size_t, enum order);
void __LKMM_store(volatile void *, size_t, intmax_t, enum order);
intmax_t __LKMM_xchg(volatile void *, size_t, intmax_t, enum order);
intmax_t __LKMM_cmpxchg(volatile void *, size_t, intmax_t, intmax_t, enum order, enum order);
intmax_t __LKMM_atomic_op_return(volatile void *, size_t, intmax_t, enum order, enum operation);
void __LKMM_atomic_op(volatile void *, size_t, intmax_t, enum operation);
void __LKMM_fence(enum order);
int __LKMM_SPIN_LOCK(int *);
int __LKMM_SPIN_UNLOCK(int *);

static int x, y, data, flag, r1, r2, lock, count;
static signed char small = -3;

static void *left(void *unused)
{
    __LKMM_store(&x, sizeof x, 1, ONCE);
    __LKMM_fence(MB);
    r1 = (int)__LKMM_load(&y, sizeof y, ONCE);
    __LKMM_store(&data, sizeof data, 1, ONCE);
    __LKMM_store(&flag, sizeof flag, 1, RELEASE);
    __LKMM_SPIN_LOCK(&lock);
    count++;
    __LKMM_SPIN_UNLOCK(&lock);
    return unused;
}

int main(void)
{
    pthread_t thread;
    int64_t big = 0;
    assert(__LKMM_load(&small, sizeof small, ONCE) == -3);
    assert(__LKMM_xchg(&big, sizeof big, INT64_MIN, MB) == 0 && big == INT64_MIN);
    assert(__LKMM_cmpxchg(&big, sizeof big, 5, 6, MB, MB) == INT64_MIN && big == INT64_MIN);
    assert(__LKMM_cmpxchg(&big, sizeof big, INT64_MIN, 6, MB, MB) == INT64_MIN && big == 6);
    assert(__LKMM_atomic_op_return(&big, sizeof big, 3, MB, AND) == 2);
    __LKMM_atomic_op(&big, sizeof big, 8, OR);
    assert(big == 10);
    unsigned high = UINT32_MAX;
    assert((unsigned)__LKMM_cmpxchg(&high, sizeof high, (intmax_t)UINT32_MAX, 1, MB, MB) == UINT32_MAX && high == 1);

    pthread_create(&thread, NULL, left, NULL);
    __LKMM_store(&y, sizeof y, 1, ONCE);
    __LKMM_fence(MB);
    r2 = (int)__LKMM_load(&x, sizeof x, ONCE);
    if (__LKMM_load(&flag, sizeof flag, ACQUIRE))
        assert(data == 1);
    __LKMM_SPIN_LOCK(&lock);
    count++;
    __LKMM_SPIN_UNLOCK(&lock);
    pthread_join(thread, NULL);
    assert((r1 || r2) && count == 2);
    return 0;
}
