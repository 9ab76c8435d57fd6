#include "ir_sample.h"

#include "base/random.h"
#include "ir/dominators.h"

static void the_sample_is_valid(void **state)
{
    (void)state;
    sample s = build_sample();
    assert_valid(s.p);
    ir_program_free(s.p);
}

static void tables_share_equal_entries(void **state)
{
    (void)state;
    ir_program *p = ir_program_new();
    assert_ptr_equal(ir_intern(p, "weft"), ir_intern(p, "weft"));
    assert_ptr_not_equal(ir_intern(p, "weft"), ir_intern(p, "warp"));
    ir_operand minus_one = number(p, 64, UINT64_MAX);
    assert_int_equal(minus_one, number(p, 64, UINT64_MAX));
    assert_int_equal(number(p, 8, 0x1ff), number(p, 32, 0xff));
    assert_int_not_equal(number(p, 1, 3), number(p, 2, 3));
    ir_operand wide = ir_constant(p, 100, 1, UINT64_MAX);
    assert_int_equal(p->constants.data[(wide & ~IR_CONSTANT_BIT) + 1], (UINT64_C(1) << 36) - 1);
    assert_int_equal(wide, ir_constant(p, 100, 1, UINT64_MAX));
    assert_int_not_equal(wide, ir_constant(p, 128, 1, UINT64_MAX));
    for (uint32_t i = 0; i < 3000; i++) {
        ir_operand operand = number(p, 32, i * 77);
        assert_int_equal(p->constants.data[operand & ~IR_CONSTANT_BIT], i * 77);
    }
    uint32_t size = p->constants.size;
    for (uint32_t i = 0; i < 3000; i++)
        number(p, 32, i * 77);
    assert_int_equal(p->constants.size, size);
    assert_int_equal(ir_location_add(p, "", 0, 0), 0);
    ir_id here = ir_location_add(p, "a.c", 3, 4);
    assert_int_equal(here, ir_location_add(p, "a.c", 3, 4));
    assert_int_not_equal(here, ir_location_add(p, "a.c", 4, 3));
    assert_int_not_equal(here, ir_location_add(p, "b.c", 3, 4));
    ir_program_free(p);
    ir_program_free(NULL);
}

static void functions_are_found(void **state)
{
    (void)state;
    sample s = build_sample();
    ir_program *p = s.p;
    for (ir_id pc = 0; pc < p->code.size; pc++)
        assert_int_equal(ir_function_of(p, pc), pc <= s.ret ? HELPER : MAIN);
    assert_int_equal(ir_find_function(p, "main"), MAIN);
    assert_int_equal(ir_find_function(p, "x"), IR_NONE);
    assert_int_equal(ir_find_global(p, "q"), Q);
    assert_int_equal(ir_find_global(p, "main"), IR_NONE);
    uint64_t base = ir_function_object(p, 0);
    assert_int_equal(base, SAMPLE_GLOBALS + 1);
    assert_int_equal(ir_function_at(p, ir_pointer(p->layout, base + MAIN, 0)), MAIN);
    assert_int_equal(ir_function_at(p, ir_pointer(p->layout, base + MAIN, 8)), IR_NONE);
    assert_int_equal(ir_function_at(p, ir_pointer(p->layout, base + MAIN + 1, 0)), IR_NONE);
    assert_int_equal(ir_function_at(p, ir_pointer(p->layout, Q + 1, 0)), IR_NONE);
    assert_int_equal(ir_function_at(p, 0), IR_NONE);
    ir_program_free(p);
}

static void a_user_means_his_own_global(void **state)
{
    (void)state;
    ir_program *p = ir_program_new();
    add_global(p, "count", 4, IR_NONE);
    vec_last(&p->globals)->is_model = true;
    add_global(p, "count", 4, IR_NONE);
    vec_last(&p->globals)->scope = "f";
    assert_int_equal(ir_find_global(p, "count"), 1);
    add_global(p, "count", 4, IR_NONE);
    vec_last(&p->globals)->scope = "g";
    assert_int_equal(ir_find_global(p, "count"), IR_NONE);
    add_global(p, "count", 4, IR_NONE);
    assert_int_equal(ir_find_global(p, "count"), 3);
    ir_program_free(p);
}

static void every_op_has_a_name_and_a_shape(void **state)
{
    (void)state;
    for (int op = 0; op < IR_OP_COUNT; op++) {
        assert_true(strlen(ir_op_name((ir_op)op)) > 0);
        assert_int_equal(strspn(ir_op_shape((ir_op)op), "dabcABC1x"), strlen(ir_op_shape((ir_op)op)));
    }
    assert_string_equal(ir_op_name(IR_CMPXCHG), "cmpxchg");
    assert_true(ir_is_terminator(IR_BR) && ir_is_terminator(IR_SWITCH) && ir_is_terminator(IR_UNREACHABLE));
    assert_false(ir_is_terminator(IR_MEMSET) || ir_is_terminator(IR_CALL) || ir_is_terminator(IR_STOP));
}

/* ---- broken programs ---- */

#define AT(instruction) (s->p->code.data[s->instruction])
#define EDGE(id) (s->p->edges.data[id])
#define CALL_TYPE(index) (s->p->types.data[s->p->calls.data[0].first_type + (index)])

static void write_wide_past_the_frame(sample *s)
{
    s->p->functions.data[MAIN].slots = R_WIDE_HIGH;
    s->p->functions.data[MAIN].register_names.size = 0;
}

static void read_half_a_constant(sample *s)
{
    ir_instruction *comparison = &s->p->code.data[s->condbr - 1];
    comparison->width = 128;
    comparison->a = comparison->b = IR_CONSTANT_BIT | (s->p->constants.size - 1);
}

static void read_unwritten(sample *s)
{
    s->p->functions.data[MAIN].slots++;
    AT(add).b = MAIN_SLOTS;
}

static void give_entry_parameters(sample *s)
{
    add_parameter(&s->p->blocks.data[0].parameters, R_V, I32);
    s->p->functions.data[HELPER].parameters.size--;
    s->p->calls.data[0].argument_count--;
    s->p->types.data[s->p->calls.data[0].first_type + 1] = PTR;
}

static void make_block_empty(sample *s)
{
    ir_block *last = vec_last(&s->p->blocks);
    last[-1].count += last->count;
    last->first += last->count;
    last->count = 0;
}

static void drop_global_bytes(sample *s)
{
    free(s->p->globals.data[X].bytes);
    s->p->globals.data[X].bytes = NULL;
}

static void assert_refused(const sample *s, const char *message, const char *what)
{
    diag d = {0};
    bool is_valid = ir_validate(s->p, &d);
    if (is_valid || strstr(d.message, message) == NULL)
        fail_msg("after `%s` the validator should say `%s`, not `%s`", what, message, is_valid ? "valid" : d.message);
    assert_int_equal(d.status, STATUS_INTERNAL);
    diag_clear(&d);
    ir_program_free(s->p);
}

/* After the damage in `...` to the sample `s`, the validator says `message`. */
#define BREAK(message, ...)                                                                                            \
    do {                                                                                                               \
        sample broken = build_sample();                                                                                \
        sample *s = &broken;                                                                                           \
        __VA_ARGS__;                                                                                                   \
        assert_refused(s, message, #__VA_ARGS__);                                                                      \
    } while (0)

static void each_broken_instruction_is_found(void **state)
{
    (void)state;
    BREAK("no such operation", AT(add).op = IR_OP_COUNT);
    BREAK("terminator inside", AT(store).op = IR_UNREACHABLE);
    BREAK("does not end in a terminator", AT(ret).op = IR_ATOMIC_END);
    BREAK("a width that", AT(add).width = 0);
    BREAK("a width that", AT(add).width = 129);
    BREAK("a width that", AT(store).width = 24);
    BREAK("a width that", AT(fadd).width = 16);
    BREAK("a width that", AT(zext).width = 16);
    BREAK("a width that", AT(zext).aux = 0);
    BREAK("out of range", AT(store).aux = IR_SEQ_CST + 1);
    BREAK("out of range", AT(rmw).aux = ir_rmw_aux((ir_rmw)(IR_RMW_FSUB + 1), IR_SEQ_CST));
    BREAK("out of range", AT(rmw).aux = ir_rmw_aux(IR_RMW_ADD, (ir_order)(IR_SEQ_CST + 1)));
    BREAK("a width that", AT(rmw).aux = ir_rmw_aux(IR_RMW_FADD, IR_SEQ_CST); AT(rmw).width = 16);
    BREAK("out of range", AT(fence).aux = IR_FENCE_KIND_COUNT);
    BREAK("out of range", AT(fence).aux = ir_fence_aux((ir_fence){IR_FENCE_SFENCE, IR_WR}));
    BREAK("out of range", AT(await).aux = 5);
    BREAK("location", AT(add).location = 1000);
    BREAK("site", AT(alloca_).c = 1);
    BREAK("thread-local", AT(tls).c = X);
}

static void each_broken_reference_is_found(void **state)
{
    (void)state;
    BREAK("edge does not exist", AT(condbr).b = 1000);
    BREAK("description", AT(call).c = 9);
    BREAK("table of cases", AT(switch_).c = 9);
    BREAK("out of the function", EDGE(AT(condbr).b).target = 0);
    BREAK("out of the function", EDGE(AT(condbr).b).target = s->p->blocks.size);
    BREAK("one argument for each parameter", EDGE(s->loop_edge).argument_count = 0);
    BREAK("arguments of an edge", EDGE(s->loop_edge).first_argument = 100000);
    BREAK("wider than the value", s->p->cases.data[0].low = UINT64_C(1) << 32);
    BREAK("wider than the value", s->p->cases.data[0].high = 1);
    BREAK("cases do not exist", s->p->switches.data[0].case_count = 2);
    BREAK("returns another number", AT(ret).aux = 0);
    BREAK("another number of values", s->p->calls.data[0].argument_count = 1);
    BREAK("an argument has another width", CALL_TYPE(1) = I64);
    BREAK("a result has another width", CALL_TYPE(2) = I32);
    BREAK("no proper width", CALL_TYPE(0).width = 0);
}

static void each_broken_register_is_found(void **state)
{
    (void)state;
    BREAK("outside the frame", AT(add).dst = MAIN_SLOTS);
    BREAK("outside the frame", write_wide_past_the_frame(s));
    BREAK("written twice", AT(add).dst = R_LESS);
    BREAK("written twice", AT(add).dst = R_I);
    BREAK("written twice", AT(rmw).dst = R_WIDE_HIGH);
    BREAK("outside the frame", AT(add).a = MAIN_SLOTS);
    BREAK("another width", AT(add).a = R_LOCAL);
    BREAK("another width", AT(rmw).b = R_WIDE_HIGH);
    BREAK("without a write", AT(add).b = R_OLD);
    BREAK("without a write", AT(add).b = R_NEXT);
    BREAK("without a write", AT(switch_).a = R_NEXT);
    BREAK("outside the pool", AT(add).b = IR_CONSTANT_BIT | 1000);
    BREAK("outside the pool", read_half_a_constant(s));
    BREAK("less than that of constant", AT(add).b = number(s->p, 64, UINT64_C(1) << 32));
    BREAK("nothing writes", read_unwritten(s));
    BREAK("without a write", s->p->operands.data[EDGE(s->loop_edge).first_argument] = R_NEXT);
    BREAK("first block has parameters", give_entry_parameters(s));
}

static void each_broken_table_is_found(void **state)
{
    (void)state;
    BREAK("empty", make_block_empty(s));
    BREAK("share an instruction", s->p->blocks.data[s->blocks[B_BODY]].first--);
    BREAK("belongs to no function", s->p->blocks.size--; s->p->functions.data[MAIN].block_count--);
    BREAK("do not follow", s->p->functions.data[MAIN].first_block = 0);
    BREAK("past the code", vec_last(&s->p->blocks)->count += 1);
    BREAK("a block has no name", s->p->blocks.data[0].name = NULL);
    BREAK("function 1: no name", s->p->functions.data[EXTERNAL].name = NULL);
    BREAK("global 0: no name", s->p->globals.data[X].name = NULL);
    BREAK("site 0: no name", s->p->sites.data[0].name = NULL);
    BREAK("no initial bytes", drop_global_bytes(s));
    BREAK("power of two", s->p->globals.data[X].align = 3);
    BREAK("too large", s->p->globals.data[X].size = UINT64_C(1) << 40);
    BREAK("type does not exist", s->p->globals.data[X].type = 1000);
    BREAK("fields do not exist", s->p->ctypes.data[2].field_count = 3);
    BREAK("field 0: its type", s->p->fields.data[0].type = 1000);
    BREAK("element type", s->p->ctypes.data[1].element = IR_NONE);
    BREAK("main is not", s->p->main = 3);
    BREAK("a result has no proper type", s->p->functions.data[HELPER].results.data[0].width = 0);
}

/* Numbers changed at random must end in a verdict, and what is accepted must be printable. */
static void random_damage_never_crashes(void **state)
{
    (void)state;
    random_source random = random_seeded(2024);
    FILE *nowhere = fopen("/dev/null", "w");
    assert_non_null(nowhere);
    uint32_t accepted = 0;
    for (int round = 0; round < 3000; round++) {
        sample s = build_sample();
        ir_instruction *in = &s.p->code.data[random_below(&random, s.p->code.size)];
        uint32_t value = (uint32_t)random_below(&random, random_below(&random, 4) ? 20 : 100000);
        switch (random_below(&random, 9)) {
        case 0:
            in->op = (uint8_t)random_below(&random, IR_OP_COUNT + 2);
            break;
        case 1:
            in->width = (uint8_t)value;
            break;
        case 2:
            in->aux = (uint16_t)value;
            break;
        case 3:
            in->dst = value;
            break;
        case 4:
            in->a = value;
            break;
        case 5:
            in->b = value;
            break;
        case 6:
            in->c = value;
            break;
        case 7:
            s.p->operands.data[random_below(&random, s.p->operands.size)] = value;
            break;
        default:
            s.p->edges.data[random_below(&random, s.p->edges.size)].target = value;
            break;
        }
        diag d = {0};
        if (ir_validate(s.p, &d)) {
            accepted++;
            ir_find_private_sites(s.p);
            ir_print(s.p, IR_NONE, nowhere);
        }
        diag_clear(&d);
        ir_program_free(s.p);
    }
    assert_in_range(accepted, 300, 2700);
    fclose(nowhere);
}

/* ---- dominators ---- */

/* A function of `count` blocks, where block i goes to the two blocks that `successors` says. */
static ir_program *build_graph(const uint32_t (*successors)[2], uint32_t count)
{
    ir_program *p = ir_program_new();
    p->main = add_function(p, "graph");
    begin_body(p, 0)->slots = 1;
    for (uint32_t i = 0; i < count; i++) {
        add_block(p, 0, "b");
        emit(p, IR_CONDBR, 0, 0, 0, number(p, 1, 1), add_edge(p, successors[i][0], NULL, 0),
             add_edge(p, successors[i][1], NULL, 0));
    }
    return p;
}

static void mark_reachable_without(const uint32_t (*successors)[2], uint32_t count, uint32_t removed, bool *marks)
{
    memset(marks, 0, count * sizeof *marks);
    if (removed == 0)
        return;
    marks[0] = true;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < count; i++)
            for (int k = 0; k < 2; k++)
                if (marks[i] && successors[i][k] != removed && !marks[successors[i][k]])
                    marks[successors[i][k]] = changed = true;
    }
}

static void dominators_are_what_their_definition_says(void **state)
{
    (void)state;
    enum { MOST = 14 };
    random_source random = random_seeded(5);
    for (int round = 0; round < 400; round++) {
        uint32_t count = 1 + (uint32_t)random_below(&random, MOST);
        uint32_t successors[MOST][2];
        for (uint32_t i = 0; i < count; i++)
            for (int k = 0; k < 2; k++)
                successors[i][k] = (uint32_t)random_below(&random, count);
        ir_program *p = build_graph(successors, count);
        assert_valid(p);
        ir_dominators dominators;
        ir_dominators_init(&dominators, p, &p->functions.data[0]);
        bool reachable[MOST];
        bool without[MOST];
        mark_reachable_without(successors, count, UINT32_MAX, reachable);
        for (uint32_t a = 0; a < count; a++) {
            assert_int_equal(ir_is_reachable(&dominators, a), reachable[a]);
            mark_reachable_without(successors, count, a, without);
            for (uint32_t b = 0; b < count; b++)
                if (reachable[a] && reachable[b])
                    assert_int_equal(ir_dominates(&dominators, a, b), !without[b]);
        }
        ir_dominators_clear(&dominators);
        ir_program_free(p);
    }
}

/* Ladders as long as deeply nested source gives: each block goes on to the next, or far back or ahead. */
static void large_functions_take_no_time(void **state)
{
    (void)state;
    enum { BLOCKS = 200000 };
    uint32_t(*successors)[2] = alloc_bytes(BLOCKS * sizeof *successors);
    for (uint32_t i = 0; i < BLOCKS; i++) {
        successors[i][0] = i + 1 < BLOCKS ? i + 1 : i;
        successors[i][1] = i % 3 == 0 ? BLOCKS - 1 - i / 2 : i / 2;
    }
    ir_program *p = build_graph(successors, BLOCKS);
    assert_valid(p);
    ir_find_private_sites(p);
    ir_program_free(p);
    free(successors);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_sample_is_valid),
        cmocka_unit_test(tables_share_equal_entries),
        cmocka_unit_test(functions_are_found),
        cmocka_unit_test(a_user_means_his_own_global),
        cmocka_unit_test(every_op_has_a_name_and_a_shape),
        cmocka_unit_test(each_broken_instruction_is_found),
        cmocka_unit_test(each_broken_reference_is_found),
        cmocka_unit_test(each_broken_register_is_found),
        cmocka_unit_test(each_broken_table_is_found),
        cmocka_unit_test(random_damage_never_crashes),
        cmocka_unit_test(dominators_are_what_their_definition_says),
        cmocka_unit_test(large_functions_take_no_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
