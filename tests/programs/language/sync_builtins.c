/* The builtins __sync_* and __atomic_*.
 *
 * Verdict: SC safe
 * Options: --observe done
 * Outcomes: done=1
 */
#include <assert.h>
#include <stdint.h>

int x = 10, done;
unsigned char byte = 255;
unsigned long large;
int *pointer;
char flag;

int main(void)
{
    assert(__sync_fetch_and_add(&x, 5) == 10 && __sync_add_and_fetch(&x, 5) == 20);
    assert(__sync_fetch_and_sub(&x, 5) == 20 && __sync_sub_and_fetch(&x, 5) == 10);
    assert(__sync_fetch_and_or(&x, 5) == 10 && __sync_and_and_fetch(&x, 6) == 6 && __sync_xor_and_fetch(&x, 2) == 4);
    assert(__sync_fetch_and_nand(&x, 6) == 4 && x == -5 && __sync_nand_and_fetch(&x, 3) == -4);
    assert(__sync_bool_compare_and_swap(&x, -4, 7) && !__sync_bool_compare_and_swap(&x, -4, 8));
    assert(__sync_val_compare_and_swap(&x, 7, 8) == 7 && __sync_val_compare_and_swap(&x, 7, 9) == 8 && x == 8);
    assert(__sync_lock_test_and_set(&x, 1) == 8);
    __sync_lock_release(&x);
    __sync_synchronize();
    assert(x == 0 && __sync_add_and_fetch(&byte, 2) == 1);

    __atomic_store_n(&x, 5, __ATOMIC_SEQ_CST);
    assert(__atomic_load_n(&x, __ATOMIC_ACQUIRE) == 5 && __atomic_fetch_add(&x, 1, __ATOMIC_RELAXED) == 5);
    assert(__atomic_sub_fetch(&x, 2, __ATOMIC_ACQ_REL) == 4 && __atomic_fetch_nand(&x, 4, __ATOMIC_RELEASE) == 4);
    assert(__atomic_exchange_n(&x, 3, __ATOMIC_SEQ_CST) == -5);
    int expected = 3, desired = 6, seen;
    assert(__atomic_compare_exchange_n(&x, &expected, 4, 0, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED));
    assert(!__atomic_compare_exchange(&x, &expected, &desired, 1, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED) && expected == 4);
    __atomic_load(&x, &seen, __ATOMIC_SEQ_CST);
    __atomic_store(&x, &desired, __ATOMIC_RELEASE);
    assert(seen == 4 && x == 6);
    int limit = 100;
    assert(__atomic_fetch_max(&x, limit, __ATOMIC_SEQ_CST) == 6 && __atomic_fetch_min(&x, -1, __ATOMIC_SEQ_CST) == 100);
    assert(x == -1 && !__atomic_test_and_set(&flag, __ATOMIC_ACQUIRE) && flag);
    __atomic_clear(&flag, __ATOMIC_RELEASE);
    assert(!flag && __atomic_or_fetch(&large, UINT64_C(1) << 50, __ATOMIC_SEQ_CST) == UINT64_C(1) << 50);
    __atomic_store_n(&pointer, &x, __ATOMIC_RELEASE);
    assert(*__atomic_load_n(&pointer, __ATOMIC_CONSUME) == -1);
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    done = 1;
    return 0;
}
