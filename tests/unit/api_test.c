/* The public interface, from inside one process: cancelling, formats, and two checks at once. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "heddle.h"

static heddle_program *load(const char *path)
{
    heddle_error error = {0};
    heddle_program *program = heddle_load(&path, 1, NULL, 0, &error);
    assert_non_null(program);
    return program;
}

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cancelling_ends_it),
        cmocka_unit_test(formats_are_printed),
        cmocka_unit_test(steps_refer_to_each_other),
        cmocka_unit_test(threads_do_not_meet),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
