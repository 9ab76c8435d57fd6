/* C11 atomics in all orders: what they compute is the same.
 *
 * Verdict: SC safe
 * Options: --observe done
 * Outcomes: done=1
 */
#include <assert.h>
#include <stdatomic.h>

atomic_int x;
int done;

int main(void)
{
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    assert(atomic_load_explicit(&x, memory_order_relaxed) == 1);
    atomic_store_explicit(&x, 2, memory_order_release);
    assert(atomic_load_explicit(&x, memory_order_acquire) == 2);
    atomic_store_explicit(&x, 3, memory_order_seq_cst);
    assert(atomic_load_explicit(&x, memory_order_consume) == 3);
    assert(atomic_load_explicit(&x, memory_order_seq_cst) == 3);
    memory_order orders[] = {memory_order_relaxed, memory_order_consume, memory_order_acquire,
                             memory_order_release, memory_order_acq_rel, memory_order_seq_cst};
    for (int i = 0; i < 6; i++) {
        int expected = 3 + i;
        assert(atomic_fetch_add_explicit(&x, 1, orders[i]) == 3 + i);
        expected++;
        assert(atomic_compare_exchange_strong_explicit(&x, &expected, 4 + i, orders[i], memory_order_relaxed));
        atomic_thread_fence(orders[i]);
        atomic_signal_fence(orders[i]);
    }
    assert(atomic_exchange_explicit(&x, 0, memory_order_acq_rel) == 9);
    done = 1;
    return 0;
}
