/* States as values, schedules as text, and replaying: copies do not share what they change, hashes tell states apart,
 * freed memory stays freed, and whatever was run or found can be run again. */
#include "ir_build.h"

#include <unistd.h>

#include "base/random.h"
#include "frontend/frontend.h"
#include "machine/outcomes.h"
#include "machine/run.h"

enum { WALKS = 30, WALK_STEPS = 200, SEEDS = 20, MAX_STATES = 1000000 };

static ir_program *load(const char *source)
{
    char name[] = "/tmp/heddle_state_test_XXXXXX.c";
    int descriptor = mkstemps(name, 2);
    assert_true(descriptor >= 0);
    FILE *file = fdopen(descriptor, "w");
    fputs(source, file);
    fclose(file);
    diag d = {0};
    const char *files[] = {name};
    ir_program *p = frontend_load(&(frontend_options){.files = files, .file_count = 1}, &d);
    unlink(name);
    if (p == NULL)
        fail_msg("%s", d.message);
    return p;
}

static const char STORE_BUFFERING[] = "#include <assert.h>\n"
                                      "#include <pthread.h>\n"
                                      "int x, y, r1, r2;\n"
                                      "void *left(void *a) { x = 1; r1 = y; return a; }\n"
                                      "void *right(void *a) { y = 1; r2 = x; return a; }\n"
                                      "int main(void) {\n"
                                      "    pthread_t t, u;\n"
                                      "    pthread_create(&t, 0, left, 0);\n"
                                      "    pthread_create(&u, 0, right, 0);\n"
                                      "    pthread_join(t, 0);\n"
                                      "    pthread_join(u, 0);\n"
                                      "    assert(r1 || r2);\n"
                                      "    return 0;\n"
                                      "}\n";

/* Many violations of several kinds, nondeterministic values, and waiting. */
static const char TROUBLE[] = "#include <assert.h>\n"
                              "#include <pthread.h>\n"
                              "#include <stdlib.h>\n"
                              "_Bool __VERIFIER_nondet_bool(void);\n"
                              "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n"
                              "int *p, data, flag;\n"
                              "void *use(void *a) {\n"
                              "    if (flag) assert(data == 1);\n"
                              "    pthread_mutex_lock(&m);\n"
                              "    if (p) *p = 3;\n"
                              "    pthread_mutex_unlock(&m);\n"
                              "    return a;\n"
                              "}\n"
                              "int main(void) {\n"
                              "    pthread_t t;\n"
                              "    p = malloc(sizeof *p);\n"
                              "    pthread_create(&t, 0, use, 0);\n"
                              "    if (__VERIFIER_nondet_bool()) pthread_mutex_lock(&m);\n"
                              "    data = 1;\n"
                              "    flag = 1;\n"
                              "    free(p);\n"
                              "    p = 0;\n"
                              "    pthread_join(t, 0);\n"
                              "    return 0;\n"
                              "}\n";

static const char CONDITION[] = "#include <pthread.h>\n"
                                "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n"
                                "pthread_cond_t c = PTHREAD_COND_INITIALIZER;\n"
                                "int ready, seen;\n"
                                "unsigned char __VERIFIER_nondet_uchar(void);\n"
                                "void *waiter(void *a) {\n"
                                "    pthread_mutex_lock(&m);\n"
                                "    while (!ready) pthread_cond_wait(&c, &m);\n"
                                "    seen = ready;\n"
                                "    pthread_mutex_unlock(&m);\n"
                                "    return a;\n"
                                "}\n"
                                "int main(void) {\n"
                                "    pthread_t t;\n"
                                "    pthread_create(&t, 0, waiter, 0);\n"
                                "    pthread_mutex_lock(&m);\n"
                                "    ready = 1 + __VERIFIER_nondet_uchar();\n"
                                "    pthread_cond_signal(&c);\n"
                                "    pthread_mutex_unlock(&m);\n"
                                "    pthread_join(t, 0);\n"
                                "    return 0;\n"
                                "}\n";

static const char *const PROGRAMS[] = {STORE_BUFFERING, TROUBLE, CONDITION};
enum { PROGRAM_COUNT = sizeof PROGRAMS / sizeof *PROGRAMS };

static bool same_hash(hash128 a, hash128 b)
{
    return a.a == b.a && a.b == b.b;
}

static machine_choices choices_of(const machine *m, const machine_state *state)
{
    machine_choices choices = {0};
    bool progress, bounded;
    machine_choices_of(m, state, &choices, &progress, &bounded);
    return choices;
}

/* ---- copies and hashes ---- */

/* Every value of the user's globals. */
static uint64_t memory_digest(const ir_program *p, const machine_state *state)
{
    hash128 h = hash128_start();
    for (uint32_t g = 0; g < p->globals.size; g++)
        for (uint64_t i = 0; i < p->globals.data[g].size; i++) {
            uint64_t byte = 0;
            machine_peek(state, ir_pointer(IR_LAYOUT_64, (uint64_t)g + 1, i), 1, &byte);
            hash128_word(&h, byte);
        }
    return h.a;
}

/* Takes each choice on a copy of its own: the copy starts equal, the original stays as it was, and what was done to one
 * copy is in no other. */
static void check_copies(machine *m, machine_state *state)
{
    const ir_program *p = machine_program(m);
    machine_choices choices = choices_of(m, state);
    hash128 before = machine_state_hash(state);
    uint64_t memory = memory_digest(p, state);
    for (uint32_t i = 0; i < choices.size; i++) {
        choices.data[i].has_value = true;
        machine_state *first = machine_state_copy(state), *second = machine_state_copy(state);
        assert_true(same_hash(machine_state_hash(first), before));
        machine_result result = machine_take(m, first, &choices.data[i]);
        machine_result_clear(&result);
        assert_true(same_hash(machine_state_hash(state), before));
        assert_true(same_hash(machine_state_hash(second), before));
        assert_int_equal(memory_digest(p, state), memory);
        machine_result again = machine_take(m, second, &choices.data[i]);
        machine_result_clear(&again);
        assert_true(same_hash(machine_state_hash(first), machine_state_hash(second)));
        assert_int_equal(memory_digest(p, first), memory_digest(p, second));
        machine_state_free(first);
        assert_true(same_hash(machine_state_hash(state), before));
        machine_state_free(second);
    }
    vec_clear(&choices);
}

/* In the order a, b and in the order b, a: where both are possible and touch different things, the same state. */
static bool commute(machine *m, const machine_state *state, const machine_choice *a, const machine_choice *b)
{
    const machine_choice *orders[2][2] = {{a, b}, {b, a}};
    hash128 ends[2];
    for (int o = 0; o < 2; o++) {
        machine_state *copy = machine_state_copy(state);
        for (int i = 0; i < 2; i++) {
            machine_result result = machine_take(m, copy, orders[o][i]);
            machine_result_clear(&result);
        }
        ends[o] = machine_state_hash(copy);
        machine_state_free(copy);
    }
    return same_hash(ends[0], ends[1]);
}

static void walk(machine *m, random_source *random)
{
    machine_state *state = machine_start(m);
    for (int i = 0; i < WALK_STEPS; i++) {
        check_copies(m, state);
        machine_choices choices = choices_of(m, state);
        bool is_over = choices.size == 0;
        if (!is_over) {
            machine_choice choice = choices.data[random_below(random, choices.size)];
            choice.has_value = true;
            choice.value[0] = random_below(random, 2);
            machine_result result = machine_take(m, state, &choice);
            machine_result_clear(&result);
        }
        vec_clear(&choices);
        if (is_over)
            break;
    }
    machine_state_free(state);
}

static void test_copies_are_values(void **unused)
{
    (void)unused;
    random_source random = random_seeded(1);
    for (int i = 0; i < PROGRAM_COUNT; i++) {
        ir_program *p = load(PROGRAMS[i]);
        for (int model = 0; model < MODEL_MACHINE_COUNT; model++) {
            machine *m = machine_new(p, &(machine_options){.model = MODELS[model], .normalise = model % 2 == 0});
            for (int n = 0; n < WALKS; n++)
                walk(m, &random);
            machine_free(m);
        }
        ir_program_free(p);
    }
}

/* Two threads, started by main in its first step, that store to `first` and `second`; with `looks`, each then reads
 * what the other one stores, into r1 and r2. */
static ir_program *build_two_stores(ir_id first, ir_id second, bool looks)
{
    enum { X, Y, R1, R2, NAMES };
    static const char *const GLOBALS[NAMES] = {"x", "y", "r1", "r2"};
    const ir_id stored[] = {first, second, first};
    ir_program *p = ir_program_new();
    ir_id type = add_ctype(p, IR_C_SIGNED, "int", 4);
    for (int i = 0; i < NAMES; i++)
        add_global(p, GLOBALS[i], 4, type);
    p->main = add_function(p, "main");
    add_function(p, "left");
    add_function(p, "right");
    vec_push(&begin_body(p, 0)->results, I32);
    add_block(p, 0, "entry");
    for (ir_id t = 1; t <= 2; t++)
        emit(p, IR_THREAD_START, 64, 0, t - 1, function_address(p, t), number(p, 64, 0), 0);
    for (ir_id t = 1; t <= 2; t++)
        emit(p, IR_THREAD_JOIN, 64, 0, t + 1, t - 1, 0, 0);
    emit_ret(p, (ir_operand[]){number(p, 32, 0)}, 1);
    p->functions.data[0].slots = 4;
    for (ir_id t = 1; t <= 2; t++) {
        ir_function *f = begin_body(p, t);
        add_parameter(&f->parameters, 0, PTR);
        vec_push(&f->results, PTR);
        f->slots = 2;
        add_block(p, t, "entry");
        emit(p, IR_STORE, 32, IR_PLAIN, 0, global_address(p, stored[t - 1], 0), number(p, 32, t), 0);
        if (looks) {
            emit(p, IR_LOAD, 32, IR_PLAIN, 1, global_address(p, stored[t], 0), 0, 0);
            emit(p, IR_STORE, 32, IR_PLAIN, 0, global_address(p, t == 1 ? R1 : R2, 0), 1, 0);
        }
        emit_ret(p, (ir_operand[]){0}, 1);
    }
    assert_valid(p);
    return p;
}

static void test_hashes_tell_states_apart(void **unused)
{
    (void)unused;
    for (int model = 0; model < MODEL_MACHINE_COUNT; model++)
        for (ir_id second = 0; second < 2; second++) {
            ir_program *p = build_two_stores(0, second, false);
            machine *m = machine_new(p, &(machine_options){.model = MODELS[model], .normalise = true});
            machine_state *state = machine_start(m);
            machine_result result = machine_take(m, state, &(machine_choice){.kind = MACHINE_STEP});
            machine_result_clear(&result);
            hash128 before = machine_state_hash(state);
            uint8_t kind = MODELS[model] == &MODEL_SC ? MACHINE_STEP : MACHINE_COMMIT;
            machine_choice left = {.thread = 1, .kind = kind}, right = {.thread = 2, .kind = kind};
            assert_true(machine_choice_is_enabled(m, state, &left) && machine_choice_is_enabled(m, state, &right));
            assert_int_equal(commute(m, state, &left, &right), second == 1);
            result = machine_take(m, state, &left);
            machine_result_clear(&result);
            assert_false(same_hash(machine_state_hash(state), before));
            machine_state_free(state);
            machine_free(m);
            ir_program_free(p);
        }
}

/* ---- freed memory ---- */

/* More objects than there are numbers for a thread: those of the dead must be given away again, but not the one that
 * `kept` still points to. */
static void test_reused_numbers_hide_no_dangling_pointer(void **unused)
{
    static const char SOURCE[] = "#include <stdlib.h>\n"
                                 "char *kept, *below;\n"
                                 "int main(void) {\n"
                                 "    kept = malloc(1);\n"
                                 "    free(kept);\n"
                                 "    char *other = malloc(1);\n"
                                 "    below = other - 1;\n"
                                 "    free(other);\n"
                                 "    other = NULL;\n"
                                 "    for (int i = 0; i < 300000; i++) {\n"
                                 "        char *p = malloc(1);\n"
                                 "        if (!p) return 1;\n"
                                 "        *p = 1;\n"
                                 "        free(p);\n"
                                 "    }\n"
                                 "    char *alive[4];\n"
                                 "    for (int i = 0; i < 4; i++)\n"
                                 "        *(alive[i] = malloc(1)) = 1;\n"
                                 "    return WHICH;\n"
                                 "}\n";
    static const char *const READS[] = {"*kept", "below[1]"};
    (void)unused;
    for (size_t i = 0; i < sizeof READS / sizeof *READS; i++) {
        strbuf source = {0};
        strbuf_addf(&source, "#define WHICH %s\n%s", READS[i], SOURCE);
        ir_program *p = load(strbuf_text(&source));
        for (int normalise = 0; normalise < 2; normalise++) {
            machine *m = machine_new(p, &(machine_options){.model = &MODEL_TSO, .normalise = normalise});
            run_result r = run_once(m, &(run_options){.seed = 1}, false);
            assert_int_equal(r.end, RUN_VIOLATION);
            assert_non_null(strstr(r.result.message, "use after free"));
            run_result_clear(&r);
            machine_free(m);
        }
        ir_program_free(p);
        strbuf_clear(&source);
    }
}

/* ---- schedules ---- */

static run_result replay(machine *m, const char *text, bool records)
{
    schedule s;
    diag d = {0};
    if (!schedule_parse(text, "replayed", &s, &d))
        fail_msg("%s", d.message);
    assert_ptr_equal(s.model, machine_model_of(m));
    run_result r = run_once(m, &(run_options){.replay = &s}, records);
    schedule_clear(&s);
    return r;
}

static void check_replay_of_run(const ir_program *p, const model *model, uint64_t seed)
{
    machine *m = machine_new(p, &(machine_options){.model = model});
    run_result first = run_once(m, &(run_options){.seed = seed, .max_steps = 100000}, true);
    run_result second = replay(m, strbuf_text(&first.schedule), true);
    assert_int_equal(first.end, second.end);
    assert_int_equal(first.steps, second.steps);
    assert_string_equal(strbuf_text(&first.schedule), strbuf_text(&second.schedule));
    assert_true(same_hash(machine_state_hash(first.state), machine_state_hash(second.state)));
    assert_int_equal(memory_digest(p, first.state), memory_digest(p, second.state));
    if (first.result.message)
        assert_string_equal(first.result.message, second.result.message);
    if (first.text)
        assert_string_equal(first.text, second.text);
    run_result_clear(&first);
    run_result_clear(&second);
    machine_free(m);
}

static void test_runs_replay(void **unused)
{
    (void)unused;
    for (int i = 0; i < PROGRAM_COUNT; i++) {
        ir_program *p = load(PROGRAMS[i]);
        for (int model = 0; model < MODEL_MACHINE_COUNT; model++)
            for (uint64_t seed = 0; seed < SEEDS; seed++)
                check_replay_of_run(p, MODELS[model], seed);
        ir_program_free(p);
    }
}

static void check_replay_of_violation(const ir_program *p, machine *m, const outcomes_violation *violation)
{
    strbuf text = {0};
    outcomes_print_schedule(m, &violation->schedule, &text);
    for (int normalise = 0; normalise < 2; normalise++) {
        machine *fresh = machine_new(p, &(machine_options){.model = machine_model_of(m), .normalise = normalise});
        run_result r = replay(fresh, strbuf_text(&text), false);
        assert_int_equal(r.end, RUN_VIOLATION);
        assert_int_equal(r.steps, violation->schedule.size);
        assert_int_equal(r.result.user_pc, violation->result.user_pc);
        assert_int_equal(r.result.thread, violation->result.thread);
        assert_string_equal(r.result.message, violation->result.message);
        run_result_clear(&r);
        machine_free(fresh);
    }
    strbuf_clear(&text);
}

static void test_violations_replay(void **unused)
{
    static const uint32_t EXPECTED[PROGRAM_COUNT][MODEL_MACHINE_COUNT] = {{0, 1, 1}, {2, 3, 4}, {0, 0, 0}};
    (void)unused;
    for (int i = 0; i < PROGRAM_COUNT; i++) {
        ir_program *p = load(PROGRAMS[i]);
        for (int model = 0; model < MODEL_MACHINE_COUNT; model++) {
            machine *m = machine_new(p, &(machine_options){.model = MODELS[model], .normalise = true});
            outcomes_result r = outcomes_explore(m, &(outcomes_options){.max_states = MAX_STATES, .nondet_high = 3});
            assert_int_equal(r.violations.size, EXPECTED[i][model]);
            for (uint32_t v = 0; v < r.violations.size; v++)
                check_replay_of_violation(p, m, &r.violations.data[v]);
            outcomes_result_clear(&r);
            machine_free(m);
        }
        ir_program_free(p);
    }
}

static void test_hand_written_schedule(void **unused)
{
    static const char TEXT[] = "# both look before either is seen\r\n"
                               "model tso   # any case will do\n"
                               "\n"
                               "T0 step\t# starts both\n"
                               "  T1 step\n"
                               "T2 step # reads x\n"
                               "T1 commit x\n"
                               "T2 commit #0\n"
                               "T1 commit r1\n"
                               "T2 commit r2\n"
                               "T0 step";
    (void)unused;
    ir_program *p = build_two_stores(0, 1, true);
    machine *m = machine_new(p, &(machine_options){.model = &MODEL_TSO});
    run_result r = replay(m, TEXT, false);
    assert_int_equal(r.end, RUN_COMPLETE);
    outcomes_places places = {0};
    diag d = {0};
    assert_true(outcomes_find_places(p, "x,y,r1,r2", &places, &d));
    for (uint32_t i = 0; i < places.list.size; i++) {
        uint64_t value;
        assert_true(machine_peek(r.state, places.list.data[i].address, 4, &value));
        assert_int_equal(value, i < 2 ? i + 1 : 0);
    }
    outcomes_places_clear(&places);
    run_result_clear(&r);
    machine_free(m);
    ir_program_free(p);
}

static void test_schedules_that_say_nothing(void **unused)
{
    static const struct {
        const char *text, *message;
    } CASES[] = {
        {"T0", "s:1: error: after the thread"},
        {"\nT0 jump", "s:2: error: after the thread"},
        {"step", "s:1: error: a line starts with a thread"},
        {"X1 step", "s:1: error: a line starts with a thread"},
        {"T step", "s:1: error: a line starts with a thread"},
        {"T999 step", "s:1: error: there is no thread"},
        {"T99999999999999999999999999999999999999999999 step", "s:1: error: the number is too large"},
        {"T0 step =", "s:1: error: a number is expected"},
        {"T0 step = five", "s:1: error: a number is expected"},
        {"T0 step = 0x", "s:1: error: a number is expected"},
        {"T0 step = 5x", "s:1: error: more than was expected"},
        {"T0 step T1 step", "s:1: error: more than was expected"},
        {"T0 steps", "s:1: error: after the thread"},
        {"T0 commit", "s:1: error: commit needs"},
        {"T0 commit x y", "s:1: error: more than was expected"},
        {"T0 commit x = 3", "s:1: error: more than was expected"},
        {"T0 commit #4294967296", "s:1: error: no buffer holds"},
        {"T0 wake up", "s:1: error: more than was expected"},
        {"model", "s:1: error: unknown model"},
        {"model RISC-V", "s:1: error: unknown model"},
        {"model TSO PSO", "s:1: error: more than was expected"},
        {"modelTSO", "s:1: error: "},
        {"T0 step\x01", "s:1: error: "},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        schedule s;
        diag d = {0};
        if (schedule_parse(CASES[i].text, "s", &s, &d))
            fail_msg("`%s` is accepted", CASES[i].text);
        if (strstr(d.message, CASES[i].message) != d.message || strchr(d.message, '\n'))
            fail_msg("`%s` is answered with: %s", CASES[i].text, d.message);
        diag_clear(&d);
    }
}

static void test_schedules_that_do_not_fit(void **unused)
{
    static const char *const TEXTS[] = {
        "T1 step",                        /* not started yet */
        "T0 commit x",                    /* nothing is buffered */
        "T0 wake",                        /* does not wait */
        "T0 step\nT0 step",               /* waits for the others */
        "T0 step\nT1 commit nonsense",    /* no such place */
        "T0 step\nT1 step\nT1 commit r1", /* not the oldest under TSO */
        "T0 step\nT1 step\nT1 commit #7", /* not so many */
        "T0 step\nT1 step\nT1 step",      /* has to wait for its buffer */
    };
    (void)unused;
    ir_program *p = build_two_stores(0, 1, true);
    machine *m = machine_new(p, &(machine_options){.model = &MODEL_TSO});
    for (size_t i = 0; i < sizeof TEXTS / sizeof *TEXTS; i++) {
        strbuf text = {0};
        strbuf_addf(&text, "model TSO\n%s\n", TEXTS[i]);
        run_result r = replay(m, strbuf_text(&text), false);
        if (r.end != RUN_MISFIT || strchr(r.text, '\n'))
            fail_msg("`%s` ends as %d", TEXTS[i], (int)r.end);
        run_result_clear(&r);
        strbuf_clear(&text);
    }
    machine_free(m);
    ir_program_free(p);
}

/* ---- steps ---- */

/* A loop without anything visible, by branches or by switches alone: each step ends all the same. */
static void test_endless_loops_end_their_steps(void **unused)
{
    (void)unused;
    for (int is_switch = 0; is_switch < 2; is_switch++) {
        ir_program *p = ir_program_new();
        p->main = add_function(p, "main");
        vec_push(&begin_body(p, 0)->results, I32);
        ir_id loop = add_block(p, 0, "loop"), edge = add_edge(p, loop, NULL, 0);
        vec_push(&p->switches, (ir_switch){.otherwise = edge});
        if (is_switch)
            emit(p, IR_SWITCH, 32, 0, 0, number(p, 32, 0), 0, 0);
        else
            emit(p, IR_BR, 0, 0, 0, 0, 0, edge);
        machine *m = machine_new(p, &(machine_options){.model = &MODEL_SC});
        run_result r = run_once(m, &(run_options){.max_steps = 3}, false);
        assert_int_equal(r.end, RUN_UNFINISHED);
        run_result_clear(&r);
        machine_free(m);
        ir_program_free(p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_copies_are_values),
        cmocka_unit_test(test_hashes_tell_states_apart),
        cmocka_unit_test(test_reused_numbers_hide_no_dangling_pointer),
        cmocka_unit_test(test_runs_replay),
        cmocka_unit_test(test_violations_replay),
        cmocka_unit_test(test_hand_written_schedule),
        cmocka_unit_test(test_schedules_that_say_nothing),
        cmocka_unit_test(test_schedules_that_do_not_fit),
        cmocka_unit_test(test_endless_loops_end_their_steps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
