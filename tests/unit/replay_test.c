/* The machine follows every execution that the axioms allow, in whatever order its events are given; and schedules that
 * fail are made simpler. */
#include <glob.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

#include "frontend/frontend.h"
#include "machine/run.h"
#include "replay/minimise.h"
#include "replay/replay.h"
#include "support/compare.h"
#include "support/enumerate.h"
#include "support/generate.h"
#include "support/linearise.h"
#include "support/no_forwarding.h"

enum { MAX_STEPS = 20000, MAX_EXECUTIONS = 20, ORDERS = 4, SMALL_BUDGET = 3000, BUDGET = 200000 };

static ir_program *load(const char *path)
{
    diag d = {0};
    frontend_options options = {.files = &path, .file_count = 1};
    ir_program *program = frontend_load(&options, &d);
    if (program == NULL)
        fail_msg("%s: %s", path, d.message);
    return program;
}

/* Does every choice fit, and the last one lead to this violation? */
static bool schedule_leads_to(const ir_program *program, const machine_options *options,
                              const machine_choices *schedule, const machine_result *violation)
{
    machine *m = machine_new(program, options);
    machine_state *state = machine_start(m);
    machine_result result = {0};
    uint32_t at = 0;
    for (; at < schedule->size && result.end == MACHINE_OK; at++)
        result = machine_take(m, state, &schedule->data[at]);
    bool fits = at == schedule->size && result.end == MACHINE_VIOLATION && result.pc == violation->pc &&
                result.user_pc == violation->user_pc && strcmp(result.message, violation->message) == 0;
    machine_result_clear(&result);
    machine_state_free(state);
    machine_free(m);
    return fits;
}

/* At least as simple as before, and the same place. */
static bool minimises_well(const ir_program *program, const machine_options *options, machine_choices *schedule,
                           machine_result *violation, uint64_t budget)
{
    minimise_cost before = minimise_cost_of(program, options, schedule);
    ir_id pc = violation->pc, user_pc = violation->user_pc;
    minimise_schedule(program, options, schedule, violation, budget);
    minimise_cost after = minimise_cost_of(program, options, schedule);
    bool is_worse =
        after.switches > before.switches || (after.switches == before.switches && after.delay > before.delay);
    return violation->pc == pc && violation->user_pc == user_pc && !is_worse &&
           schedule_leads_to(program, options, schedule, violation);
}

/* ---- replay ---- */

typedef struct replay_check {
    const char *path;
    random_source random;
    uint32_t holding, violating, bad; /* executions that violate nothing, that violate something, that do not replay */
} replay_check;

/* Whoever violates nothing is followed to the end without a difference, and then there is nothing to find, however far
 * main goes on. */
static bool is_expected_failure(const diag *d)
{
    bool has_no_difference = !strstr(d->message, "first difference");
    return strstr(d->message, "it does not come to \"nothing\"") &&
           (has_no_difference || strstr(d->message, "where the execution has nothing more of it"));
}

static void check_order(replay_check *check, const axioms *a, const symex_claim *claim, bool only_needed)
{
    static char nothing[] = "nothing";
    const symex_claim none = {.message = nothing};
    const ir_program *program = a->mem->s->program;
    execution e = linearise_execution(a, claim ? claim : &none, only_needed, &check->random);
    machine_options options = {.model = a->model};
    machine_choices schedule = {0};
    machine_result violation;
    diag d = {0};
    bool ok = replay_execution(&e, &options, &schedule, &violation, NULL, &d);
    if (ok)
        ok = claim && schedule_leads_to(program, &options, &schedule, &violation) &&
             minimises_well(program, &options, &schedule, &violation, SMALL_BUDGET);
    else
        ok = claim == NULL && is_expected_failure(&d);
    if (!ok) {
        const char *text = d.message ? d.message : violation.message;
        check->bad++;
        fprintf(stderr, "%s %s: %s: %s\n", check->path, a->model->name, claim ? claim->message : "no violation",
                text ? text : "the schedule does not fail");
    }
    machine_result_clear(&violation);
    vec_clear(&schedule);
    execution_clear(&e);
    diag_clear(&d);
}

static bool reaches_unsupported(const axioms *a)
{
    const symex *s = a->mem->s;
    for (uint32_t i = 0; i < s->claims.size; i++)
        if (s->claims.data[i].is_unsupported && known_is_true(a->known, s->claims.data[i].guard))
            return true;
    return false;
}

static bool check_execution(void *context, const axioms *a)
{
    replay_check *check = context;
    if (reaches_unsupported(a))
        return true;
    const symex_claim *claim = linearise_violated_claim(a);
    uint32_t *count = claim ? &check->violating : &check->holding;
    for (uint32_t i = 0; i < ORDERS && check->bad == 0 && *count < MAX_EXECUTIONS; i++)
        check_order(check, a, claim, claim && i % 2);
    ++*count;
    return check->bad == 0 && check->violating < MAX_EXECUTIONS;
}

/* Tells the listener of executions of the program. */
static void list_executions(const ir_program *program, const model *model, const compare_options *given,
                            enumerate_listener listener)
{
    diag d = {0};
    symex_options symex_options = {.unwind = given->unwind, .cuts_sizes = true};
    symex *s = symex_run(program, &symex_options, &d);
    memory *mem = s ? memory_new(s, &d) : NULL;
    if (mem == NULL)
        fail_msg("%s", d.message);
    machine_options machine_options = {.model = model};
    machine *m = machine_new(program, &machine_options);
    outcomes_options options = {.nondet_low = given->nondet_low, .nondet_high = given->nondet_high};
    memory_candidates *candidates = memory_find_candidates(mem, model, true);
    enumerate_result r = enumerate_and_tell(mem, candidates, m, &options, MAX_STEPS, listener);
    enumerate_result_clear(&r);
    memory_candidates_free(candidates);
    machine_free(m);
    memory_free(mem);
    symex_free(s);
}

/* Returns how many of the executions that were followed violate something. */
static uint32_t replay_file(const char *path, const compare_options *options)
{
    uint32_t violating = 0, bad = 0;
    ir_program *program = load(path);
    for (int i = 0; i < TESTED_COUNT; i++) {
        replay_check check = {.path = path, .random = random_seeded((uint64_t)i)};
        list_executions(program, tested_model(i), options, (enumerate_listener){check_execution, &check});
        violating += check.violating;
        bad += check.bad;
    }
    ir_program_free(program);
    assert_int_equal(bad, 0);
    return violating;
}

static void replay_files(const char *pattern)
{
    glob_t files = {0};
    uint32_t violating = 0;
    assert_int_equal(glob(pattern, 0, NULL, &files), 0);
    for (size_t i = 0; i < files.gl_pathc; i++) {
        compare_options options = compare_read_options(files.gl_pathv[i]);
        violating += replay_file(files.gl_pathv[i], &options);
        free(options.observe);
    }
    globfree(&files);
    assert_true(violating > 0);
}

static void litmus_tests_replay(void **state)
{
    (void)state;
    replay_files("tests/programs/litmus/*.c");
}

static void memory_programs_replay(void **state)
{
    (void)state;
    replay_files("tests/programs/memory/*.c");
}

static void examples_replay(void **state)
{
    static const char *const NAMES[] = {"dekker", "message_passing", "peterson", "postgres_latch"};
    (void)state;
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++) {
        strbuf path = {0};
        strbuf_addf(&path, "examples/%s.c", NAMES[i]);
        compare_options options = compare_read_options(strbuf_text(&path));
        assert_true(replay_file(strbuf_text(&path), &options) > 0);
        free(options.observe);
        strbuf_clear(&path);
    }
}

static void random_programs_replay(void **state)
{
    enum { FIRST_SEED = 5000, SEEDS = 60 };
    const compare_options options = {.unwind = GENERATE_UNWIND, .nondet_high = 1};
    uint32_t violating = 0;
    (void)state;
    for (uint64_t seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed++) {
        char path[] = "/tmp/heddle-replay-XXXXXX.c";
        int descriptor = mkstemps(path, 2);
        strbuf text = {0};
        generate_program(seed, &text);
        assert_true(descriptor >= 0 && write(descriptor, text.text, text.size) == (ssize_t)text.size);
        close(descriptor);
        violating += replay_file(path, &options);
        unlink(path);
        strbuf_clear(&text);
    }
    assert_true(violating > 0);
}

/* Under SC, the machine reads something else than the execution of TSO: that is told. */
static bool check_wrong_model(void *context, const axioms *a)
{
    bool *has_checked = context;
    const symex_claim *claim = linearise_violated_claim(a);
    if (claim == NULL)
        return true;
    random_source random = random_seeded(1);
    execution e = linearise_execution(a, claim, true, &random);
    machine_options options = {.model = &MODEL_SC};
    machine_choices schedule = {0};
    machine_result violation;
    diag d = {0};
    e.model = &MODEL_SC;
    assert_false(replay_execution(&e, &options, &schedule, &violation, NULL, &d));
    assert_int_equal(d.status, STATUS_INTERNAL);
    assert_non_null(strstr(d.message, "failed\"; the first difference: "));
    assert_non_null(strstr(d.message, " = 1 where the execution has 0, at examples/store_buffering.c:"));
    assert_null(violation.message);
    *has_checked = true;
    diag_clear(&d);
    vec_clear(&schedule);
    execution_clear(&e);
    return false;
}

static void difference_is_told(void **state)
{
    (void)state;
    bool has_checked = false;
    const compare_options options = {.unwind = 2};
    ir_program *program = load("examples/store_buffering.c");
    list_executions(program, &MODEL_TSO, &options, (enumerate_listener){check_wrong_model, &has_checked});
    assert_true(has_checked);
    ir_program_free(program);
}

/* ---- minimise ---- */

static void read_schedule(machine *m, const char *text, machine_choices *choices)
{
    diag d = {0};
    schedule s = {0};
    machine_state *state = machine_start(m);
    assert_true(schedule_parse(text, "schedule", &s, &d));
    for (uint32_t i = 0; i < s.lines.size; i++) {
        machine_choice choice;
        assert_true(schedule_resolve(m, state, &s.lines.data[i], &choice));
        machine_result result = machine_take(m, state, &choice);
        machine_result_clear(&result);
        vec_push(choices, choice);
    }
    machine_state_free(state);
    schedule_clear(&s);
}

/* A random run that fails; false if this seed gives none. */
static bool find_failure(const ir_program *program, const model *model, uint64_t seed, machine_choices *choices,
                         machine_result *violation)
{
    machine_options options = {.model = model};
    run_options how = {.seed = seed, .max_steps = 10000};
    machine *m = machine_new(program, &options);
    run_result run = run_once(m, &how, true);
    bool fails = run.end == RUN_VIOLATION;
    choices->size = 0;
    if (fails) {
        read_schedule(m, strbuf_text(&run.schedule), choices);
        *violation = run.result;
        run.result = (machine_result){0};
    }
    run_result_clear(&run);
    machine_free(m);
    return fails;
}

static bool is_same_schedule(const machine_choices *a, const machine_choices *b)
{
    if (a->size != b->size)
        return false;
    for (uint32_t i = 0; i < a->size; i++)
        if (a->data[i].thread != b->data[i].thread || a->data[i].kind != b->data[i].kind ||
            a->data[i].index != b->data[i].index || a->data[i].value[0] != b->data[i].value[0])
            return false;
    return true;
}

/* Minimises a failing run with growing budgets, the last one twice. Returns the switches that are left. */
static uint32_t minimise_run(const ir_program *program, const model *model, uint64_t seed)
{
    static const uint64_t BUDGETS[] = {0, 1, 50, 500, BUDGET, BUDGET};
    machine_options options = {.model = model};
    machine_choices last = {0};
    uint32_t switches = 0;
    for (size_t i = 0; i < sizeof BUDGETS / sizeof *BUDGETS; i++) {
        machine_choices choices = {0};
        machine_result violation;
        assert_true(find_failure(program, model, seed, &choices, &violation));
        assert_true(minimises_well(program, &options, &choices, &violation, BUDGETS[i]));
        switches = minimise_cost_of(program, &options, &choices).switches;
        if (i > 0 && BUDGETS[i] == BUDGETS[i - 1])
            assert_true(is_same_schedule(&last, &choices));
        vec_clear(&last);
        last = choices;
        machine_result_clear(&violation);
    }
    vec_clear(&last);
    return switches;
}

static void random_runs_become_simple(void **state)
{
    enum { RUNS = 4, MAX_SEED = 3000 };
    /* The fewest switches that show the fault, commits counting as their thread's. In the first: main starts both
     * threads, each runs up to its read, and one has to wait for the other's; then both stores arrive and main looks.
     */
    static const struct {
        const char *path;
        const model *model;
        uint32_t switches;
    } CASES[] = {
        {"examples/store_buffering.c", &MODEL_TSO, 4},
        {"examples/store_buffering.c", &MODEL_PSO, 4},
        {"examples/message_passing.c", &MODEL_PSO, 4},
        {"examples/dekker.c", &MODEL_TSO, 4},
        {"examples/postgres_latch.c", &MODEL_PSO, 2},
        {"examples/treiber_stack_aba.c", &MODEL_SC, 4},
        {"tests/programs/litmus/free-is-a-store.c", &MODEL_PSO, 1},
    };
    (void)state;
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        ir_program *program = load(CASES[i].path);
        uint32_t runs = 0;
        for (uint64_t seed = 0; seed < MAX_SEED && runs < RUNS; seed++) {
            machine_choices choices = {0};
            machine_result violation = {0};
            if (find_failure(program, CASES[i].model, seed, &choices, &violation)) {
                runs++;
                assert_int_equal(minimise_run(program, CASES[i].model, seed), CASES[i].switches);
            }
            machine_result_clear(&violation);
            vec_clear(&choices);
        }
        assert_int_equal(runs, RUNS);
        ir_program_free(program);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(litmus_tests_replay), cmocka_unit_test(memory_programs_replay),
        cmocka_unit_test(examples_replay),     cmocka_unit_test(random_programs_replay),
        cmocka_unit_test(difference_is_told),  cmocka_unit_test(random_runs_become_simple),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
