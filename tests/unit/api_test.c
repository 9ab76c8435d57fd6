/* The public interface, from inside one process: options and what they do, cancelling, formats, single executions,
 * looking inside, and two checks at once. */
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
    unsigned all = 0;
    (void)state;
    for (size_t i = 0; heddle_property_at(i).name; i++) {
        heddle_property_row row = heddle_property_at(i);
        assert_string_equal(heddle_property_name(row.property), row.name);
        assert_true(strlen(row.off) > 0 && strlen(row.off_help) > 0);
        all |= row.property;
    }
    assert_int_equal(all, HEDDLE_ALL_PROPERTIES);
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

static void schedules_can_be_run(void **state)
{
    (void)state;
    heddle_program *program = load("examples/store_buffering.c");
    heddle_schedules *s = heddle_find_schedules(program, HEDDLE_TSO, NULL);
    size_t violations = 0;
    assert_int_equal(heddle_schedules_exit_code(s), 10);
    assert_true(heddle_schedules_are_all(s));
    assert_string_equal(heddle_schedules_message(s), "");
    assert_in_range(heddle_schedule_count(s), 3, 4);
    for (size_t i = 0; i < heddle_schedule_count(s); i++) {
        heddle_run_options options = {.schedule = heddle_schedule_text(s, i)};
        heddle_execution *x = heddle_run(program, &options);
        assert_int_equal(heddle_execution_end(x), heddle_schedule_end(s, i));
        assert_string_equal(heddle_execution_message(x), heddle_schedule_message(s, i));
        violations += heddle_execution_end(x) == HEDDLE_END_VIOLATION;
        heddle_execution_free(x);
    }
    assert_int_equal(violations, 1);
    heddle_schedules_free(s);
    heddle_budget *budget = heddle_budget_new(0, 0);
    heddle_budget_cancel(budget);
    s = heddle_find_schedules(program, HEDDLE_SC, &(heddle_schedules_options){.budget = budget});
    assert_int_equal(heddle_schedules_verdict(s), HEDDLE_UNKNOWN);
    assert_false(heddle_schedules_are_all(s));
    heddle_schedules_free(s);
    heddle_budget_free(budget);
    s = heddle_find_schedules(program, (heddle_model)99, NULL);
    assert_int_equal(heddle_schedules_error(s)->exit_code, 2);
    assert_int_equal(heddle_schedule_count(s), 0);
    heddle_schedules_free(s);
    heddle_program_free(program);
}

static void classes_can_be_read(void **state)
{
    (void)state;
    heddle_program *program = load("examples/store_buffering.c");
    heddle_classes *c = heddle_classify(program, HEDDLE_SC, NULL);
    assert_int_equal(heddle_classes_exit_code(c), 0);
    assert_int_equal(heddle_class_count(c), 3);
    assert_true(heddle_classes_are_all(c));
    assert_int_equal(heddle_class_end(c, 0), HEDDLE_END_FINISHED);
    assert_string_equal(heddle_class_message(c, 0), "");
    assert_in_range(heddle_class_read_count(c, 0), 3, 4);
    heddle_read read = heddle_class_read(c, 0, 0);
    assert_string_equal(read.who, "T1 (first)");
    assert_string_equal(read.place, "flag2");
    assert_non_null(strstr(read.text, "reads flag2 = "));
    assert_int_equal(read.is_initial, read.value[0] == '0');
    char *text = heddle_class_text(c, 0, 0);
    assert_non_null(strstr(text, read.text));
    free(text);
    heddle_classes_free(c);
    c = heddle_classify(program, HEDDLE_TSO, &(heddle_classes_options){.max_classes = 2});
    assert_int_equal(heddle_class_count(c), 2);
    assert_false(heddle_classes_are_all(c));
    heddle_classes_free(c);
    c = heddle_classify(program, (heddle_model)99, NULL);
    assert_int_equal(heddle_classes_error(c)->exit_code, 2);
    assert_int_equal(heddle_class_count(c), 0);
    heddle_classes_free(c);
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

static void explorations_are_printed(void **state)
{
    (void)state;
    heddle_program *program = load("examples/store_buffering.c");
    const heddle_exploration *list[] = {heddle_explore(program, HEDDLE_SC, NULL),
                                        heddle_explore(program, HEDDLE_TSO, NULL)};
    char *both = heddle_explorations_json(list, 2);
    char *plain = heddle_exploration_trace(list[1], 0), *coloured = heddle_exploration_trace(list[1], 1);
    assert_non_null(strstr(both, "store_buffering.c"));
    assert_non_null(strstr(both, "\"SAFE\""));
    assert_non_null(strstr(both, "\"VIOLATION\""));
    assert_non_null(strstr(plain, "is still in its store buffer"));
    assert_null(strchr(plain, '\033'));
    assert_non_null(strchr(coloured, '\033'));
    assert_null(heddle_exploration_trace(list[0], 0));
    assert_false(heddle_unsupported_was_reached(list[0]));
    free(both);
    free(plain);
    free(coloured);
    heddle_exploration_free((heddle_exploration *)list[0]);
    heddle_exploration_free((heddle_exploration *)list[1]);
    heddle_program_free(program);
}

static const char UNKNOWN_CALL[] = "int unknown(void);\nint main(void) { return unknown(); }\n";

static void what_is_not_modelled_has_a_place(void **state)
{
    (void)state;
    heddle_program *program = load_good_text(UNKNOWN_CALL, (heddle_load_options){0});
    heddle_exploration *e = heddle_explore(program, HEDDLE_SC, NULL);
    heddle_execution *x = heddle_run(program, NULL);
    assert_true(heddle_unsupported_was_reached(e));
    assert_int_equal(heddle_execution_end(x), HEDDLE_END_UNSUPPORTED);
    assert_int_equal(heddle_execution_exit_code(x), 3);
    assert_string_equal(heddle_execution_message(x), heddle_message(e));
    assert_non_null(strstr(heddle_message(e), ":2: error: not modelled: "));
    heddle_execution_free(x);
    heddle_exploration_free(e);
    heddle_program_free(program);
}

/* ---- one execution ---- */

/* Its end, and what it says; frees it. */
static heddle_end end_of(const heddle_program *program, heddle_run_options options, int exit_code, const char *said)
{
    heddle_execution *x = heddle_run(program, &options);
    heddle_end end = heddle_execution_end(x);
    assert_null(heddle_execution_error(x));
    assert_int_equal(heddle_execution_exit_code(x), exit_code);
    assert_non_null(strstr(heddle_execution_message(x), said));
    heddle_execution_free(x);
    return end;
}

static void executions_follow_a_schedule(void **state)
{
    (void)state;
    heddle_program *program = load("examples/store_buffering.c");
    heddle_result *result = heddle_check(program, &(heddle_check_options){.models = 1u << HEDDLE_TSO});
    const char *schedule = heddle_result_shown(result)->schedule;
    heddle_run_options o = {.schedule = schedule, .keep_schedule = 1, .keep_steps = 1};
    heddle_execution *x = heddle_run(program, &o);
    const heddle_violation *v = heddle_execution_violation(x);
    char *json = heddle_execution_json(x);
    assert_int_equal(heddle_execution_end(x), HEDDLE_END_VIOLATION);
    assert_int_equal(heddle_execution_exit_code(x), 10);
    assert_int_equal(heddle_execution_model(x), HEDDLE_TSO);
    assert_string_equal(heddle_execution_message(x), heddle_result_message(result, HEDDLE_TSO));
    assert_string_equal(heddle_execution_schedule(x), schedule);
    assert_string_equal(v->schedule, schedule);
    assert_string_equal(v->property_name, "assertions");
    assert_int_equal(v->step_count, heddle_execution_step_count(x));
    assert_int_equal(v->step_count, heddle_result_shown(result)->step_count);
    for (size_t i = 0; i < v->step_count; i++)
        assert_string_equal(heddle_execution_step(x, i).text, heddle_result_step(result, HEDDLE_TSO, i).text);
    assert_non_null(strstr(json, "\"violation\""));
    free(json);
    heddle_execution_free(x);
    heddle_result_free(result);
    heddle_program_free(program);
}

static void executions_keep_what_they_are_asked_to(void **state)
{
    (void)state;
    heddle_program *program = load("examples/store_buffering.c");
    heddle_execution *x = heddle_run(program, NULL);
    assert_int_equal(heddle_execution_end(x), HEDDLE_END_FINISHED);
    assert_int_equal(heddle_execution_exit_code(x), 0);
    assert_int_equal(heddle_execution_model(x), HEDDLE_SC);
    assert_null(heddle_execution_violation(x));
    assert_string_equal(heddle_execution_message(x), "");
    assert_string_equal(heddle_execution_schedule(x), "");
    assert_int_equal(heddle_execution_step_count(x), 0);
    assert_string_equal(heddle_execution_step(x, 0).kind, "");
    assert_string_equal(heddle_execution_counter(x, 0).name, "steps");
    assert_true(heddle_execution_counter(x, 0).value > 0);
    heddle_execution_free(x);
    heddle_program_free(program);
}

typedef struct told {
    size_t lines;
    bool is_coloured;
    char printed[16];
} told;

static void note_line(void *context, const char *line)
{
    told *t = context;
    t->lines++;
    t->is_coloured |= strchr(line, '\033') != NULL;
    assert_int_equal(line[strlen(line) - 1], '\n');
}

static void note_output(void *context, int stream, const char *bytes, size_t size)
{
    told *t = context;
    assert_int_equal(stream, 1);
    strncat(t->printed, bytes, size);
}

static void executions_tell_what_happens(void **state)
{
    static const char PRINTS[] = "#include <stdio.h>\nint x;\nint main(void) { x = 1; puts(\"hello\"); x = 2; }\n";
    (void)state;
    heddle_program *program = load_good_text(PRINTS, (heddle_load_options){0});
    for (int color = 0; color <= 1; color++) {
        told t = {0};
        heddle_run_options o = {
            .trace = note_line, .output = note_output, .context = &t, .color = color, .keep_steps = color};
        heddle_execution *x = heddle_run(program, &o);
        assert_true(t.lines > 1);
        assert_int_equal(t.is_coloured, color);
        assert_int_equal(heddle_execution_step_count(x), color ? t.lines : 0);
        assert_string_equal(t.printed, "hello\n");
        heddle_execution_free(x);
    }
    heddle_program_free(program);
}

static const char ENDLESS[] = "volatile int x;\nint main(void) { while (!x) ; }\n";

static void executions_have_limits(void **state)
{
    (void)state;
    heddle_program *program = load_good_text(ENDLESS, (heddle_load_options){0});
    heddle_budget *budget = heddle_budget_new(0, 0);
    heddle_budget_cancel(budget);
    assert_int_equal(end_of(program, (heddle_run_options){.budget = budget}, 5, ""), HEDDLE_END_UNFINISHED);
    assert_int_equal(end_of(program, (heddle_run_options){.max_steps = 3}, 5, ""), HEDDLE_END_UNFINISHED);
    assert_int_equal(end_of(program, (heddle_run_options){.timeout = 1e-3}, 5, ""), HEDDLE_END_UNFINISHED);
    assert_int_equal(end_of(program, (heddle_run_options){.max_memory = 1, .max_steps = 100}, 5, "out of memory"),
                     HEDDLE_END_LIMIT);
    heddle_budget_free(budget);
    heddle_program_free(program);
}

static void schedules_may_not_fit(void **state)
{
    static const struct {
        heddle_run_options options;
        const char *complaint;
    } WRONG[] = {
        {{.schedule = "nonsense\n"}, "the schedule:1: error: "},
        {{.schedule = "\nnonsense\n", .schedule_name = "a.schedule"}, "a.schedule:2: error: "},
        {{.schedule = "model TSO\n", .model = 1u << HEDDLE_PSO}, "is a schedule for TSO"},
        {{.model = 1u << 20}, "no memory model"},
        {{.model = 1u << HEDDLE_SC | 1u << HEDDLE_PSO}, "one memory model"},
    };
    (void)state;
    heddle_program *program = load("examples/store_buffering.c");
    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++) {
        heddle_execution *x = heddle_run(program, &WRONG[i].options);
        assert_non_null(heddle_execution_error(x));
        assert_non_null(strstr(heddle_execution_error(x)->message, WRONG[i].complaint));
        assert_int_equal(heddle_execution_exit_code(x), 2);
        assert_int_equal(heddle_execution_end(x), HEDDLE_END_UNFINISHED);
        assert_null(heddle_execution_json(x));
        assert_true(heddle_execution_counter(x, 1).value == 0);
        heddle_execution_free(x);
    }
    heddle_run_options o = {.schedule = "model TSO\nT7 step\n"};
    assert_int_equal(end_of(program, o, 2, "line 2 of the schedule is not possible here"), HEDDLE_END_MISFIT);
    o.model = 1u << HEDDLE_TSO;
    assert_int_equal(end_of(program, o, 2, "T7 has not started"), HEDDLE_END_MISFIT);
    heddle_program_free(program);
}

static void models_that_there_are_not_are_errors(void **state)
{
    const heddle_model NONE = (heddle_model)30;
    heddle_error error = {0};
    (void)state;
    heddle_program *program = load("examples/store_buffering.c");
    heddle_exploration *e = heddle_explore(program, NONE, NULL);
    char *json = heddle_explorations_json((const heddle_exploration *const *)&e, 1);
    assert_int_equal(heddle_exploration_exit_code(e), 2);
    assert_int_equal(heddle_verdict_of(e), HEDDLE_UNKNOWN);
    assert_null(strstr(json, "\"verdict\""));
    free(json);
    heddle_exploration_free(e);
    heddle_result *result = heddle_check(program, &(heddle_check_options){.models = 1u << NONE | 1u << HEDDLE_SC});
    assert_int_equal(heddle_result_exit_code(result), 2);
    assert_int_equal(heddle_result_verdict(result, HEDDLE_SC), HEDDLE_UNKNOWN);
    heddle_result_free(result);
    assert_null(heddle_find_events(program, NONE, NULL, &error));
    assert_int_equal(error.exit_code, 2);
    heddle_error_clear(&error);
    heddle_program_free(program);
}

/* ---- a program that was not loaded ---- */

static void nothing_has_the_same_reports(void **state)
{
    static const char *const FILES[] = {"queue.c"};
    static const heddle_load_options LOAD = {.files = FILES, .file_count = 1};
    (void)state;
    heddle_error error = {0};
    heddle_program *nothing = heddle_load_nothing(&LOAD, "out of patience");
    heddle_result *result = heddle_check(nothing, &(heddle_check_options){.models = 1u << HEDDLE_TSO});
    heddle_exploration *e = heddle_explore(nothing, HEDDLE_TSO, &(heddle_explore_options){.observe = "x"});
    heddle_execution *x = heddle_run(nothing, NULL);
    char *texts[] = {heddle_result_print(result, HEDDLE_JSON),
                     heddle_explorations_json((const heddle_exploration *const *)&e, 1), heddle_execution_json(x)};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        assert_non_null(strstr(texts[i], "queue.c"));
        assert_non_null(strstr(texts[i], "out of patience"));
        free(texts[i]);
    }
    assert_int_equal(heddle_result_exit_code(result), OUT_OF_TIME_OR_MEMORY);
    assert_int_equal(heddle_exploration_exit_code(e), OUT_OF_TIME_OR_MEMORY);
    assert_int_equal(heddle_execution_exit_code(x), OUT_OF_TIME_OR_MEMORY);
    assert_int_equal(heddle_execution_end(x), HEDDLE_END_LIMIT);
    assert_null(heddle_find_loops(nothing, NULL, &error));
    assert_int_equal(error.exit_code, OUT_OF_TIME_OR_MEMORY);
    heddle_error_clear(&error);
    assert_null(heddle_program_print(nothing, NULL, &error));
    assert_non_null(strstr(error.message, "out of patience"));
    heddle_error_clear(&error);
    heddle_result_free(result);
    heddle_exploration_free(e);
    heddle_execution_free(x);
    heddle_program_free(nothing);
}

/* ---- looking inside ---- */

static void loops_are_listed(void **state)
{
    (void)state;
    heddle_error error = {0};
    heddle_program *program = load_good_text(LOOP, (heddle_load_options){0});
    heddle_loops *loops = heddle_find_loops(program, &(heddle_unroll_options){.unwindset = "main.0:4"}, &error);
    heddle_loop loop = heddle_loop_at(loops, 0);
    assert_string_equal(loop.name, "main.0");
    assert_non_null(strstr(loop.place, ".c:6"));
    assert_int_equal(loop.end, HEDDLE_LOOP_CUT);
    assert_int_equal(loop.iterations, 4);
    assert_null(heddle_loop_at(loops, 1).name);
    heddle_loops_free(loops);
    assert_null(heddle_find_loops(program, &(heddle_unroll_options){.unwindset = "nosuch.0:4"}, &error));
    assert_int_equal(error.exit_code, 2);
    heddle_error_clear(&error);
    heddle_program_free(program);
}

static void events_are_printed(void **state)
{
    (void)state;
    heddle_error error = {0};
    heddle_program *program = load("examples/store_buffering.c");
    heddle_events *events = heddle_find_events(program, HEDDLE_TSO, NULL, &error);
    char *text = heddle_events_print(events, HEDDLE_TEXT, 0), *counts = heddle_events_print(events, HEDDLE_TEXT, 1);
    char *json = heddle_events_print(events, HEDDLE_JSON, 0), *dot = heddle_events_print(events, HEDDLE_DOT, 0);
    assert_non_null(strstr(text, "write flag1"));
    assert_non_null(strstr(counts, "TSO: 3 threads"));
    assert_null(strstr(counts, "write flag1"));
    assert_non_null(strstr(json, "\"candidates\""));
    assert_non_null(strstr(dot, "digraph"));
    assert_null(heddle_events_print(events, HEDDLE_HTML, 0));
    assert_true(heddle_events_counter(events, 0).is_seconds);
    assert_null(heddle_events_counter(events, 100).name);
    free(text);
    free(counts);
    free(json);
    free(dot);
    heddle_events_free(events);
    heddle_program_free(program);
}

static void a_budget_that_is_cancelled_shows_nothing(void **state)
{
    (void)state;
    heddle_error error = {0};
    heddle_budget *budget = heddle_budget_new(0, 0);
    heddle_program *program = load("examples/store_buffering.c");
    heddle_unroll_options o = {.budget = budget};
    heddle_budget_cancel(budget);
    assert_null(heddle_find_loops(program, &o, &error));
    assert_int_equal(error.exit_code, OUT_OF_TIME_OR_MEMORY);
    assert_string_equal(error.message, "gave up: interrupted");
    heddle_error_clear(&error);
    assert_null(heddle_find_events(program, HEDDLE_SC, &o, &error));
    assert_string_equal(error.message, "gave up: interrupted");
    heddle_error_clear(&error);
    heddle_budget_free(budget);
    heddle_program_free(program);
}

/* ---- the SAT solver ---- */

static heddle_solution *solve_text(const char *text, const heddle_solve_options *options, heddle_error *error)
{
    FILE *problem = fmemopen((void *)text, strlen(text), "r");
    assert_non_null(problem);
    heddle_solution *solution = heddle_solve(problem, options, error);
    fclose(problem);
    return solution;
}

static const char SATISFIABLE[] = "p cnf 2 2\n1 0\n-1 -2 0\n";
static const char UNSATISFIABLE[] = "p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n";

static void problems_are_solved(void **state)
{
    (void)state;
    heddle_error error = {0};
    size_t count = 0;
    for (; heddle_solver_at(count).name; count++) {
        heddle_solve_options o = {.solver = heddle_solver_at(count).name};
        heddle_solution *yes = solve_text(SATISFIABLE, &o, &error), *no = solve_text(UNSATISFIABLE, &o, &error);
        char *text = heddle_solution_print(yes);
        assert_int_equal(heddle_solution_answer(yes), HEDDLE_SATISFIABLE);
        assert_int_equal(heddle_solution_value(yes, 1), 1);
        assert_int_equal(heddle_solution_value(yes, 2), -1);
        assert_int_equal(heddle_solution_value(yes, 3), 0);
        assert_string_equal(text, "s SATISFIABLE\nv 1 -2 0\n");
        assert_non_null(heddle_solution_counter(yes, 0).name);
        assert_int_equal(heddle_solution_answer(no), HEDDLE_UNSATISFIABLE);
        assert_int_equal(heddle_solution_value(no, 1), 0);
        free(text);
        heddle_solution_free(yes);
        heddle_solution_free(no);
    }
    assert_int_equal(count, 3);
}

static void solutions_have_proofs(void **state)
{
    (void)state;
    heddle_error error = {0};
    char *text = NULL;
    size_t size = 0;
    FILE *proof = open_memstream(&text, &size);
    heddle_solve_options o = {.proof = proof};
    heddle_solution *no = solve_text(UNSATISFIABLE, &o, &error);
    assert_int_equal(heddle_solution_answer(no), HEDDLE_UNSATISFIABLE);
    fflush(proof);
    assert_true(size >= 2 && strcmp(text + size - 2, "0\n") == 0);
    heddle_solution_free(no);
    o.solver = "cadical";
    assert_null(solve_text(UNSATISFIABLE, &o, &error));
    assert_non_null(strstr(error.message, "writes no proofs"));
    heddle_error_clear(&error);
    fclose(proof);
    free(text);
}

static void problems_may_be_wrong(void **state)
{
    static const struct {
        const char *problem;
        heddle_solve_options options;
        const char *complaint;
    } WRONG[] = {
        {"p cnf 1 1\nx 0\n", {0}, "the problem:2: error: "},
        {"p cnf 1 1\nx 0\n", {.name = "a.cnf"}, "a.cnf:2: error: "},
        {SATISFIABLE, {.solver = "nosuch"}, "no solver `nosuch`"},
    };
    (void)state;
    heddle_error error = {0};
    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++) {
        assert_null(solve_text(WRONG[i].problem, &WRONG[i].options, &error));
        assert_int_equal(error.exit_code, 2);
        assert_non_null(strstr(error.message, WRONG[i].complaint));
        heddle_error_clear(&error);
    }
    heddle_budget *budget = heddle_budget_new(0, 0);
    heddle_budget_cancel(budget);
    heddle_solution *unknown = solve_text(SATISFIABLE, &(heddle_solve_options){.budget = budget}, &error);
    assert_int_equal(heddle_solution_answer(unknown), HEDDLE_UNDECIDED);
    heddle_solution_free(unknown);
    heddle_budget_free(budget);
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

static void texts_have_options(void **state)
{
    (void)state;
    heddle_program *program = load("examples/store_buffering.c");
    heddle_check_options o = {.models = 1u << HEDDLE_SC | 1u << HEDDLE_TSO | 1u << HEDDLE_PSO};
    heddle_result *result = heddle_check(program, &o);
    const heddle_text_options SHORT = {.no_trace = 1, .no_summary = 1}, CUT = {.trace_limit = 3, .color = 1};
    char *full = heddle_result_text(result, NULL), *verdicts = heddle_result_text(result, &SHORT);
    char *cut = heddle_result_text(result, &CUT), *statistics = heddle_result_statistics(result);
    assert_non_null(strstr(full, "fails:"));
    assert_non_null(strstr(full, "checked: "));
    assert_null(strchr(full, '\033'));
    assert_non_null(strstr(verdicts, "VIOLATION under TSO"));
    assert_null(strstr(verdicts, "fails:"));
    assert_null(strstr(verdicts, "checked: "));
    assert_non_null(strstr(cut, "steps left out"));
    assert_non_null(strchr(cut, '\033'));
    assert_non_null(strstr(statistics, "SC: "));
    assert_non_null(strstr(statistics, "PSO: "));
    assert_ptr_equal(heddle_result_shown(result), heddle_result_violation(result, HEDDLE_TSO));
    free(full);
    free(verdicts);
    free(cut);
    free(statistics);
    heddle_result_free(result);
    result = heddle_check(program, NULL);
    assert_null(heddle_result_shown(result));
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

static const char SEVERAL[] = "#include <assert.h>\n"
                              "int __VERIFIER_nondet_int(void);\n"
                              "int main(void)\n{\n"
                              "    int n = __VERIFIER_nondet_int();\n"
                              "    assert(n != 1);\n"
                              "    assert(n * n >= 0 || n);\n"
                              "    assert(n != 2);\n"
                              "}\n";

static void all_violations_are_listed(void **state)
{
    (void)state;
    heddle_program *program = load_good_text(SEVERAL, (heddle_load_options){0});
    heddle_result *result = heddle_check(program, &(heddle_check_options){.all = 1});
    static const unsigned LINES[] = {6, 8};
    for (size_t i = 0; i < 2; i++) {
        const heddle_violation *violation = heddle_result_violation_at(result, HEDDLE_SC, i);
        assert_non_null(violation);
        assert_int_equal(violation->line, LINES[i]);
        assert_true(violation->step_count > 0);
        assert_string_equal(heddle_result_step_at(result, HEDDLE_SC, i, 0).value, i ? "2" : "1");
    }
    assert_null(heddle_result_violation_at(result, HEDDLE_SC, 2));
    assert_null(heddle_result_violation_at(result, HEDDLE_TSO, 0));
    assert_ptr_equal(heddle_result_violation(result, HEDDLE_SC), heddle_result_violation_at(result, HEDDLE_SC, 0));
    assert_true(heddle_result_is_complete(result, HEDDLE_SC));
    assert_false(heddle_result_is_complete(result, HEDDLE_TSO));
    heddle_result_free(result);

    result = heddle_check(program, NULL);
    assert_non_null(heddle_result_violation(result, HEDDLE_SC));
    assert_null(heddle_result_violation_at(result, HEDDLE_SC, 1));
    assert_false(heddle_result_is_complete(result, HEDDLE_SC));
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
    assert_int_equal(heddle_consistency_answer(c, HEDDLE_PSO), HEDDLE_UNCERTAIN);
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
    assert_int_equal(heddle_consistency_answer(c, HEDDLE_SC), HEDDLE_UNCERTAIN);
    assert_int_equal(heddle_consistency_exit_code(c), 5);
    heddle_consistency_free(c);
    heddle_budget_free(budget);
}

/* ---- litmus tests ---- */

static heddle_program *load_litmus(const char *text)
{
    char path[] = "/tmp/heddle-api-XXXXXX.litmus";
    const char *files[] = {path};
    heddle_error error = {0};
    FILE *file = fdopen(mkstemps(path, (int)strlen(".litmus")), "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
    heddle_program *program = heddle_load(files, 1, NULL, 0, &error);
    unlink(path);
    assert_non_null(program);
    return program;
}

static const char FORBIDDEN_BUFFERING[] = "X86 SB\n{ }\n P0 | P1 ;\n MOV [x],$1 | MOV [y],$1 ;\n"
                                          " MOV EAX,[y] | MOV EAX,[x] ;\n~exists (0:EAX=0 /\\ 1:EAX=0)\n";

static void expect_weak_answer(const heddle_litmus *l)
{
    assert_int_equal(heddle_litmus_verdict(l), HEDDLE_VIOLATION);
    assert_int_equal(heddle_litmus_exit_code(l), 10);
    assert_string_equal(heddle_litmus_name(l), "SB");
    assert_int_equal(heddle_litmus_state_count(l), 4);
    assert_string_equal(heddle_litmus_state(l, 0), "0:EAX=0; 1:EAX=0;");
    assert_int_equal(heddle_litmus_positive(l), 1);
}

static void test_litmus(void **state)
{
    (void)state;
    heddle_program *program = load_litmus(FORBIDDEN_BUFFERING);
    assert_true(heddle_is_litmus(program) && heddle_is_litmus_file("a.litmus") && !heddle_is_litmus_file("a.c"));
    heddle_litmus *weak = heddle_litmus_run(program, HEDDLE_TSO, NULL);
    heddle_litmus *strong = heddle_litmus_run(program, HEDDLE_SC, &(heddle_litmus_options){.engines = "ord"});
    heddle_litmus *none = heddle_litmus_run(program, (heddle_model)77, NULL);
    assert_int_equal(verdict_of(program, (heddle_check_options){0}, HEDDLE_TSO, NULL), HEDDLE_VIOLATION);
    assert_int_equal(verdict_of(program, (heddle_check_options){0}, HEDDLE_SC, NULL), HEDDLE_SAFE);
    heddle_program_free(program);
    expect_weak_answer(weak);
    assert_int_equal(heddle_litmus_is_observed(strong), 0);
    assert_int_equal(heddle_litmus_state_count(strong), 0);
    assert_int_equal(heddle_litmus_is_observed(none), -1);
    assert_non_null(strstr(heddle_litmus_message(none), "no memory model"));
    heddle_litmus_free(weak);
    heddle_litmus_free(strong);
    heddle_litmus_free(none);
}

/* A program in C has no condition to ask for; and limits hold. */
static void test_litmus_without_answer(void **state)
{
    (void)state;
    heddle_program *c = load_good_text("int main(void) { return 0; }", (heddle_load_options){0});
    heddle_litmus *l = heddle_litmus_run(c, HEDDLE_SC, NULL);
    assert_int_equal(heddle_litmus_exit_code(l), 2);
    heddle_litmus_free(l);
    heddle_program_free(c);
    heddle_program *program = load_litmus(FORBIDDEN_BUFFERING);
    l = heddle_litmus_run(program, HEDDLE_TSO, &(heddle_litmus_options){.max_states = 2});
    assert_int_equal(heddle_litmus_verdict(l), HEDDLE_UNKNOWN);
    assert_int_equal(heddle_litmus_is_observed(l), -1);
    assert_int_equal(heddle_litmus_exit_code(l), 5);
    heddle_litmus_free(l);
    heddle_program_free(program);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_litmus),
        cmocka_unit_test(test_litmus_without_answer),
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
        cmocka_unit_test(classes_can_be_read),
        cmocka_unit_test(schedules_can_be_run),
        cmocka_unit_test(explorations_are_printed),
        cmocka_unit_test(what_is_not_modelled_has_a_place),
        cmocka_unit_test(executions_follow_a_schedule),
        cmocka_unit_test(executions_keep_what_they_are_asked_to),
        cmocka_unit_test(executions_tell_what_happens),
        cmocka_unit_test(executions_have_limits),
        cmocka_unit_test(schedules_may_not_fit),
        cmocka_unit_test(models_that_there_are_not_are_errors),
        cmocka_unit_test(nothing_has_the_same_reports),
        cmocka_unit_test(loops_are_listed),
        cmocka_unit_test(events_are_printed),
        cmocka_unit_test(a_budget_that_is_cancelled_shows_nothing),
        cmocka_unit_test(problems_are_solved),
        cmocka_unit_test(solutions_have_proofs),
        cmocka_unit_test(problems_may_be_wrong),
        cmocka_unit_test(cancelling_ends_it),
        cmocka_unit_test(formats_are_printed),
        cmocka_unit_test(texts_have_options),
        cmocka_unit_test(steps_refer_to_each_other),
        cmocka_unit_test(all_violations_are_listed),
        cmocka_unit_test(threads_do_not_meet),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
