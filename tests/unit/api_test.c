/* The public interface, from inside one process: options and what they do, cancelling, formats, and two checks at
 * once. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "heddle.h"

static heddle_program *load(const char *path)
{
    heddle_error error = {0};
    heddle_program *program = heddle_load(&path, 1, NULL, 0, &error);
    assert_non_null(program);
    return program;
}

/* Loads this text; the file's name in `options` is set here. */
static heddle_program *load_text(const char *text, heddle_load_options options, heddle_error *error)
{
    char path[] = "/tmp/heddle-api-XXXXXX.c";
    const char *files[] = {path};
    FILE *file = fdopen(mkstemps(path, 2), "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
    options.files = files;
    options.file_count = 1;
    heddle_program *program = heddle_load_with(&options, error);
    unlink(path);
    return program;
}

static heddle_program *load_good_text(const char *text, heddle_load_options options)
{
    heddle_error error = {0};
    heddle_program *program = load_text(text, options, &error);
    assert_non_null(program);
    return program;
}

/* The verdict under one model; what is wrong with the options, if anything, has `complaint` in it. */
static heddle_verdict verdict_of(const heddle_program *program, heddle_check_options options, heddle_model model,
                                 const char *complaint)
{
    options.models = 1u << model;
    heddle_result *result = heddle_check(program, &options);
    const heddle_error *error = heddle_result_error(result);
    heddle_verdict verdict = heddle_result_verdict(result, model);
    assert_int_equal(error != NULL, complaint != NULL);
    if (error && complaint) {
        assert_non_null(strstr(error->message, complaint));
        assert_string_equal(heddle_result_message(result, model), error->message);
        assert_int_equal(heddle_result_exit_code(result), 2);
        assert_int_equal(verdict, HEDDLE_UNKNOWN);
    }
    heddle_result_free(result);
    return verdict;
}

static const char LOOP[] = "#include <assert.h>\n"
                           "int __VERIFIER_nondet_int(void);\n"
                           "int main(void)\n{\n"
                           "    int n = 0;\n"
                           "    while (__VERIFIER_nondet_int())\n"
                           "        n++;\n"
                           "    assert(n < 3);\n"
                           "}\n";

static void loops_have_bounds_of_their_own(void **state)
{
    (void)state;
    heddle_program *program = load_good_text(LOOP, (heddle_load_options){0});
    heddle_check_options o = {.unwind = 1};
    assert_int_equal(verdict_of(program, o, HEDDLE_SC, NULL), HEDDLE_BOUNDED);
    o.unwindset = "main.0:4";
    assert_int_equal(verdict_of(program, o, HEDDLE_SC, NULL), HEDDLE_VIOLATION);
    o.unwindset = "nosuch.0:4";
    verdict_of(program, o, HEDDLE_SC, "no function `nosuch`");
    o.unwindset = "main:4";
    verdict_of(program, o, HEDDLE_SC, "main.0:5,worker.1:3");
    heddle_program_free(program);
}

static void engines_have_names(void **state)
{
    (void)state;
    heddle_program *program = load("examples/store_buffering.c");
    size_t count = 0;
    for (; heddle_engine_name(count); count++) {
        const char *name = heddle_engine_name(count);
        heddle_check_options o = {.engines = name, .models = 1u << HEDDLE_TSO};
        heddle_result *result = heddle_check(program, &o);
        assert_int_equal(heddle_result_verdict(result, HEDDLE_TSO), HEDDLE_VIOLATION);
        assert_string_equal(heddle_result_engine(result, HEDDLE_TSO), name);
        assert_null(heddle_result_engine(result, HEDDLE_SC));
        assert_true(strlen(heddle_engine_help(count)) > 0);
        heddle_result_free(result);
    }
    assert_true(count > 1);
    assert_int_equal(verdict_of(program, (heddle_check_options){.engines = "ord,states"}, HEDDLE_SC, NULL),
                     HEDDLE_SAFE);
    verdict_of(program, (heddle_check_options){.engines = "ord,nosuch"}, HEDDLE_SC, "no engine `nosuch`");
    verdict_of(program, (heddle_check_options){.engines = ""}, HEDDLE_SC, "needs the name of an engine");
    heddle_program_free(program);
}

static void properties_have_names(void **state)
{
    (void)state;
    heddle_program *program = load("examples/store_buffering.c");
    assert_string_equal(heddle_property_name(HEDDLE_MEMORY), "memory");
    assert_null(heddle_property_name(HEDDLE_ALL_PROPERTIES));
    heddle_check_options o = {.property_names = "memory,locks"};
    assert_int_equal(verdict_of(program, o, HEDDLE_TSO, NULL), HEDDLE_SAFE);
    o.property_names = "memory,assertions";
    assert_int_equal(verdict_of(program, o, HEDDLE_TSO, NULL), HEDDLE_VIOLATION);
    o.property_names = "memory,nosuch";
    verdict_of(program, o, HEDDLE_TSO, "no property `nosuch`");
    heddle_result *result = heddle_check(program, &(heddle_check_options){.models = 1u << HEDDLE_TSO});
    assert_string_equal(heddle_result_violation(result, HEDDLE_TSO)->property_name, "assertions");
    heddle_result_free(result);
    heddle_program_free(program);
}

static void the_switches_of_the_ordering_engine_change_no_verdict(void **state)
{
    static const heddle_advanced_options SWITCHES[] = {
        {.no_sections = 1}, {.ord_fr_eager = 1},     {.ord_no_unit = 1},   {.ord_no_derive = 1},
        {.ord_ws_lazy = 1}, {.ord_cycle_tarjan = 1}, {.ord_decide_rf = 1},
    };
    (void)state;
    heddle_program *program = load("examples/store_buffering.c");
    for (size_t i = 0; i < sizeof SWITCHES / sizeof *SWITCHES; i++) {
        heddle_check_options o = {.engines = "ord", .advanced = SWITCHES[i]};
        assert_int_equal(verdict_of(program, o, HEDDLE_SC, NULL), HEDDLE_SAFE);
        assert_int_equal(verdict_of(program, o, HEDDLE_TSO, NULL), HEDDLE_VIOLATION);
    }
    heddle_program_free(program);
}

static void work_is_counted(void **state)
{
    (void)state;
    heddle_program *program = load("examples/store_buffering.c");
    heddle_result *result = heddle_check(program, &(heddle_check_options){.engines = "ord"});
    bool has_events = false;
    size_t count = 0;
    for (;; count++) {
        heddle_counter c = heddle_result_counter(result, HEDDLE_SC, count);
        if (c.name == NULL)
            break;
        assert_string_equal(c.engine, "ord");
        assert_non_null(c.text);
        has_events |= strcmp(c.name, "events") == 0 && c.value > 0 && !c.is_seconds;
    }
    assert_true(count > 0);
    assert_true(has_events);
    assert_null(heddle_result_counter(result, HEDDLE_PSO, 0).name);
    heddle_result_free(result);
    heddle_program_free(program);
}

static const char ATOMICS[] = "#include <assert.h>\n"
                              "#include <pthread.h>\n"
                              "#include <stdatomic.h>\n"
                              "atomic_int x, y;\n"
                              "int a, b;\n"
                              "void *first(void *p) { x = 1; a = y; return p; }\n"
                              "void *second(void *p) { y = 1; b = x; return p; }\n"
                              "int main(void)\n{\n"
                              "    pthread_t t, u;\n"
                              "    pthread_create(&t, 0, first, 0);\n"
                              "    pthread_create(&u, 0, second, 0);\n"
                              "    pthread_join(t, 0);\n"
                              "    pthread_join(u, 0);\n"
                              "    assert(a || b);\n"
                              "}\n";

static void atomics_may_be_plain(void **state)
{
    (void)state;
    heddle_program *ordered = load_good_text(ATOMICS, (heddle_load_options){0});
    heddle_program *plain = load_good_text(ATOMICS, (heddle_load_options){.plain_atomics = 1});
    heddle_check_options o = {0};
    assert_int_equal(verdict_of(ordered, o, HEDDLE_TSO, NULL), HEDDLE_SAFE);
    assert_int_equal(verdict_of(plain, o, HEDDLE_TSO, NULL), HEDDLE_VIOLATION);
    heddle_program_free(ordered);
    heddle_program_free(plain);
}

static void undefined_functions_may_return_anything(void **state)
{
    static const char TEXT[] = "#include <assert.h>\n"
                               "int unknown(void);\n"
                               "int main(void) { assert(unknown() != 7); }\n";
    (void)state;
    heddle_program *strict = load_good_text(TEXT, (heddle_load_options){0});
    heddle_program *any = load_good_text(TEXT, (heddle_load_options){.undefined_return_any = 1});
    heddle_check_options o = {0};
    assert_int_equal(verdict_of(strict, o, HEDDLE_SC, NULL), HEDDLE_UNSUPPORTED);
    assert_int_equal(verdict_of(any, o, HEDDLE_SC, NULL), HEDDLE_VIOLATION);
    heddle_program_free(strict);
    heddle_program_free(any);
}

static void clang_gets_its_arguments(void **state)
{
    static const char *const ARGUMENTS[] = {"-DTHREE=3"};
    static const char TEXT[] = "#include <assert.h>\nint main(void) { assert(THREE == 3); }\n";
    (void)state;
    heddle_load_options o = {.clang_arguments = ARGUMENTS, .clang_argument_count = 1};
    heddle_program *program = load_good_text(TEXT, o);
    assert_int_equal(verdict_of(program, (heddle_check_options){0}, HEDDLE_SC, NULL), HEDDLE_SAFE);
    heddle_program_free(program);
}

enum { OUT_OF_TIME_OR_MEMORY = 5 };

static void loads_have_limits(void **state)
{
    (void)state;
    heddle_error error = {0};
    assert_null(load_text(LOOP, (heddle_load_options){.timeout = 1e-6}, &error));
    assert_int_equal(error.exit_code, OUT_OF_TIME_OR_MEMORY);
    assert_non_null(strstr(error.message, "time"));
    heddle_error_clear(&error);
    heddle_budget *budget = heddle_budget_new(0, 0);
    heddle_budget_cancel(budget);
    assert_null(load_text(LOOP, (heddle_load_options){.budget = budget}, &error));
    assert_int_equal(error.exit_code, OUT_OF_TIME_OR_MEMORY);
    heddle_error_clear(&error);
    heddle_budget_free(budget);
}

static void a_budget_that_is_spent_stays_so(void **state)
{
    (void)state;
    heddle_budget *budget = heddle_budget_new(1000, 0);
    heddle_program *program = load_good_text(LOOP, (heddle_load_options){.budget = budget});
    heddle_check_options o = {.budget = budget};
    assert_int_equal(verdict_of(program, o, HEDDLE_SC, NULL), HEDDLE_VIOLATION);
    heddle_budget_cancel(budget);
    assert_int_equal(verdict_of(program, o, HEDDLE_SC, NULL), HEDDLE_UNKNOWN);
    assert_int_equal(verdict_of(program, o, HEDDLE_SC, NULL), HEDDLE_UNKNOWN);
    heddle_budget_free(budget);
    heddle_program_free(program);
}

static void files_are_preprocessed(void **state)
{
    static const char *const FILES[] = {"examples/store_buffering.c", "no_such_file.c"};
    (void)state;
    heddle_load_options o = {.files = FILES, .file_count = 2};
    heddle_error error = {0};
    size_t size = 0;
    char *text = heddle_preprocess(&o, 0, &size, &error);
    assert_non_null(text);
    assert_int_equal(strlen(text), size);
    assert_null(strstr(text, "#include"));
    free(text);
    assert_null(heddle_preprocess(&o, 1, &size, &error));
    assert_int_equal(error.exit_code, 2);
    heddle_error_clear(&error);
}

static void programs_are_printed(void **state)
{
    (void)state;
    heddle_error error = {0};
    heddle_program *program = load_good_text(LOOP, (heddle_load_options){0});
    char *whole = heddle_program_print(program, NULL, &error);
    char *part = heddle_program_print(program, "main", &error);
    assert_non_null(strstr(whole, "main"));
    assert_non_null(strstr(part, "main"));
    assert_true(strlen(part) < strlen(whole));
    free(whole);
    free(part);
    assert_null(heddle_program_print(program, "nosuch", &error));
    assert_int_equal(error.exit_code, 2);
    assert_non_null(strstr(error.message, "nosuch"));
    heddle_error_clear(&error);
    heddle_program_free(program);
}

static void witnesses_are_for_answers(void **state)
{
    (void)state;
    heddle_error error = {0};
    heddle_program *program = load("examples/store_buffering.c");
    heddle_result *result = heddle_check(program, &(heddle_check_options){.models = 1u << HEDDLE_TSO});
    char *graph = heddle_result_witness(result, "witness.graphml", &error);
    char *list = heddle_result_witness(result, "witness.yml", &error);
    assert_non_null(strstr(graph, "<graphml"));
    assert_non_null(strstr(list, "violation_sequence"));
    free(graph);
    free(list);
    heddle_result_free(result);
    result = heddle_check(program, &(heddle_check_options){.engines = "nosuch"});
    assert_null(heddle_result_witness(result, "witness.yml", &error));
    assert_null(error.message);
    heddle_result_free(result);
    heddle_program_free(program);
}

/* ---- exploring ---- */

static heddle_verdict exploration_of(const heddle_program *program, heddle_model model, heddle_explore_options options)
{
    heddle_exploration *e = heddle_explore(program, model, &options);
    heddle_verdict verdict = heddle_verdict_of(e);
    heddle_exploration_free(e);
    return verdict;
}

static int stop_exploring(void *context, uint64_t states, uint64_t waiting)
{
    (void)context, (void)states, (void)waiting;
    return 1;
}

static void explorations_have_options(void **state)
{
    static const char INPUT[] = "#include <assert.h>\n"
                                "int __VERIFIER_nondet_int(void);\n"
                                "int main(void) { assert(__VERIFIER_nondet_int() != 7); }\n";
    static const heddle_range ZERO = {0, 0}, SEVEN = {7, 7};
    (void)state;
    heddle_program *program = load_good_text(INPUT, (heddle_load_options){0});
    assert_int_equal(exploration_of(program, HEDDLE_SC, (heddle_explore_options){0}), HEDDLE_BOUNDED);
    assert_int_equal(exploration_of(program, HEDDLE_SC, (heddle_explore_options){.nondet = &ZERO}), HEDDLE_BOUNDED);
    assert_int_equal(exploration_of(program, HEDDLE_SC, (heddle_explore_options){.nondet = &SEVEN}), HEDDLE_VIOLATION);
    heddle_program_free(program);
    program = load("examples/store_buffering.c");
    assert_int_equal(exploration_of(program, HEDDLE_SC, (heddle_explore_options){.max_states = 3}), HEDDLE_UNKNOWN);
    assert_int_equal(exploration_of(program, HEDDLE_TSO, (heddle_explore_options){.buffer_bound = HEDDLE_NO_BOUND}),
                     HEDDLE_VIOLATION);
    heddle_budget *budget = heddle_budget_new(0, 0);
    heddle_budget_cancel(budget);
    assert_int_equal(exploration_of(program, HEDDLE_SC, (heddle_explore_options){.budget = budget}), HEDDLE_UNKNOWN);
    heddle_budget_free(budget);
    heddle_program_free(program);
}

static void explorations_can_be_cancelled(void **state)
{
    static const char MANY_STATES[] = "#include <pthread.h>\n"
                                      "int x[3];\n"
                                      "void *count(void *p) { for (int i = 0; i < 30; i++) *(int *)p = i; return p; }\n"
                                      "int main(void)\n{\n"
                                      "    pthread_t t[3];\n"
                                      "    for (int i = 0; i < 3; i++)\n"
                                      "        pthread_create(&t[i], 0, count, &x[i]);\n"
                                      "}\n";
    (void)state;
    heddle_program *program = load_good_text(MANY_STATES, (heddle_load_options){0});
    heddle_exploration *e = heddle_explore(program, HEDDLE_SC, &(heddle_explore_options){.progress = stop_exploring});
    assert_int_equal(heddle_verdict_of(e), HEDDLE_UNKNOWN);
    assert_true(heddle_limit_was_reached(e));
    assert_non_null(strstr(heddle_message(e), "interrupted"));
    heddle_exploration_free(e);
    heddle_program_free(program);
}

static void explorations_can_be_read(void **state)
{
    (void)state;
    heddle_program *program = load("examples/store_buffering.c");
    heddle_exploration *e = heddle_explore(program, HEDDLE_TSO, &(heddle_explore_options){.observe = "seen1,seen2"});
    assert_int_equal(heddle_exploration_exit_code(e), 10);
    assert_null(heddle_exploration_error(e));
    assert_true(heddle_outcome_count(e) > 0);
    assert_int_equal(heddle_violation_count(e), 1);
    assert_non_null(strstr(heddle_violation_schedule(e, 0), "TSO"));
    assert_false(heddle_limit_was_reached(e) || heddle_buffers_were_cut(e) || heddle_values_were_cut(e));
    assert_string_equal(heddle_exploration_counter(e, 0).name, "states");
    assert_true(heddle_exploration_counter(e, 0).value == (double)heddle_state_count(e));
    heddle_exploration_free(e);
    e = heddle_explore(program, HEDDLE_TSO, &(heddle_explore_options){.observe = "nosuch"});
    assert_int_equal(heddle_exploration_exit_code(e), 2);
    assert_non_null(strstr(heddle_exploration_error(e)->message, "nosuch"));
    heddle_exploration_free(e);
    heddle_program_free(program);
}

/* ---- cancelling, printing, reading ---- */

static int cancel(void *context, const heddle_progress *progress)
{
    (void)progress;
    ++*(int *)context;
    return 1;
}

static void cancelling_ends_it(void **state)
{
    (void)state;
    int calls = 0;
    heddle_program *program = load("examples/store_buffering.c");
    heddle_result *result = heddle_check(program, &(heddle_check_options){.progress = cancel, .context = &calls});
    assert_int_equal(heddle_result_verdict(result, HEDDLE_SC), HEDDLE_UNKNOWN);
    assert_non_null(strstr(heddle_result_message(result, HEDDLE_SC), "interrupted"));
    assert_true(calls > 0);
    heddle_result_free(result);
    heddle_program_free(program);
}

static void formats_are_printed(void **state)
{
    static const char *const EXPECTED[] = {"VIOLATION under TSO", "\"verdict\"", "<html", "\"2.1.0\"", "digraph"};
    (void)state;
    heddle_program *program = load("examples/store_buffering.c");
    heddle_result *result = heddle_check(program, &(heddle_check_options){.models = 1u << HEDDLE_TSO});
    for (int format = HEDDLE_TEXT; format <= HEDDLE_DOT; format++) {
        char *text = heddle_result_print(result, (heddle_format)format);
        assert_non_null(strstr(text, EXPECTED[format]));
        free(text);
    }
    assert_int_equal(heddle_result_verdict(result, HEDDLE_SC), HEDDLE_UNKNOWN);
    assert_null(heddle_result_violation(result, HEDDLE_SC));
    heddle_result_free(result);
    heddle_program_free(program);
}

static void steps_refer_to_each_other(void **state)
{
    (void)state;
    heddle_program *program = load("examples/store_buffering.c");
    heddle_result *result = heddle_check(program, &(heddle_check_options){.models = 1u << HEDDLE_TSO});
    const heddle_violation *violation = heddle_result_violation(result, HEDDLE_TSO);
    size_t commits = 0;
    assert_non_null(violation);
    for (size_t i = 0; i < violation->step_count; i++) {
        heddle_step step = heddle_result_step(result, HEDDLE_TSO, i);
        if (strcmp(step.kind, "commit") != 0)
            continue;
        heddle_step store = heddle_result_step(result, HEDDLE_TSO, step.source);
        assert_string_equal(store.kind, "buffer");
        assert_int_equal(store.commit, i);
        assert_string_equal(store.place, step.place);
        commits++;
    }
    assert_true(commits > 0);
    assert_string_equal(heddle_result_step(result, HEDDLE_TSO, violation->step_count).kind, "");
    heddle_result_free(result);
    heddle_program_free(program);
}

static void *check_many(void *path)
{
    for (int i = 0; i < 5; i++) {
        heddle_program *program = load(path);
        heddle_result *result = heddle_check(program, NULL);
        bool is_safe = heddle_result_verdict(result, HEDDLE_SC) == HEDDLE_SAFE;
        heddle_result_free(result);
        heddle_program_free(program);
        if (!is_safe)
            return path;
    }
    return NULL;
}

static void threads_do_not_meet(void **state)
{
    static char *const PATHS[] = {"examples/store_buffering.c", "examples/message_passing.c"};
    pthread_t threads[2];
    (void)state;
    for (int i = 0; i < 2; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, check_many, PATHS[i]), 0);
    for (int i = 0; i < 2; i++) {
        void *wrong = NULL;
        pthread_join(threads[i], &wrong);
        assert_null(wrong);
    }
}

/* ---- recorded executions ---- */

static heddle_consistency *check_text(const char *text, unsigned models)
{
    heddle_error error = {0};
    heddle_consistency *c =
        heddle_check_consistency("memory", text, strlen(text), &(heddle_consistency_options){.models = models}, &error);
    assert_non_null(c);
    return c;
}

static void test_recorded_executions(void **state)
{
    (void)state;
    heddle_consistency *c =
        check_text("a write x 1\na read y 0\nb write y 1\nb read x 0\n", 1u << HEDDLE_SC | 1u << HEDDLE_TSO);
    assert_int_equal(heddle_consistency_answer(c, HEDDLE_SC), HEDDLE_INCONSISTENT);
    assert_int_equal(heddle_consistency_answer(c, HEDDLE_TSO), HEDDLE_CONSISTENT);
    assert_int_equal(heddle_consistency_answer(c, HEDDLE_PSO), HEDDLE_UNDECIDED);
    assert_int_equal(heddle_consistency_exit_code(c), 10);
    assert_int_equal(heddle_consistency_step(c, HEDDLE_SC, 0).line, 0);
    assert_int_equal(heddle_consistency_step(c, HEDDLE_PSO, 0).line, 0);
    assert_int_equal(heddle_consistency_step(c, HEDDLE_TSO, 0).line, 1);
    assert_string_equal(heddle_consistency_step(c, HEDDLE_TSO, 0).text, "a write x 1");
    assert_int_equal(heddle_consistency_step(c, HEDDLE_TSO, 0).moment, HEDDLE_WAITS);
    assert_int_equal(heddle_consistency_step(c, HEDDLE_TSO, 4).moment, HEDDLE_ARRIVES);
    assert_int_equal(heddle_consistency_step(c, HEDDLE_TSO, 6).line, 0);
    assert_non_null(strstr(heddle_consistency_reason(c, HEDDLE_SC, 3), "program order"));
    assert_null(heddle_consistency_reason(c, HEDDLE_SC, 4));
    assert_null(heddle_consistency_reason(c, HEDDLE_TSO, 0));
    assert_null(heddle_consistency_print(c, HEDDLE_HTML));
    char *summary = heddle_consistency_summary(c);
    assert_string_equal(summary, "SC: NOT CONSISTENT\nTSO: CONSISTENT\n");
    free(summary);
    heddle_consistency_free(c);
    heddle_consistency_free(NULL);
}

static void test_recorded_executions_that_fail(void **state)
{
    (void)state;
    heddle_error error = {0};
    assert_null(heddle_check_consistency("memory", "a", 1, NULL, &error));
    assert_int_equal(error.exit_code, 2);
    assert_non_null(strstr(error.message, "memory:1: error: "));
    heddle_error_clear(&error);
    heddle_budget *budget = heddle_budget_new(0, 0);
    heddle_budget_cancel(budget);
    heddle_consistency *c =
        heddle_check_consistency("memory", "", 0, &(heddle_consistency_options){.budget = budget}, &error);
    assert_int_equal(heddle_consistency_answer(c, HEDDLE_SC), HEDDLE_UNDECIDED);
    assert_int_equal(heddle_consistency_exit_code(c), 5);
    heddle_consistency_free(c);
    heddle_budget_free(budget);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_recorded_executions),
        cmocka_unit_test(test_recorded_executions_that_fail),
        cmocka_unit_test(loops_have_bounds_of_their_own),
        cmocka_unit_test(engines_have_names),
        cmocka_unit_test(properties_have_names),
        cmocka_unit_test(the_switches_of_the_ordering_engine_change_no_verdict),
        cmocka_unit_test(work_is_counted),
        cmocka_unit_test(atomics_may_be_plain),
        cmocka_unit_test(undefined_functions_may_return_anything),
        cmocka_unit_test(clang_gets_its_arguments),
        cmocka_unit_test(loads_have_limits),
        cmocka_unit_test(a_budget_that_is_spent_stays_so),
        cmocka_unit_test(files_are_preprocessed),
        cmocka_unit_test(programs_are_printed),
        cmocka_unit_test(witnesses_are_for_answers),
        cmocka_unit_test(explorations_have_options),
        cmocka_unit_test(explorations_can_be_cancelled),
        cmocka_unit_test(explorations_can_be_read),
        cmocka_unit_test(cancelling_ends_it),
        cmocka_unit_test(formats_are_printed),
        cmocka_unit_test(steps_refer_to_each_other),
        cmocka_unit_test(threads_do_not_meet),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
