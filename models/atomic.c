/* The functions that compilers call for atomic operations which the processor lacks: objects of any size, and the
 * sized ones. Each is an atomic block. Their names are builtins in C, so they are given as assembler names. */
#include "internal.h"

#define NAMED(name) __asm__(name)

/* Inside of the block: the access that it stands for. */
#define SYNC(object, kind, order) __heddle_sync(object, (kind) + (size_t)HEDDLE_SYNC_KINDS * (size_t)(order))

void atomic_load_object(size_t size, const void *object, void *result, int order) NAMED("__atomic_load");
void atomic_store_object(size_t size, void *object, const void *value, int order) NAMED("__atomic_store");
void atomic_exchange_object(size_t size, void *object, const void *value, void *result, int order)
    NAMED("__atomic_exchange");
_Bool atomic_compare_exchange_object(size_t size, void *object, void *expected, const void *desired, int success,
                                     int failure) NAMED("__atomic_compare_exchange");
_Bool atomic_is_lock_free(size_t size, const void *object) NAMED("__atomic_is_lock_free");

void atomic_load_object(size_t size, const void *object, void *result, int order)
{
    __heddle_atomic_begin();
    __heddle_memmove(result, object, size);
    SYNC(object, HEDDLE_LOAD, order);
    __heddle_atomic_end();
}

void atomic_store_object(size_t size, void *object, const void *value, int order)
{
    __heddle_atomic_begin();
    __heddle_memmove(object, value, size);
    SYNC(object, HEDDLE_STORE, order);
    __heddle_atomic_end();
}

/* `result` may be `value`. */
void atomic_exchange_object(size_t size, void *object, const void *value, void *result, int order)
{
    unsigned char *bytes = object, *old = result;
    const unsigned char *new = value;
    __heddle_atomic_begin();
    for (size_t i = 0; i < size; i++) {
        unsigned char byte = bytes[i];
        bytes[i] = new[i];
        old[i] = byte;
    }
    SYNC(object, HEDDLE_RMW, order);
    __heddle_atomic_end();
}

static _Bool equals(const unsigned char *one, const unsigned char *other, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (one[i] != other[i])
            return 0;
    return 1;
}

_Bool atomic_compare_exchange_object(size_t size, void *object, void *expected, const void *desired, int success,
                                     int failure)
{
    __heddle_atomic_begin();
    _Bool equal = equals(object, expected, size);
    if (equal)
        __heddle_memmove(object, desired, size);
    else
        __heddle_memmove(expected, object, size);
    SYNC(object, equal ? HEDDLE_RMW : HEDDLE_LOAD, equal ? success : failure);
    __heddle_atomic_end();
    return equal;
}

_Bool atomic_is_lock_free(size_t size, const void *object)
{
    (void)object;
    return size <= sizeof(uint64_t);
}

#define FETCH(size, type, name, expression)                                                                            \
    type atomic_fetch_##name##_##size(type *object, type value, int order) NAMED("__atomic_fetch_" #name "_" #size);   \
    type atomic_fetch_##name##_##size(type *object, type value, int order)                                             \
    {                                                                                                                  \
        __heddle_atomic_begin();                                                                                       \
        type old = *object;                                                                                            \
        *object = (type)(expression);                                                                                  \
        SYNC(object, HEDDLE_RMW, order);                                                                               \
        __heddle_atomic_end();                                                                                         \
        return old;                                                                                                    \
    }

#define SIZED(size, type)                                                                                              \
    type atomic_load_##size(const type *object, int order) NAMED("__atomic_load_" #size);                              \
    type atomic_load_##size(const type *object, int order)                                                             \
    {                                                                                                                  \
        __heddle_atomic_begin();                                                                                       \
        type value = *object;                                                                                          \
        SYNC(object, HEDDLE_LOAD, order);                                                                              \
        __heddle_atomic_end();                                                                                         \
        return value;                                                                                                  \
    }                                                                                                                  \
    void atomic_store_##size(type *object, type value, int order) NAMED("__atomic_store_" #size);                      \
    void atomic_store_##size(type *object, type value, int order)                                                      \
    {                                                                                                                  \
        __heddle_atomic_begin();                                                                                       \
        *object = value;                                                                                               \
        SYNC(object, HEDDLE_STORE, order);                                                                             \
        __heddle_atomic_end();                                                                                         \
    }                                                                                                                  \
    _Bool atomic_compare_exchange_##size(type *object, type *expected, type desired, int success, int failure)         \
        NAMED("__atomic_compare_exchange_" #size);                                                                     \
    _Bool atomic_compare_exchange_##size(type *object, type *expected, type desired, int success, int failure)         \
    {                                                                                                                  \
        __heddle_atomic_begin();                                                                                       \
        type old = *object;                                                                                            \
        _Bool equal = old == *expected;                                                                                \
        if (equal)                                                                                                     \
            *object = desired;                                                                                         \
        else                                                                                                           \
            *expected = old;                                                                                           \
        SYNC(object, equal ? HEDDLE_RMW : HEDDLE_LOAD, equal ? success : failure);                                     \
        __heddle_atomic_end();                                                                                         \
        return equal;                                                                                                  \
    }                                                                                                                  \
    type atomic_exchange_##size(type *object, type value, int order) NAMED("__atomic_exchange_" #size);                \
    type atomic_exchange_##size(type *object, type value, int order)                                                   \
    {                                                                                                                  \
        __heddle_atomic_begin();                                                                                       \
        type old = *object;                                                                                            \
        *object = value;                                                                                               \
        SYNC(object, HEDDLE_RMW, order);                                                                               \
        __heddle_atomic_end();                                                                                         \
        return old;                                                                                                    \
    }                                                                                                                  \
    FETCH(size, type, add, old + value)                                                                                \
    FETCH(size, type, sub, old - value)                                                                                \
    FETCH(size, type, and, old &value)                                                                                 \
    FETCH(size, type, or, old | value)                                                                                 \
    FETCH(size, type, xor, old ^ value)                                                                                \
    FETCH(size, type, nand, ~(old & value))

SIZED(1, uint8_t)
SIZED(2, uint16_t)
SIZED(4, uint32_t)
SIZED(8, uint64_t)
#ifdef __SIZEOF_INT128__
SIZED(16, unsigned __int128)
#endif
