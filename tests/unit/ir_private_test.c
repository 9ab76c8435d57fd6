#include "ir_build.h"

enum { FIRST = 0, SECOND, THIRD, FOURTH, FIFTH, MAIN_SLOTS };

/* A program whose main starts with an alloca; `add` puts what is tested after it. */
static bool is_private_after(void (*add)(ir_program *p))
{
    ir_program *p = ir_program_new();
    add_global(p, "g", 8, IR_NONE);
    add_global(p, "table", 16, IR_NONE);
    add_site(p, "local");
    add_function(p, "callee");
    p->main = add_function(p, "main");
    ir_function *callee = begin_body(p, 0);
    add_parameter(&callee->parameters, FIRST, PTR);
    add_parameter(&callee->parameters, SECOND, I1);
    vec_push(&callee->results, PTR);
    callee->slots = 4;
    add(p); /* first fills the callee, then, when called again, main */
    ir_function *main_function = begin_body(p, 1);
    main_function->slots = MAIN_SLOTS;
    add_block(p, 1, "entry");
    emit(p, IR_ALLOCA, 64, 0, FIRST, number(p, 64, 8), 0, 0);
    add(p);
    if (!ir_is_terminator((ir_op)vec_last(&p->code)->op))
        emit_ret(p, NULL, 0);
    assert_valid(p);
    ir_find_private_sites(p);
    bool is_private = p->sites.data[0].is_private;
    ir_program_free(p);
    return is_private;
}

static bool is_in_callee(const ir_program *p)
{
    return p->functions.data[1].first_block == 0 && p->functions.data[1].block_count == 0;
}

/* A callee that does nothing with its parameter; true if that was what had to be built. */
static bool build_idle_callee(ir_program *p)
{
    if (!is_in_callee(p))
        return false;
    add_block(p, 0, "entry");
    emit_ret(p, (ir_operand[]){number(p, 64, 0)}, 1);
    return true;
}

static ir_id call_callee(ir_program *p, ir_operand callee, ir_operand argument)
{
    return emit_call(p, callee, (ir_operand[]){argument, number(p, 1, 1)}, (ir_type[]){PTR, I1}, 2, SECOND, PTR);
}

static void use_it_here(ir_program *p)
{
    if (build_idle_callee(p))
        return;
    emit(p, IR_STORE, 64, 0, 0, FIRST, number(p, 64, 1), 0);
    emit(p, IR_ADD, 64, 0, SECOND, FIRST, number(p, 64, 4), 0);
    emit(p, IR_LOAD, 32, 0, THIRD, SECOND, 0, 0);
    emit(p, IR_EQ, 64, 0, FOURTH, FIRST, SECOND, 0);
}

static void store_it(ir_program *p)
{
    if (!build_idle_callee(p))
        emit(p, IR_STORE, 64, 0, 0, global_address(p, 0, 0), FIRST, 0);
}

static void store_a_derived_address(ir_program *p)
{
    if (build_idle_callee(p))
        return;
    emit(p, IR_SUB, 64, 0, SECOND, FIRST, number(p, 64, 4), 0);
    emit(p, IR_SELECT, 64, 0, THIRD, number(p, 1, 1), SECOND, number(p, 64, 0));
    emit(p, IR_FREEZE, 64, 0, FOURTH, THIRD, number(p, 1, 0), 0);
    emit(p, IR_RMW, 64, ir_rmw_aux(IR_RMW_XCHG, IR_SEQ_CST), FIFTH, global_address(p, 0, 0), FOURTH, 0);
}

static void exchange_it(ir_program *p)
{
    if (!build_idle_callee(p))
        emit(p, IR_CMPXCHG, 64, 0, SECOND, global_address(p, 0, 0), number(p, 64, 0), FIRST);
}

static void start_a_thread_with_it(ir_program *p)
{
    if (!build_idle_callee(p))
        emit(p, IR_THREAD_START, 32, 0, SECOND, function_address(p, 0), FIRST, 0);
}

static void multiply_it(ir_program *p)
{
    if (!build_idle_callee(p))
        emit(p, IR_MUL, 64, 0, SECOND, FIRST, number(p, 64, 3), 0);
}

static void pass_it_to_an_idle_callee(ir_program *p)
{
    if (!build_idle_callee(p))
        call_callee(p, function_address(p, 0), FIRST);
}

static void pass_it_to_an_unknown_callee(ir_program *p)
{
    if (build_idle_callee(p))
        return;
    emit(p, IR_LOAD, 64, 0, THIRD, global_address(p, 0, 0), 0, 0);
    call_callee(p, THIRD, FIRST);
}

static void pass_it_to_a_storing_callee(ir_program *p)
{
    if (is_in_callee(p)) {
        add_block(p, 0, "entry");
        emit(p, IR_STORE, 64, 0, 0, global_address(p, 0, 0), FIRST, 0);
        emit_ret(p, (ir_operand[]){number(p, 64, 0)}, 1);
    } else {
        call_callee(p, function_address(p, 0), FIRST);
    }
}

static void build_returning_callee(ir_program *p)
{
    add_block(p, 0, "entry");
    emit_ret(p, (ir_operand[]){FIRST}, 1);
}

static void get_it_back_and_use_it(ir_program *p)
{
    if (is_in_callee(p)) {
        build_returning_callee(p);
    } else {
        call_callee(p, function_address(p, 0), FIRST);
        emit(p, IR_LOAD, 32, 0, THIRD, SECOND, 0, 0);
    }
}

static void get_it_back_and_store_it(ir_program *p)
{
    if (is_in_callee(p)) {
        build_returning_callee(p);
    } else {
        call_callee(p, function_address(p, 0), FIRST);
        emit(p, IR_STORE, 64, 0, 0, global_address(p, 0, 0), SECOND, 0);
    }
}

static void get_it_back_from_a_function_in_a_table(ir_program *p)
{
    get_it_back_and_use_it(p);
    uint64_t address = ir_pointer(p->layout, ir_function_object(p, 0), 0);
    memcpy(p->globals.data[1].bytes + 3, &address, sizeof address);
}

static void get_it_back_from_a_function_in_a_variable(ir_program *p)
{
    bool is_main = !is_in_callee(p);
    get_it_back_and_use_it(p);
    if (is_main)
        emit(p, IR_STORE, 64, 0, 0, global_address(p, 0, 0), function_address(p, 0), 0);
}

static void pass_it_down_a_recursion(ir_program *p)
{
    if (is_in_callee(p)) {
        add_block(p, 0, "entry");
        emit(p, IR_ADD, 64, 0, THIRD, FIRST, number(p, 64, 1), 0);
        emit_call(p, function_address(p, 0), (ir_operand[]){THIRD, SECOND}, (ir_type[]){PTR, I1}, 2, FOURTH, PTR);
        emit_ret(p, (ir_operand[]){FOURTH}, 1);
    } else {
        call_callee(p, function_address(p, 0), FIRST);
    }
}

static void send_it_round_a_loop(ir_program *p)
{
    if (build_idle_callee(p))
        return;
    ir_id loop = p->blocks.size;
    emit(p, IR_BR, 0, 0, 0, 0, 0, add_edge(p, loop, (ir_operand[]){FIRST}, 1));
    add_block(p, 1, "loop");
    add_parameter(&p->blocks.data[loop].parameters, SECOND, PTR);
    emit(p, IR_ADD, 64, 0, THIRD, SECOND, number(p, 64, 1), 0);
    emit(p, IR_CONDBR, 0, 0, 0, number(p, 1, 1), add_edge(p, loop, (ir_operand[]){THIRD}, 1),
         add_edge(p, loop + 1, NULL, 0));
    add_block(p, 1, "done");
    emit_ret(p, NULL, 0);
}

static void send_it_round_a_loop_and_store_it(ir_program *p)
{
    bool is_main = !is_in_callee(p);
    send_it_round_a_loop(p);
    if (is_main) {
        p->code.size--;
        p->blocks.data[p->blocks.size - 1].count--;
        emit(p, IR_STORE, 64, 0, 0, global_address(p, 0, 0), SECOND, 0);
        emit(p, IR_UNREACHABLE, 0, 0, 0, 0, 0, 0);
    }
}

static void wait_for_it(ir_program *p)
{
    if (build_idle_callee(p))
        return;
    ir_operand zero = number(p, 64, 0);
    emit(p, IR_AWAIT, 32, 6, SECOND, 0, 0, p->operands.size);
    vec_append(&p->operands, ((ir_operand[]){FIRST, zero, zero, zero, zero, FIRST}), 6);
}

static void sites_are_private_unless_their_address_leaks(void **state)
{
    (void)state;
    const struct {
        void (*add)(ir_program *p);
        bool is_private;
    } cases[] = {
        {use_it_here, true},
        {store_it, false},
        {store_a_derived_address, false},
        {exchange_it, false},
        {start_a_thread_with_it, false},
        {multiply_it, false},
        {pass_it_to_an_idle_callee, true},
        {pass_it_to_an_unknown_callee, false},
        {pass_it_to_a_storing_callee, false},
        {get_it_back_and_use_it, true},
        {get_it_back_and_store_it, false},
        {get_it_back_from_a_function_in_a_table, false},
        {get_it_back_from_a_function_in_a_variable, false},
        {pass_it_down_a_recursion, true},
        {send_it_round_a_loop, true},
        {send_it_round_a_loop_and_store_it, false},
        {wait_for_it, true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (is_private_after(cases[i].add) != cases[i].is_private)
            fail_msg("case %zu should be %s", i, cases[i].is_private ? "private" : "shared");
}

/* The same holds for a thread's own instance of a thread-local global. */
static bool is_thread_local_private(bool is_stored)
{
    ir_program *p = ir_program_new();
    add_global(p, "shared", 8, IR_NONE);
    ir_id own = add_global(p, "own", 8, IR_NONE);
    p->globals.data[own].is_thread_local = true;
    p->main = add_function(p, "main");
    begin_body(p, p->main)->slots = 1;
    add_block(p, p->main, "entry");
    emit(p, IR_TLS, 64, 0, FIRST, 0, 0, own);
    emit(p, IR_STORE, 64, 0, 0, is_stored ? global_address(p, 0, 0) : FIRST, is_stored ? FIRST : number(p, 64, 1), 0);
    emit_ret(p, NULL, 0);
    assert_valid(p);
    ir_find_private_sites(p);
    bool is_private = p->globals.data[own].is_private;
    assert_false(p->globals.data[0].is_private);
    ir_program_free(p);
    return is_private;
}

static void thread_local_globals_are_private_unless_their_address_leaks(void **state)
{
    (void)state;
    assert_true(is_thread_local_private(false));
    assert_false(is_thread_local_private(true));
}

/* Two private variables and a shared one; registers that are made of them. */
static void registers_know_what_they_may_point_into(void **state)
{
    enum { A, B, SHARED, MOVED, CHOSEN, WITH_NULL, SUM, WITH_SHARED, LOADED, SLOTS };
    static const struct {
        const char *sites;
        bool is_other, is_mixed;
    } EXPECTED[SLOTS] = {
        [A] = {"a", false, false},     [B] = {"b", false, false},           [SHARED] = {"", true, false},
        [MOVED] = {"a", false, false}, [CHOSEN] = {"ab", false, false},     [WITH_NULL] = {"b", false, false},
        [SUM] = {"a", true, true},     [WITH_SHARED] = {"ab", true, false}, [LOADED] = {"", true, false},
    };
    (void)state;
    ir_program *p = ir_program_new();
    add_global(p, "g", 8, IR_NONE);
    const char *names[] = {"a", "b", "shared"};
    for (uint32_t i = A; i <= SHARED; i++)
        add_site(p, names[i]);
    p->main = add_function(p, "main");
    begin_body(p, p->main)->slots = SLOTS;
    add_block(p, p->main, "entry");
    for (uint32_t i = A; i <= SHARED; i++)
        emit(p, IR_ALLOCA, 64, 0, i, number(p, 64, 8), 0, i);
    emit(p, IR_STORE, 64, 0, 0, global_address(p, 0, 0), SHARED, 0);
    emit(p, IR_ADD, 64, IR_ADD_MOVES, MOVED, A, number(p, 64, 4), 0);
    emit(p, IR_SELECT, 64, 0, CHOSEN, number(p, 1, 1), MOVED, B);
    emit(p, IR_SELECT, 64, 0, WITH_NULL, number(p, 1, 1), B, number(p, 64, 0));
    emit(p, IR_ADD, 64, 0, SUM, A, number(p, 64, 4), 0);
    emit(p, IR_SELECT, 64, 0, WITH_SHARED, number(p, 1, 1), CHOSEN, SHARED);
    emit(p, IR_LOAD, 64, 0, LOADED, global_address(p, 0, 0), 0, 0);
    emit_ret(p, NULL, 0);
    assert_valid(p);
    ir_find_private_sites(p);
    for (uint32_t i = 0; i < SLOTS; i++) {
        ir_origin origin = ir_origin_of(p, p->main, i);
        assert_int_equal(origin.count, strlen(EXPECTED[i].sites));
        assert_int_equal(ir_origin_has(p, origin, A), strchr(EXPECTED[i].sites, 'a') != NULL);
        assert_int_equal(ir_origin_has(p, origin, B), strchr(EXPECTED[i].sites, 'b') != NULL);
        assert_int_equal(origin.is_other, EXPECTED[i].is_other);
        assert_int_equal(origin.is_mixed, EXPECTED[i].is_mixed);
    }
    assert_true(ir_origin_of(p, p->main, number(p, 64, 0)).is_other);
    ir_program_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(registers_know_what_they_may_point_into),
        cmocka_unit_test(sites_are_private_unless_their_address_leaks),
        cmocka_unit_test(thread_local_globals_are_private_unless_their_address_leaks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
