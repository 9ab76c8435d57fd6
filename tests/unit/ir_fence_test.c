#include "ir/fence.h"
#include "ir_sample.h"

typedef struct expectation {
    const char *text;
    ir_fence_kind kind;
    uint8_t pairs;
} expectation;

/* What each statement of assembly orders, by the manuals of its machine. */
static const expectation STATEMENTS[] = {
    {"", IR_FENCE_COMPILER, 0},
    {"pause", IR_FENCE_NOP, 0},
    {"mfence", IR_FENCE_MFENCE, IR_PAIRS_ALL},
    {"sfence", IR_FENCE_SFENCE, IR_WW},
    {"lfence", IR_FENCE_LFENCE, IR_RR | IR_RW},
    {"lock addl $0,(%rsp)", IR_FENCE_LOCKED, IR_PAIRS_ALL},
    {"lock orq $0x0, -4(%rsp)", IR_FENCE_LOCKED, IR_PAIRS_ALL},
    {"sync", IR_FENCE_SYNC, IR_PAIRS_ALL},
    {"hwsync", IR_FENCE_SYNC, IR_PAIRS_ALL},
    {"lwsync", IR_FENCE_LWSYNC, IR_RR | IR_RW | IR_WW},
    {"sync 1", IR_FENCE_LWSYNC, IR_RR | IR_RW | IR_WW},
    {"eieio", IR_FENCE_EIEIO, IR_WW},
    {"isync", IR_FENCE_ISYNC, 0},
    {"dmb ish", IR_FENCE_DMB_ISH, IR_PAIRS_ALL},
    {"dmb ishst", IR_FENCE_DMB_ISHST, IR_WW},
    {"dmb ishld", IR_FENCE_DMB_ISHLD, IR_RR | IR_RW},
    {"dmb", IR_FENCE_DMB_SY, IR_PAIRS_ALL},
    {"dmb oshst", IR_FENCE_DMB_ISHST, IR_WW},
    {"dsb sy", IR_FENCE_DSB_SY, IR_PAIRS_ALL},
    {"dsb ishld", IR_FENCE_DSB_ISHLD, IR_RR | IR_RW},
    {"dsb ishst", IR_FENCE_DSB_ISHST, IR_WR | IR_WW},
    {"dsb st", IR_FENCE_DSB_ST, IR_WR | IR_WW},
    {"isb", IR_FENCE_ISB, 0},
    {"isb sy", IR_FENCE_ISB, 0},
    {"stbar", IR_FENCE_STBAR, IR_WW},
    {"membar #storeload", IR_FENCE_MEMBAR, IR_WR},
    {"membar #loadload | #loadstore", IR_FENCE_MEMBAR, IR_RR | IR_RW},
    {"membar #sync", IR_FENCE_MEMBAR, IR_PAIRS_ALL},
    {"mb", IR_FENCE_MB, IR_PAIRS_ALL},
    {"wmb", IR_FENCE_WMB, IR_WW},
    {"fence", IR_FENCE_RISCV, IR_PAIRS_ALL},
    {"fence rw,w", IR_FENCE_RISCV, IR_RW | IR_WW},
    {"fence r,rw", IR_FENCE_RISCV, IR_RR | IR_RW},
    {"fence w,r", IR_FENCE_RISCV, IR_WR},
};

static void assembly_tells_kind_and_pairs(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof STATEMENTS / sizeof *STATEMENTS; i++) {
        const expectation *e = &STATEMENTS[i];
        ir_fence fence = {0};
        if (!ir_fence_find(e->text, &fence) || fence.kind != e->kind || fence.pairs != e->pairs)
            fail_msg("`%s` is %s with pairs %x", e->text, ir_fence_name(fence), (unsigned)fence.pairs);
        assert_true(ir_fence_is_proper(fence));
    }
}

static void what_is_no_fence_is_not_found(void **state)
{
    (void)state;
    static const char *const OTHERS[] = {
        "mov %eax,%ebx", "lock addl $1,(%rsp)", "seq_cst", "smp_mb", "of_block", "membar", "dmbish", "mfences"};
    for (size_t i = 0; i < sizeof OTHERS / sizeof *OTHERS; i++) {
        ir_fence fence;
        assert_false(ir_fence_find(OTHERS[i], &fence));
    }
}

/* SC, TSO and PSO know three strengths. */
static void buffers_see_three_strengths(void **state)
{
    (void)state;
    static const struct {
        ir_fence_kind kind;
        bool is_full, orders_stores;
    } KINDS[] = {
        {IR_FENCE_SEQ_CST, true, false},  {IR_FENCE_ACQ_REL, false, true},   {IR_FENCE_RELEASE, false, true},
        {IR_FENCE_ACQUIRE, false, false}, {IR_FENCE_MFENCE, true, false},    {IR_FENCE_SFENCE, false, true},
        {IR_FENCE_LFENCE, false, false},  {IR_FENCE_LWSYNC, false, true},    {IR_FENCE_ISYNC, false, false},
        {IR_FENCE_SMP_RMB, false, false}, {IR_FENCE_COMPILER, false, false},
    };
    for (size_t i = 0; i < sizeof KINDS / sizeof *KINDS; i++) {
        ir_fence fence = ir_fence_make(KINDS[i].kind);
        assert_int_equal(ir_fence_is_full(fence), KINDS[i].is_full);
        assert_int_equal(ir_fence_orders_stores(fence), KINDS[i].orders_stores);
    }
    assert_true(ir_fence_is_full(ir_fence_make_given(IR_FENCE_MEMBAR, IR_WR)));
    assert_true(ir_fence_is_seen(ir_fence_make(IR_FENCE_ISYNC)));
    assert_false(ir_fence_is_seen(ir_fence_make(IR_FENCE_COMPILER)));
}

static void an_instruction_keeps_kind_and_pairs(void **state)
{
    (void)state;
    for (uint32_t kind = 0; kind < IR_FENCE_KIND_COUNT; kind++)
        for (uint32_t pairs = 0; pairs <= IR_PAIRS_ALL; pairs++) {
            ir_fence fence = {(uint8_t)kind, (uint8_t)pairs};
            ir_instruction in = {.op = IR_FENCE, .aux = ir_fence_aux(fence)};
            assert_int_equal(ir_fence_of(&in).kind, kind);
            assert_int_equal(ir_fence_of(&in).pairs, pairs);
        }
    assert_false(ir_fence_is_proper((ir_fence){IR_FENCE_SFENCE, IR_PAIRS_ALL}));
    assert_false(ir_fence_is_proper((ir_fence){IR_FENCE_KIND_COUNT, 0}));
}

static void an_access_keeps_its_orders(void **state)
{
    (void)state;
    for (uint32_t order = IR_PLAIN; order <= IR_SEQ_CST; order++) {
        for (uint32_t op = IR_RMW_XCHG; op <= IR_RMW_FSUB; op++) {
            ir_instruction rmw = {.op = IR_RMW, .aux = ir_rmw_aux((ir_rmw)op, (ir_order)order)};
            assert_int_equal(ir_rmw_of(&rmw), op);
            assert_int_equal(ir_order_of(&rmw), order);
        }
        for (uint32_t failure = IR_PLAIN; failure <= IR_SEQ_CST; failure++) {
            ir_instruction cas = {.op = IR_CMPXCHG, .aux = ir_cmpxchg_aux((ir_order)order, (ir_order)failure)};
            assert_int_equal(ir_order_of(&cas), order);
            assert_int_equal(ir_failure_order_of(&cas), failure);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(assembly_tells_kind_and_pairs), cmocka_unit_test(what_is_no_fence_is_not_found),
        cmocka_unit_test(buffers_see_three_strengths),   cmocka_unit_test(an_instruction_keeps_kind_and_pairs),
        cmocka_unit_test(an_access_keeps_its_orders),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
