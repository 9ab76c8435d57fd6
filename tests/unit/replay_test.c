/* Executions that the axioms allow can be followed by the machine, and schedules that fail can be made simpler. */
#include <glob.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "engine/replay.h"
#include "frontend/frontend.h"
#include "support/compare.h"
#include "support/enumerate.h"
#include "support/generate.h"
#include "support/linearise.h"

enum { MAX_STEPS = 20000, MAX_EXECUTIONS = 60, ORDERS = 4 };

static ir_program *load(const char *path)
{
    diag d = {0};
    frontend_options options = {.files = &path, .file_count = 1};
    ir_program *program = frontend_load(&options, &d);
    if (program == NULL)
        fail_msg("%s: %s", path, d.message);
    return program;
}

/* ---- replay ---- */

typedef struct replay_check {
    const char *path;
    random_source random;
    uint32_t executions, violating, bad;
} replay_check;

static bool schedule_fails(const ir_program *program, machine_model model, const machine_choices *schedule,
                           const machine_result *violation)
{
    machine_options options = {.model = model};
    machine *m = machine_new(program, &options);
    machine_state *state = machine_start(m);
    machine_result result = {0};
    uint32_t at = 0;
    for (; at < schedule->size && result.end == MACHINE_OK; at++)
        result = machine_take(m, state, &schedule->data[at]);
    bool fails = at == schedule->size && result.end == MACHINE_VIOLATION && result.pc == violation->pc &&
                 strcmp(result.message, violation->message) == 0;
    machine_result_clear(&result);
    machine_state_free(state);
    machine_free(m);
    return fails;
}

/* An execution that violates nothing is followed to its end without a difference, and then there is nothing to find,
 * however far main goes on. */
static bool is_expected_failure(const diag *d)
{
    return strstr(d->message, "it does not come to \"nothing\"") &&
           (!strstr(d->message, "first difference") || strstr(d->message, "where the execution has nothing more of it"));
}

static void check_order(replay_check *check, const axioms *a, const symex_claim *claim, bool only_needed)
{
    static char nothing[] = "nothing";
    const symex_claim none = {.message = nothing};
    execution e = linearise_execution(a, claim ? claim : &none, only_needed, &check->random);
    machine_options options = {.model = a->model};
    machine_choices schedule = {0};
    machine_result violation;
    diag d = {0};
    bool ok = replay_execution(&e, &options, &schedule, &violation, &d);
    if (ok)
        ok = claim && schedule_fails(a->mem->s->program, a->model, &schedule, &violation);
    else
        ok = claim == NULL && is_expected_failure(&d);
    if (!ok) {
        check->bad++;
        fprintf(stderr, "%s %s: %s: %s\n", check->path, machine_model_name(a->model),
                claim ? claim->message : "no violation",
                d.message          ? d.message
                : violation.message ? violation.message
                                    : "the schedule does not fail");
    }
    machine_result_clear(&violation);
    vec_clear(&schedule);
    execution_clear(&e);
    diag_clear(&d);
}

static bool check_execution(void *context, const axioms *a)
{
    replay_check *check = context;
    for (uint32_t i = 0; i < a->mem->s->claims.size; i++)
        if (a->mem->s->claims.data[i].kind == SYMEX_UNSUPPORTED && known_is_true(a->known, a->mem->s->claims.data[i].guard))
            return true;
    const symex_claim *claim = linearise_violated_claim(a);
    check->violating += claim != NULL;
    for (uint32_t i = 0; i < ORDERS && check->bad == 0; i++)
        check_order(check, a, claim, claim && i % 2);
    return check->bad == 0 && ++check->executions < MAX_EXECUTIONS;
}

static bool replay_all_executions(const ir_program *program, const char *path, machine_model model,
                                  const compare_options *given, uint32_t *violating)
{
    diag d = {0};
    symex_options symex_options = {.unwind = given->unwind};
    symex *s = symex_run(program, &symex_options, &d);
    memory *mem = s ? memory_new(s, &d) : NULL;
    if (mem == NULL)
        fail_msg("%s: %s", path, d.message);
    machine_options machine_options = {.model = model};
    machine *m = machine_new(program, &machine_options);
    outcomes_options options = {.nondet_low = given->nondet_low, .nondet_high = given->nondet_high};
    memory_candidates *candidates = memory_find_candidates(mem, model, true);
    replay_check check = {.path = path, .random = random_seeded(model)};
    enumerate_listener listener = {check_execution, &check};
    enumerate_result r = enumerate_and_tell(mem, candidates, m, &options, MAX_STEPS, listener);
    if (getenv("V")) fprintf(stderr, "%s %s: %u executions, %u violating\n", path, machine_model_name(model), check.executions, check.violating);
    *violating += check.violating;
    enumerate_result_clear(&r);
    memory_candidates_free(candidates);
    machine_free(m);
    memory_free(mem);
    symex_free(s);
    return check.bad == 0;
}

static void replay_programs(const char *pattern)
{
    glob_t files = {0};
    assert_int_equal(glob(pattern, 0, NULL, &files), 0);
    uint32_t bad = 0, violating = 0;
    for (size_t i = 0; i < files.gl_pathc; i++) {
        compare_options options = compare_read_options(files.gl_pathv[i]);
        ir_program *program = load(files.gl_pathv[i]);
        for (machine_model model = MACHINE_SC; model <= MACHINE_PSO; model++)
            bad += !replay_all_executions(program, files.gl_pathv[i], model, &options, &violating);
        ir_program_free(program);
        free(options.observe);
    }
    globfree(&files);
    fprintf(stderr, "%u violating\n", violating);
    assert_int_equal(bad, 0);
}

static void litmus_executions_replay(void **state)
{
    (void)state;
    replay_programs("tests/programs/litmus/*.c");
}

static void example_executions_replay(void **state)
{
    (void)state;
    replay_programs("examples/*.c");
}

static void memory_executions_replay(void **state)
{
    (void)state;
    replay_programs("tests/programs/memory/*.c");
}

int main(int argc, char **argv)
{
    if (argc > 3) {
        for (uint64_t seed = strtoull(argv[2], NULL, 10); seed < strtoull(argv[3], NULL, 10); seed++) {
            strbuf text = {0};
            generate_program(seed, &text);
            FILE *f = fopen(argv[1], "w");
            fputs(strbuf_text(&text), f);
            fclose(f);
            strbuf_clear(&text);
            fprintf(stderr, "seed %d\n", (int)seed);
            replay_programs(argv[1]);
        }
        return 0;
    }
    if (argc > 1) { for (int i = 1; i < argc; i++) replay_programs(argv[i]); return 0; }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(litmus_executions_replay),
        cmocka_unit_test(example_executions_replay),
        cmocka_unit_test(memory_executions_replay),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
