/* Tags: what a `cat` model calls sets of events beyond their kinds, such as the acquire loads `A` or the fences
 * `DMB.SY`. Names are those of herd7.
 *
 * A tag is a bit of the tags of an event (cat/execution.h). A name that several architectures use is one tag, whose
 * meaning is that of the architecture for which the events were made: `A` is an acquire load of ARM and an atomic
 * access of C. Some names have no bit (tag 0): models mention sets of which Heddle has no events, such as page table
 * entries; they are empty. */
#ifndef HEDDLE_CAT_TAGS_H
#define HEDDLE_CAT_TAGS_H

#include <stdbool.h>
#include <stdint.h>

typedef enum cat_architecture {
    CAT_ANY, /* says nothing of its own: SC, or what has fences of several */
    CAT_X86,
    CAT_AARCH64,
    CAT_PPC,
    CAT_RISCV,
    CAT_C11,
    CAT_SPARC,
    CAT_ALPHA,
    CAT_ARCHITECTURE_COUNT
} cat_architecture;

/* Identifier, name in a model, and the one architecture that has it, or ANY. */
#define CAT_TAGS(T)                                                                                                    \
    /* accesses: atomic or acquire, weaker acquire, release, part of an atomic instruction, of an exclusive one */     \
    T(A, "A", ANY)                                                                                                     \
    T(Q, "Q", AARCH64)                                                                                                 \
    T(L, "L", AARCH64)                                                                                                 \
    T(X, "X", ANY)                                                                                                     \
    T(EX, "EX", ANY)                                                                                                   \
    T(NO_RET, "NoRet", AARCH64)                                                                                        \
    /* fences of ARM */                                                                                                \
    T(ISB, "ISB", AARCH64)                                                                                             \
    T(DMB_SY, "DMB.SY", AARCH64)                                                                                       \
    T(DMB_ST, "DMB.ST", AARCH64)                                                                                       \
    T(DMB_LD, "DMB.LD", AARCH64)                                                                                       \
    T(DMB_ISH, "DMB.ISH", AARCH64)                                                                                     \
    T(DMB_ISHST, "DMB.ISHST", AARCH64)                                                                                 \
    T(DMB_ISHLD, "DMB.ISHLD", AARCH64)                                                                                 \
    T(DSB_SY, "DSB.SY", AARCH64)                                                                                       \
    T(DSB_ST, "DSB.ST", AARCH64)                                                                                       \
    T(DSB_LD, "DSB.LD", AARCH64)                                                                                       \
    T(DSB_ISH, "DSB.ISH", AARCH64)                                                                                     \
    T(DSB_ISHST, "DSB.ISHST", AARCH64)                                                                                 \
    T(DSB_ISHLD, "DSB.ISHLD", AARCH64)                                                                                 \
    /* Power */                                                                                                        \
    T(SYNC, "SYNC", PPC)                                                                                               \
    T(LWSYNC, "LWSYNC", PPC)                                                                                           \
    T(EIEIO, "EIEIO", PPC)                                                                                             \
    T(ISYNC, "ISYNC", PPC)                                                                                             \
    /* x86 */                                                                                                          \
    T(MFENCE, "MFENCE", X86)                                                                                           \
    T(SFENCE, "SFENCE", X86)                                                                                           \
    T(LFENCE, "LFENCE", X86)                                                                                           \
    T(NT, "NT", X86)                                                                                                   \
    /* RISC-V */                                                                                                       \
    T(FENCE_R_R, "Fence.r.r", RISCV)                                                                                   \
    T(FENCE_R_W, "Fence.r.w", RISCV)                                                                                   \
    T(FENCE_R_RW, "Fence.r.rw", RISCV)                                                                                 \
    T(FENCE_W_R, "Fence.w.r", RISCV)                                                                                   \
    T(FENCE_W_W, "Fence.w.w", RISCV)                                                                                   \
    T(FENCE_W_RW, "Fence.w.rw", RISCV)                                                                                 \
    T(FENCE_RW_R, "Fence.rw.r", RISCV)                                                                                 \
    T(FENCE_RW_W, "Fence.rw.w", RISCV)                                                                                 \
    T(FENCE_RW_RW, "Fence.rw.rw", RISCV)                                                                               \
    T(FENCE_TSO, "Fence.tso", RISCV)                                                                                   \
    T(FENCE_I, "Fence.i", RISCV)                                                                                       \
    T(RISCV_ACQ, "Acq", RISCV)                                                                                         \
    T(RISCV_REL, "Rel", RISCV)                                                                                         \
    T(RISCV_ACQ_REL, "AcqRel", RISCV)                                                                                  \
    T(RISCV_SC, "Sc", RISCV)                                                                                           \
    /* C11, accesses and fences by their order */                                                                      \
    T(NA, "NA", C11)                                                                                                   \
    T(RLX, "RLX", C11)                                                                                                 \
    T(CON, "CON", C11)                                                                                                 \
    T(ACQ, "ACQ", C11)                                                                                                 \
    T(REL, "REL", C11)                                                                                                 \
    T(ACQ_REL, "ACQ_REL", C11)                                                                                         \
    T(SC, "SC", C11)                                                                                                   \
    /* SPARC: membar by what it orders, a bit each, so that one of several has them all */                             \
    T(MEMBAR_LL, "MEMBAR.LL", SPARC)                                                                                   \
    T(MEMBAR_LS, "MEMBAR.LS", SPARC)                                                                                   \
    T(MEMBAR_SL, "MEMBAR.SL", SPARC)                                                                                   \
    T(MEMBAR_SS, "MEMBAR.SS", SPARC)                                                                                   \
    /* Alpha */                                                                                                        \
    T(MB, "MB", ALPHA)                                                                                                 \
    T(WMB, "WMB", ALPHA)

typedef enum cat_tag {
#define T(id, name, architecture) CAT_TAG_##id,
    CAT_TAGS(T)
#undef T
        CAT_TAG_COUNT
} cat_tag;

_Static_assert(CAT_TAG_COUNT <= 64, "the tags of an event are a word");

/* The bit of a tag: CAT_BIT(DMB_SY). */
#define CAT_BIT(id) ((uint64_t)1 << CAT_TAG_##id)

/* The bit of the tag with the name; 0 for a name of a set that is always empty. False if nobody has such a set. */
bool cat_tag_find(const char *name, uint64_t *bit);
/* The name of a tag, and who has it. */
const char *cat_tag_name(cat_tag tag);
cat_architecture cat_tag_architecture(cat_tag tag);
/* "AArch64"; "any" for CAT_ANY. */
const char *cat_architecture_name(cat_architecture architecture);

#endif
