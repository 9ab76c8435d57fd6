/* Fences: what the program calls them, and which pairs of accesses they keep in order.
 *
 * A pair is two letters: what kind of access before the fence (R or W) stays before what kind after it. The table has
 * the pairs of each kind; kinds whose operands say what they order have IR_PAIRS_GIVEN there, and the pairs are those
 * of the one fence. An instruction or event has both, kind and pairs, so that nobody needs the table to know what a
 * fence orders; a model that knows more than pairs (cumulativity, `isync` after a branch) goes by the kind.
 *
 * Three kinds are nothing that a program wrote as a fence. OF_ACCESS is what the order of an atomic access next to it
 * means under SC, TSO and PSO: a model that asks for the orders of accesses ignores it. OF_BLOCK begins and ends atomic
 * blocks, and with them all operations on locks. OF_THREAD is a thread's end. */
#ifndef HEDDLE_IR_FENCE_H
#define HEDDLE_IR_FENCE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/strbuf.h"

enum {
    IR_RR = 1,
    IR_RW = 2,
    IR_WR = 4,
    IR_WW = 8,
    IR_PAIRS_ALL = IR_RR | IR_RW | IR_WR | IR_WW,
    IR_PAIRS_GIVEN = 0x80,
};

#define IR_FENCES(F)                                                                                                   \
    F(NOP, "nop", 0) /* waits a little, or nothing at all */                                                           \
    F(COMPILER, "compiler", 0)                                                                                         \
    F(OF_ACCESS, "of_access", IR_PAIRS_GIVEN)                                                                          \
    F(OF_BLOCK, "of_block", IR_PAIRS_ALL)                                                                              \
    F(OF_THREAD, "of_thread", IR_PAIRS_ALL)                                                                            \
    /* atomic_thread_fence, by its order; __sync_synchronize is one of seq_cst */                                      \
    F(ACQUIRE, "acquire", IR_RR | IR_RW)                                                                               \
    F(RELEASE, "release", IR_RW | IR_WW)                                                                               \
    F(ACQ_REL, "acq_rel", IR_RR | IR_RW | IR_WW)                                                                       \
    F(SEQ_CST, "seq_cst", IR_PAIRS_ALL)                                                                                \
    /* x86 */                                                                                                          \
    F(MFENCE, "mfence", IR_PAIRS_ALL)                                                                                  \
    F(SFENCE, "sfence", IR_WW)                                                                                         \
    F(LFENCE, "lfence", IR_RR | IR_RW)                                                                                 \
    F(SERIALIZE, "serialize", IR_PAIRS_ALL)                                                                            \
    F(LOCKED, "lock", IR_PAIRS_ALL) /* a locked operation that changes nothing */                                      \
    /* Power; isync orders what is behind a branch after what the branch depends on */                                 \
    F(SYNC, "sync", IR_PAIRS_ALL)                                                                                      \
    F(LWSYNC, "lwsync", IR_RR | IR_RW | IR_WW)                                                                         \
    F(EIEIO, "eieio", IR_WW)                                                                                           \
    F(ISYNC, "isync", 0)                                                                                               \
    /* ARM; nothing behind a dsb begins before it ends, whatever it waits for */                                       \
    F(DMB_ISH, "dmb ish", IR_PAIRS_ALL)                                                                                \
    F(DMB_ISHST, "dmb ishst", IR_WW)                                                                                   \
    F(DMB_ISHLD, "dmb ishld", IR_RR | IR_RW)                                                                           \
    F(DMB_SY, "dmb sy", IR_PAIRS_ALL)                                                                                  \
    F(DMB_ST, "dmb st", IR_WW)                                                                                         \
    F(DMB_LD, "dmb ld", IR_RR | IR_RW)                                                                                 \
    F(DSB_ISH, "dsb ish", IR_PAIRS_ALL)                                                                                \
    F(DSB_ISHST, "dsb ishst", IR_WR | IR_WW)                                                                           \
    F(DSB_ISHLD, "dsb ishld", IR_RR | IR_RW)                                                                           \
    F(DSB_SY, "dsb sy", IR_PAIRS_ALL)                                                                                  \
    F(DSB_ST, "dsb st", IR_WR | IR_WW)                                                                                 \
    F(DSB_LD, "dsb ld", IR_RR | IR_RW)                                                                                 \
    F(ISB, "isb", 0)                                                                                                   \
    /* SPARC */                                                                                                        \
    F(STBAR, "stbar", IR_WW)                                                                                           \
    F(MEMBAR, "membar", IR_PAIRS_GIVEN)                                                                                \
    /* Alpha */                                                                                                        \
    F(MB, "mb", IR_PAIRS_ALL)                                                                                          \
    F(WMB, "wmb", IR_WW)                                                                                               \
    /* RISC-V */                                                                                                       \
    F(RISCV, "fence", IR_PAIRS_GIVEN)                                                                                  \
    /* the Linux kernel */                                                                                             \
    F(SMP_MB, "smp_mb", IR_PAIRS_ALL)                                                                                  \
    F(SMP_WMB, "smp_wmb", IR_WW)                                                                                       \
    F(SMP_RMB, "smp_rmb", IR_RR)                                                                                       \
    F(SMP_BEFORE_ATOMIC, "smp_mb__before_atomic", IR_PAIRS_ALL)                                                        \
    F(SMP_AFTER_ATOMIC, "smp_mb__after_atomic", IR_PAIRS_ALL)                                                          \
    F(SMP_AFTER_SPINLOCK, "smp_mb__after_spinlock", IR_PAIRS_ALL)                                                      \
    F(SMP_AFTER_UNLOCK_LOCK, "smp_mb__after_unlock_lock", IR_PAIRS_ALL)                                                \
    /* __CPROVER_fence, which is told the pairs */                                                                     \
    F(CPROVER, "__CPROVER_fence", IR_PAIRS_GIVEN)

typedef enum ir_fence_kind {
#define F(kind, name, pairs) IR_FENCE_##kind,
    IR_FENCES(F)
#undef F
        IR_FENCE_KIND_COUNT
} ir_fence_kind;

typedef struct ir_fence {
    uint8_t kind;  /* ir_fence_kind */
    uint8_t pairs; /* of IR_RR, IR_RW, IR_WR, IR_WW */
} ir_fence;

/* A fence of a kind whose pairs are in the table, and of one whose pairs are given. */
ir_fence ir_fence_make(ir_fence_kind kind);
ir_fence ir_fence_make_given(ir_fence_kind kind, uint8_t pairs);
const char *ir_fence_name(ir_fence fence);
bool ir_fence_is_proper(ir_fence fence);

/* Under SC, TSO and PSO a fence is one of three: it waits until the thread's stores have reached memory; or it keeps
 * later stores behind earlier ones; or it does nothing. */
static inline bool ir_fence_is_full(ir_fence fence)
{
    return fence.pairs & IR_WR;
}

static inline bool ir_fence_orders_stores(ir_fence fence)
{
    return (fence.pairs & IR_WW) && !ir_fence_is_full(fence);
}

/* Does it do something on some machine? */
static inline bool ir_fence_is_seen(ir_fence fence)
{
    return fence.kind != IR_FENCE_NOP && fence.kind != IR_FENCE_COMPILER;
}

/* The fence that a statement of assembly is, of whatever architecture; `text` is in small letters with single spaces.
 * Also what only waits or does nothing. False if it is something else. */
bool ir_fence_find(const char *text, ir_fence *out);

/* "RR,RW", or nothing. */
void ir_fence_print_pairs(uint8_t pairs, strbuf *out);
/* "lwsync RR,RW,WW" */
void ir_fence_print(ir_fence fence, strbuf *out);

#endif
