#include "ir_sample.h"

#include "base/libm.h"

static char *text_of(const ir_program *p, ir_id function)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    ir_print(p, function, out);
    fclose(out);
    return text;
}

static void assert_prints(const char *text, const char *part)
{
    if (strstr(text, part) == NULL)
        fail_msg("`%s` is missing in\n%s", part, text);
}

static void a_person_can_read_the_program(void **state)
{
    (void)state;
    sample s = build_sample();
    ir_program *p = s.p;
    p->globals.data[X].bytes[0] = 0x2a;
    char *text = text_of(p, IR_NONE);
    static const char *const parts[] = {
        "global x: int, 4 bytes, align 4 = 2a 00 00 00\n",
        "global q: struct queue, 16 bytes, align 4 = zero\n",
        "global counter: int, 4 bytes, align 4, thread-local = zero\n",
        "ptr helper(ptr %0, i32 %1), 2 slots\nentry:\n",
        "    store release i32 [%0], %1",
        " ; q.c:12\n",
        "    ret ptr %0\n",
        "declared void external()\n",
        "i32 main(), 11 slots\n",
        "    %local.0 = alloca local, 4 bytes, align 4\n",
        "    %4 = call ptr helper(ptr %local.0, i32 7)\n",
        "    br loop(0)\n",
        "loop(i32 %i.1):\n    %3 = slt i32 %i.1, 10\n    condbr %3, body, done\n",
        "    %i.next.2 = add i32 %i.1, 1\n",
        "    %5 = zext i32 %i.next.2 to i128\n",
        "    %7 = fadd f64 1, 0\n",
        "    %8 = rmw add acq_rel i32 [q.items[1]], %i.next.2\n",
        "    fence mfence RR,RW,WR,WW\n    br loop(%i.next.2)\n",
        "    %9 = tls counter\n",
        "    %10 = await i32 [x] & 1 eq 0, block, holder [null]\n",
        "    switch i32 %i.1, 3: loop(0), otherwise: end\n",
        "    ret i32 0\n",
    };
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        assert_prints(text, parts[i]);
    free(text);
    text = text_of(p, HELPER);
    assert_prints(text, "helper");
    assert_null(strstr(text, "main"));
    free(text);
    strbuf one = {0};
    ir_print_instruction(p, s.add, &one);
    assert_string_equal(one.text, "%i.next.2 = add i32 %i.1, 1");
    strbuf_reset(&one);
    ir_print_location(p, p->code.data[s.store].location, &one);
    assert_string_equal(one.text, "q.c:12");
    strbuf_clear(&one);
    ir_program_free(p);
}

static void each_operation_has_its_syntax(void **state)
{
    (void)state;
    ir_program *p = ir_program_new();
    add_global(p, "x", 4, IR_NONE);
    p->main = add_function(p, "main");
    begin_body(p, 0)->slots = 20;
    add_block(p, 0, "entry");
    vec_push(&p->texts, "inline assembly");
    ir_operand x = global_address(p, 0, 0);
    ir_operand four = number(p, 64, 4);
    ir_operand zero = number(p, 64, 0);
    ir_operand one = number(p, 1, 1);
    ir_operand half = number(p, 64, 0x3fe0000000000000);
    const struct {
        const char *text;
        ir_instruction in;
    } lines[] = {
        {"%0 = mov i64 &x", {IR_MOV, 64, 0, 0, x, 0, 0, 0}},
        {"%1 = sub i8 -1, 4", {IR_SUB, 8, 0, 1, number(p, 8, 255), number(p, 8, 4), 0, 0}},
        {"%2 = fcmp olt f64 0.5, 0.5", {IR_FCMP, 64, IR_FCMP_LT, 2, half, half, 0, 0}},
        {"%16 = flibm pow f64 0.5, 0.5", {IR_FLIBM, 64, LIBM_pow, 16, half, half, 0, 0}},
        {"%17 = fma f64 0.5, 0.5, 0.5", {IR_FMA, 64, 0, 17, half, half, half, 0}},
        {"%3 = funary sqrt f64 0.5", {IR_FUNARY, 64, IR_F_SQRT, 3, half, 0, 0, 0}},
        {"%4 = fptosi f64 0.5 to i32", {IR_FPTOSI, 32, 64, 4, half, 0, 0, 0}},
        {"%5 = select i64 1, 4, 0", {IR_SELECT, 64, 0, 5, one, four, zero, 0}},
        {"%6 = load seq_cst i16 [x+1]", {IR_LOAD, 16, IR_SEQ_CST, 6, global_address(p, 0, 1), 0, 0, 0}},
        {"%7 = cmpxchg seq_cst acquire i64 [x], 0, 4",
         {IR_CMPXCHG, 64, ir_cmpxchg_aux(IR_SEQ_CST, IR_ACQUIRE), 7, x, zero, four, 0}},
        {"fence isync", {IR_FENCE, 0, ir_fence_aux(ir_fence_make(IR_FENCE_ISYNC)), 0, 0, 0, 0, 0}},
        {"fence membar RW,WW",
         {IR_FENCE, 0, ir_fence_aux(ir_fence_make_given(IR_FENCE_MEMBAR, IR_RW | IR_WW)), 0, 0, 0, 0, 0}},
        {"memcpy [x], [%0], 4 by 2", {IR_MEMCPY, 0, 2, 0, x, 0, four, 0}},
        {"memset [x], 9, 4 by 1", {IR_MEMSET, 0, 1, 0, x, number(p, 8, 9), four, 0}},
        {"atomic_begin", {IR_ATOMIC_BEGIN, 0, 0, 0, 0, 0, 0, 0}},
        {"assume 1", {IR_ASSUME, 0, 0, 0, one, 0, 0, 0}},
        {"fail lock_misuse &x", {IR_FAIL, 0, 0, 0, x, PROPERTY_LOCK_MISUSE, 0, 0}},
        {"%8 = nondet i7", {IR_NONDET, 7, 0, 8, 0, 0, 0, 0}},
        {"%9 = freeze i64 4, 1", {IR_FREEZE, 64, 0, 9, four, one, 0, 0}},
        {"%10 = thread_start &main, 0", {IR_THREAD_START, 32, 0, 10, function_address(p, 0), zero, 0, 0}},
        {"%11 = thread_join %10", {IR_THREAD_JOIN, 64, 0, 11, 10, 0, 0, 0}},
        {"%12 = heap_alloc zeroed 4, 4", {IR_HEAP_ALLOC, 64, 1, 12, four, four, 0, 0}},
        {"check_init [x], 4", {IR_CHECK_INIT, 0, 0, 0, x, four, 0, 0}},
        {"%13 = add i128 0x10000000000000005, 0x10000000000000005",
         {IR_ADD, 128, 0, 13, ir_constant(p, 128, 5, 1), ir_constant(p, 128, 5, 1), 0, 0}},
        {"unsupported \"inline assembly\"", {IR_UNSUPPORTED, 0, 0, 0, 0, 0, 0, 0}},
        {"unreachable", {IR_UNREACHABLE, 0, 0, 0, 0, 0, 0, 0}},
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        vec_push(&p->code, lines[i].in);
        p->blocks.data[0].count++;
    }
    assert_valid(p);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        strbuf text = {0};
        ir_print_instruction(p, (ir_id)i, &text);
        assert_string_equal(strbuf_text(&text), lines[i].text);
        strbuf_clear(&text);
    }
    ir_program_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_person_can_read_the_program),
        cmocka_unit_test(each_operation_has_its_syntax),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
