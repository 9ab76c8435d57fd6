#include "encode/mapping.h"

#include <string.h>

cat_architecture mapping_architecture(const ir_program *program, const cat_model *model, const char *name)
{
    static const cat_architecture DIALECTS[] = {
        [IR_FROM_X86] = CAT_X86, [IR_FROM_PPC] = CAT_PPC, [IR_FROM_AARCH64] = CAT_AARCH64};
    if (program->dialect != IR_FROM_C)
        return DIALECTS[program->dialect];
    /* These two are written with ARM's names for fences. */
    if (strcmp(name, "rmo") == 0)
        return CAT_SPARC;
    return strcmp(name, "alpha") == 0 ? CAT_ALPHA : cat_model_architecture(model);
}

static bool acquires(ir_order order)
{
    return order == IR_ACQUIRE || order == IR_ACQ_REL || order == IR_SEQ_CST;
}

static bool releases(ir_order order)
{
    return order == IR_RELEASE || order == IR_ACQ_REL || order == IR_SEQ_CST;
}

static bool is_read(mapping_kind kind)
{
    return kind == MAPPING_LOAD || kind == MAPPING_UPDATE_READ;
}

static bool is_update(mapping_kind kind)
{
    return kind == MAPPING_UPDATE_READ || kind == MAPPING_UPDATE_WRITE;
}

/* Does an acquire, a release, have an effect at this access? A load's order says nothing of stores before it, and an
 * update's fences stand around both of its accesses. */
static bool acquires_here(mapping_kind kind, ir_order order)
{
    return acquires(order) && (kind == MAPPING_LOAD || kind == MAPPING_UPDATE_WRITE);
}

static bool releases_here(mapping_kind kind, ir_order order)
{
    return releases(order) && (kind == MAPPING_STORE || kind == MAPPING_UPDATE_READ);
}

uint64_t mapping_full_fence(void)
{
    return CAT_BIT(DMB_SY) | CAT_BIT(DMB_ISH) | CAT_BIT(SYNC) | CAT_BIT(MFENCE) | CAT_BIT(FENCE_RW_RW) | CAT_BIT(SC) |
           CAT_BIT(MEMBAR_LL) | CAT_BIT(MEMBAR_LS) | CAT_BIT(MEMBAR_SL) | CAT_BIT(MEMBAR_SS) | CAT_BIT(MB);
}

/* ---- accesses ---- */

static mapping_access of_aarch64(mapping_kind kind, ir_order order)
{
    mapping_access result = {.tags = is_update(kind) ? CAT_BIT(X) : 0};
    if (is_read(kind) && acquires(order))
        result.tags |= CAT_BIT(A);
    if (!is_read(kind) && releases(order))
        result.tags |= CAT_BIT(L);
    return result;
}

static mapping_access of_ppc(mapping_kind kind, ir_order order)
{
    mapping_access result = {.tags = is_update(kind) ? CAT_BIT(X) : 0};
    if (order == IR_SEQ_CST && kind != MAPPING_UPDATE_WRITE)
        result.before = CAT_BIT(SYNC);
    else if (releases_here(kind, order))
        result.before = CAT_BIT(LWSYNC);
    if (acquires_here(kind, order)) {
        result.after = CAT_BIT(ISYNC);
        result.branches = true;
    }
    return result;
}

static mapping_access of_riscv(mapping_kind kind, ir_order order)
{
    mapping_access result = {0};
    if (is_update(kind)) {
        bool both = acquires(order) && releases(order);
        result.tags = CAT_BIT(X) | (both ? CAT_BIT(RISCV_ACQ_REL) : 0) | (acquires(order) ? CAT_BIT(RISCV_ACQ) : 0) |
                      (releases(order) ? CAT_BIT(RISCV_REL) : 0);
        return result;
    }
    if (kind == MAPPING_LOAD && order == IR_SEQ_CST)
        result.before = CAT_BIT(FENCE_RW_RW);
    if (acquires_here(kind, order))
        result.after = CAT_BIT(FENCE_R_RW);
    if (releases_here(kind, order))
        result.before = CAT_BIT(FENCE_RW_W);
    return result;
}

static mapping_access of_x86(mapping_kind kind, ir_order order)
{
    return (mapping_access){
        .tags = is_update(kind) ? CAT_BIT(X) : 0,
        .after = kind == MAPPING_STORE && order == IR_SEQ_CST ? CAT_BIT(MFENCE) : 0,
    };
}

static mapping_access of_c11(mapping_kind kind, ir_order order)
{
    static const uint64_t ORDERS[] = {
        [IR_PLAIN] = CAT_BIT(NA),
        [IR_VOLATILE] = CAT_BIT(NA),
        [IR_RELAXED] = CAT_BIT(A) | CAT_BIT(RLX),
        [IR_ACQUIRE] = CAT_BIT(A) | CAT_BIT(ACQ),
        [IR_RELEASE] = CAT_BIT(A) | CAT_BIT(REL),
        [IR_ACQ_REL] = CAT_BIT(A) | CAT_BIT(ACQ_REL),
        [IR_SEQ_CST] = CAT_BIT(A) | CAT_BIT(SC),
    };
    uint64_t relaxed = ORDERS[IR_RELAXED];
    mapping_access result = {.tags = ORDERS[order]};
    if (is_update(kind) && order == (is_read(kind) ? IR_RELEASE : IR_ACQUIRE))
        result.tags = relaxed;
    else if (is_update(kind) && order == IR_ACQ_REL)
        result.tags = ORDERS[is_read(kind) ? IR_ACQUIRE : IR_RELEASE];
    return result;
}

static mapping_access of_fences(mapping_kind kind, ir_order order)
{
    bool is_strong = order == IR_SEQ_CST;
    mapping_access result = {.tags = is_update(kind) ? CAT_BIT(X) : 0};
    if (acquires_here(kind, order) || (is_strong && kind == MAPPING_STORE))
        result.after = mapping_full_fence();
    if (releases_here(kind, order) || (is_strong && kind == MAPPING_LOAD))
        result.before = mapping_full_fence();
    return result;
}

mapping_access mapping_of_access(cat_architecture a, mapping_kind kind, ir_order order)
{
    switch (a) {
    case CAT_AARCH64:
        return of_aarch64(kind, order);
    case CAT_PPC:
        return of_ppc(kind, order);
    case CAT_RISCV:
        return of_riscv(kind, order);
    case CAT_X86:
        return of_x86(kind, order);
    case CAT_C11:
        return of_c11(kind, order);
    default:
        return of_fences(kind, order);
    }
}

uint64_t mapping_of_thread(cat_architecture a)
{
    return a == CAT_C11 ? CAT_BIT(A) | CAT_BIT(SC) : 0;
}

/* ---- fences ---- */

/* As what they order: stores among themselves, loads before all, or everything. */
static uint64_t by_pairs(ir_fence fence, uint64_t stores, uint64_t loads, uint64_t full)
{
    if (fence.pairs == 0)
        return 0;
    if ((fence.pairs & ~IR_WW) == 0)
        return stores;
    return (fence.pairs & ~(IR_RR | IR_RW)) == 0 ? loads : full;
}

static bool is_of_c11(ir_fence fence)
{
    return fence.kind >= IR_FENCE_ACQUIRE && fence.kind <= IR_FENCE_SEQ_CST;
}

static uint64_t fence_of_aarch64(ir_fence fence)
{
    if (fence.kind == IR_FENCE_ISB)
        return CAT_BIT(ISB);
    return by_pairs(fence, CAT_BIT(DMB_ST) | CAT_BIT(DMB_ISHST), CAT_BIT(DMB_LD) | CAT_BIT(DMB_ISHLD),
                    CAT_BIT(DMB_SY) | CAT_BIT(DMB_ISH));
}

static uint64_t fence_of_ppc(ir_fence fence)
{
    if (fence.kind == IR_FENCE_ISYNC)
        return CAT_BIT(ISYNC);
    if (fence.kind == IR_FENCE_EIEIO)
        return CAT_BIT(EIEIO);
    return fence.pairs == 0 ? 0 : fence.pairs & IR_WR ? CAT_BIT(SYNC) : CAT_BIT(LWSYNC);
}

static uint64_t fence_of_riscv(ir_fence fence)
{
    switch (fence.kind) {
    case IR_FENCE_ACQUIRE:
        return CAT_BIT(FENCE_R_RW);
    case IR_FENCE_RELEASE:
        return CAT_BIT(FENCE_RW_W);
    case IR_FENCE_ACQ_REL:
        return CAT_BIT(FENCE_TSO);
    default:
        break;
    }
    static const struct {
        uint8_t pairs;
        uint64_t tag;
    } FENCES[] = {
        {IR_RR, CAT_BIT(FENCE_R_R)},
        {IR_RW, CAT_BIT(FENCE_R_W)},
        {IR_WR, CAT_BIT(FENCE_W_R)},
        {IR_WW, CAT_BIT(FENCE_W_W)},
        {IR_RR | IR_RW, CAT_BIT(FENCE_R_RW)},
        {IR_WR | IR_WW, CAT_BIT(FENCE_W_RW)},
        {IR_RR | IR_WR, CAT_BIT(FENCE_RW_R)},
        {IR_RW | IR_WW, CAT_BIT(FENCE_RW_W)},
        {IR_RR | IR_RW | IR_WW, CAT_BIT(FENCE_TSO)},
    };
    for (uint32_t i = 0; i < sizeof FENCES / sizeof *FENCES; i++)
        if (FENCES[i].pairs == fence.pairs)
            return FENCES[i].tag;
    return fence.pairs == 0 ? 0 : CAT_BIT(FENCE_RW_RW);
}

/* Only a store before a load takes more than x86 keeps anyhow: the fences of C11 below seq_cst cost nothing there. */
static uint64_t fence_of_x86(ir_fence fence)
{
    if (fence.pairs & IR_WR)
        return CAT_BIT(MFENCE);
    return (fence.pairs & IR_WW ? CAT_BIT(SFENCE) : 0) | (fence.pairs & (IR_RR | IR_RW) ? CAT_BIT(LFENCE) : 0);
}

static uint64_t fence_of_c11(ir_fence fence)
{
    switch (fence.kind) {
    case IR_FENCE_ACQUIRE:
        return CAT_BIT(ACQ);
    case IR_FENCE_RELEASE:
        return CAT_BIT(REL);
    case IR_FENCE_ACQ_REL:
        return CAT_BIT(ACQ_REL);
    default:
        return by_pairs(fence, CAT_BIT(REL), CAT_BIT(ACQ), CAT_BIT(SC));
    }
}

/* Membar. */
static uint64_t fence_of_sparc(ir_fence fence)
{
    static const struct {
        uint8_t pair;
        uint64_t tags;
    } PARTS[] = {
        {IR_RR, CAT_BIT(MEMBAR_LL)},
        {IR_RW, CAT_BIT(MEMBAR_LS)},
        {IR_WR, CAT_BIT(MEMBAR_SL)},
        {IR_WW, CAT_BIT(MEMBAR_SS)},
    };
    uint64_t tags = 0;
    if (is_of_c11(fence))
        return mapping_full_fence();
    for (uint32_t i = 0; i < sizeof PARTS / sizeof *PARTS; i++)
        tags |= fence.pairs & PARTS[i].pair ? PARTS[i].tags : 0;
    return tags;
}

static uint64_t fence_of_alpha(ir_fence fence)
{
    if (is_of_c11(fence))
        return mapping_full_fence();
    return by_pairs(fence, CAT_BIT(WMB) | CAT_BIT(DMB_ST), mapping_full_fence(), mapping_full_fence());
}

uint64_t mapping_of_fence(cat_architecture a, ir_fence fence)
{
    if (fence.kind == IR_FENCE_OF_ACCESS)
        return 0; /* the order of an access, which the model asks for itself */
    if (fence.pairs == IR_PAIRS_ALL)
        return mapping_full_fence();
    switch (a) {
    case CAT_AARCH64:
        return fence_of_aarch64(fence);
    case CAT_PPC:
        return fence_of_ppc(fence);
    case CAT_RISCV:
        return fence_of_riscv(fence);
    case CAT_X86:
        return fence_of_x86(fence);
    case CAT_C11:
        return fence_of_c11(fence);
    case CAT_ALPHA:
        return fence_of_alpha(fence);
    default:
        return fence_of_sparc(fence);
    }
}
