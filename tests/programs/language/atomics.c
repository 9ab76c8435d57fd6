/* C11 atomics: every operation, on every size, and on types that are not integers.
 *
 * Verdict: SC safe
 * Options: --observe done
 * Outcomes: done=1
 */
#include <assert.h>
#include <stdatomic.h>
#include <stdint.h>

_Atomic int8_t byte = 127;
_Atomic uint16_t half = 65535;
atomic_int word = 10;
atomic_ulong large = 1ul << 40;
_Atomic(int *) pointer;
_Atomic double number = 1.5;
_Atomic float small = 0.5f;
_Atomic unsigned __int128 wide = 1;
atomic_bool flag;
atomic_flag lock = ATOMIC_FLAG_INIT;
_Atomic struct pair {
    int a, b;
} pair;
int array[3] = {1, 2, 3}, done;

int main(void)
{
    assert(++byte == -128 && byte-- == -128 && byte == 127);
    assert(half++ == 65535 && half == 0 && --half == 65535);
    assert(atomic_fetch_add(&word, 5) == 10 && atomic_fetch_sub(&word, 3) == 15 && atomic_load(&word) == 12);
    assert(atomic_fetch_or(&word, 3) == 12 && atomic_fetch_and(&word, 6) == 15 && atomic_fetch_xor(&word, 1) == 6);
    assert(atomic_exchange(&word, 1) == 7 && (word *= 6) == 6 && (word <<= 2) == 24);
    assert(atomic_fetch_add(&large, 1) == 1ul << 40 && large == (1ul << 40) + 1);
    int expected = 23;
    assert(!atomic_compare_exchange_strong(&word, &expected, 1) && expected == 24);
    assert(atomic_compare_exchange_strong(&word, &expected, 1) && word == 1);
    while (!atomic_compare_exchange_weak(&word, &(int){1}, 2))
        ;
    atomic_store(&pointer, array);
    assert(*atomic_fetch_add(&pointer, 2) == 1 && *pointer == 3 && pointer - array == 2);
    assert((number += 1) == 2.5 && atomic_load(&number) == 2.5 && (small *= 4) == 2);
    assert(atomic_fetch_add(&wide, (unsigned __int128)1 << 64) == 1 && wide >> 64 == 1);
    unsigned __int128 old = wide;
    assert(atomic_compare_exchange_strong(&wide, &old, 5) && wide == 5 && atomic_exchange(&wide, 6) == 5);
    assert(!atomic_exchange(&flag, 1) && flag && !atomic_flag_test_and_set(&lock) && atomic_flag_test_and_set(&lock));
    atomic_flag_clear(&lock);
    assert(!atomic_flag_test_and_set(&lock));
    struct pair copy = {1, 9};
    pair = copy;
    copy.a = 0;
    copy = atomic_load(&pair);
    assert(copy.a == 1 && copy.b == 9);
    atomic_int local;
    atomic_init(&local, 4);
    assert(local == 4);
    done = 1;
    return 0;
}
