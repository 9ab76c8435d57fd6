/* The words with which Dartagnan's <lkmm.h> speaks of the Linux kernel's memory operations, as a processor with store
 * buffers carries them out: a load is a load, a release keeps earlier stores before it, what reads and writes at once
 * is a full fence. Read-side critical sections of RCU are not modelled. */
#include "internal.h"

/* As in that header. */
enum order {
    ONCE,
    ACQUIRE,
    RELEASE,
    MB,
    WMB,
    RMB,
    RCU_LOCK,
    RCU_UNLOCK,
    RCU_SYNC,
    BEFORE_ATOMIC,
    AFTER_ATOMIC,
    AFTER_SPINLOCK,
    BARRIER,
};

enum operation { ADD, SUB, AND, OR };

/* GenMC's, by which the front end knows the kernel's fences. */
void __VERIFIER_lkmm_fence(const char *name);

void __LKMM_fence(enum order order)
{
    if (order == MB)
        __VERIFIER_lkmm_fence("mb");
    else if (order == WMB)
        __VERIFIER_lkmm_fence("wmb");
    else if (order == RMB)
        __VERIFIER_lkmm_fence("rmb");
    else if (order == BEFORE_ATOMIC)
        __VERIFIER_lkmm_fence("ba");
    else if (order == AFTER_ATOMIC)
        __VERIFIER_lkmm_fence("aa");
    else if (order == AFTER_SPINLOCK)
        __VERIFIER_lkmm_fence("as");
    else if (order != BARRIER)
        __heddle_unsupported("fences of RCU (__LKMM_fence)");
}

static _Noreturn void refuse_size(void)
{
    __heddle_unsupported("an operation of <lkmm.h> on an object of this size");
}

static intmax_t load(const volatile void *from, size_t size)
{
    switch (size) {
    case sizeof(int8_t):
        return *(const volatile int8_t *)from;
    case sizeof(int16_t):
        return *(const volatile int16_t *)from;
    case sizeof(int32_t):
        return *(const volatile int32_t *)from;
    case sizeof(int64_t):
        return *(const volatile int64_t *)from;
    default:
        refuse_size();
    }
}

static void store(volatile void *to, size_t size, intmax_t value)
{
    switch (size) {
    case sizeof(int8_t):
        *(volatile int8_t *)to = (int8_t)value;
        break;
    case sizeof(int16_t):
        *(volatile int16_t *)to = (int16_t)value;
        break;
    case sizeof(int32_t):
        *(volatile int32_t *)to = (int32_t)value;
        break;
    case sizeof(int64_t):
        *(volatile int64_t *)to = value;
        break;
    default:
        refuse_size();
    }
}

intmax_t __LKMM_load(const volatile void *from, size_t size, enum order order)
{
    (void)order;
    return load(from, size);
}

void __LKMM_store(volatile void *to, size_t size, intmax_t value, enum order order)
{
    if (order == RELEASE)
        __atomic_thread_fence(__ATOMIC_RELEASE);
    store(to, size, value);
}

/* As it would come back from memory. */
static intmax_t narrow(intmax_t value, size_t size)
{
    if (size == sizeof(int8_t))
        return (int8_t)value;
    if (size == sizeof(int16_t))
        return (int16_t)value;
    return size == sizeof(int32_t) ? (int32_t)value : value;
}

/* ---- in one step: an atomic block is a full fence, as a read-modify-write is ---- */

intmax_t __LKMM_xchg(volatile void *at, size_t size, intmax_t value, enum order order)
{
    (void)order;
    __heddle_atomic_begin();
    intmax_t old = load(at, size);
    store(at, size, value);
    __heddle_atomic_end();
    return old;
}

intmax_t __LKMM_cmpxchg(volatile void *at, size_t size, intmax_t expected, intmax_t value, enum order success,
                        enum order failure)
{
    (void)success;
    (void)failure;
    __heddle_atomic_begin();
    intmax_t old = load(at, size);
    if (old == narrow(expected, size))
        store(at, size, value);
    __heddle_atomic_end();
    return old;
}

static intmax_t apply(intmax_t old, intmax_t value, enum operation operation)
{
    if (operation == ADD || operation == SUB)
        return operation == ADD ? old + value : old - value;
    return operation == AND ? old & value : old | value;
}

intmax_t __LKMM_atomic_fetch_op(volatile void *at, size_t size, intmax_t value, enum order order,
                                enum operation operation)
{
    (void)order;
    __heddle_atomic_begin();
    intmax_t old = load(at, size);
    store(at, size, apply(old, value, operation));
    __heddle_atomic_end();
    return old;
}

intmax_t __LKMM_atomic_op_return(volatile void *at, size_t size, intmax_t value, enum order order,
                                 enum operation operation)
{
    return apply(__LKMM_atomic_fetch_op(at, size, value, order, operation), value, operation);
}

void __LKMM_atomic_op(volatile void *at, size_t size, intmax_t value, enum operation operation)
{
    __LKMM_atomic_fetch_op(at, size, value, ONCE, operation);
}

/* ---- spin locks: one word; giving one back is a store with release, and no fence ---- */

enum { WHOLE_WORD = -1 };

int __LKMM_SPIN_LOCK(int *lock)
{
    __heddle_await(lock, WHOLE_WORD, HEDDLE_EQ, 0, HEDDLE_BLOCK, NULL);
    *lock = 1;
    return finish(0);
}

int __LKMM_SPIN_UNLOCK(int *lock)
{
    __atomic_store_n(lock, 0, __ATOMIC_RELEASE);
    return 0;
}
