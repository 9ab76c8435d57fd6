/* The sized functions that compilers call for atomic operations, by their own names: what they compute and return.
 *
 * Verdict: SC safe, TSO safe
 */
#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

typedef unsigned __int128 wide;

#define NAME(name, size) __asm__("__atomic_" #name "_" #size)
#define DECLARE(size, type)                                                                                            \
    type load_##size(const type *object, int order) NAME(load, size);                                                  \
    void store_##size(type *object, type value, int order) NAME(store, size);                                          \
    type exchange_##size(type *object, type value, int order) NAME(exchange, size);                                    \
    bool compare_##size(type *object, type *expected, type desired, int success, int failure)                          \
        NAME(compare_exchange, size);                                                                                  \
    type add_##size(type *object, type value, int order) NAME(fetch_add, size);                                        \
    type sub_##size(type *object, type value, int order) NAME(fetch_sub, size);                                        \
    type and_##size(type *object, type value, int order) NAME(fetch_and, size);                                        \
    type or_##size(type *object, type value, int order) NAME(fetch_or, size);                                          \
    type xor_##size(type *object, type value, int order) NAME(fetch_xor, size);                                        \
    type nand_##size(type *object, type value, int order) NAME(fetch_nand, size);                                      \
    static void check_##size(void)                                                                                     \
    {                                                                                                                  \
        type object = 1, expected = 5;                                                                                 \
        const type top = (type)((type)1 << (8 * size - 1));                                                            \
        assert(load_##size(&object, __ATOMIC_SEQ_CST) == 1);                                                           \
        store_##size(&object, 6, __ATOMIC_SEQ_CST);                                                                    \
        assert(exchange_##size(&object, 7, __ATOMIC_SEQ_CST) == 6 && object == 7);                                     \
        assert(!compare_##size(&object, &expected, 9, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST) && expected == 7);           \
        assert(compare_##size(&object, &expected, 9, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST) && object == 9);              \
        assert(add_##size(&object, 3, __ATOMIC_SEQ_CST) == 9 && object == 12);                                         \
        assert(sub_##size(&object, 2, __ATOMIC_SEQ_CST) == 12 && object == 10);                                        \
        assert(and_##size(&object, 6, __ATOMIC_SEQ_CST) == 10 && object == 2);                                         \
        assert(or_##size(&object, 5, __ATOMIC_SEQ_CST) == 2 && object == 7);                                           \
        assert(xor_##size(&object, 1, __ATOMIC_SEQ_CST) == 7 && object == 6);                                          \
        assert(nand_##size(&object, 2, __ATOMIC_SEQ_CST) == 6 && object == (type) ~(type)2);                           \
        store_##size(&object, top, __ATOMIC_SEQ_CST);                                                                  \
        assert(add_##size(&object, top, __ATOMIC_SEQ_CST) == top && object == 0);                                      \
    }

DECLARE(1, uint8_t)
DECLARE(2, uint16_t)
DECLARE(4, uint32_t)
DECLARE(8, uint64_t)
DECLARE(16, wide)

int main(void)
{
    check_1();
    check_2();
    check_4();
    check_8();
    check_16();
    return 0;
}
