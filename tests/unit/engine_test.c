/* The driver when it is stopped at an awkward moment: it comes to an end, and keeps what was found. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/clock.h"
#include "engine/driver.h"
#include "frontend/frontend.h"

enum { TRIES = 40 };

static ir_program *load(const char *text)
{
    static const char *const FILE_NAME = "engine_test_program.c";
    FILE *file = fopen(FILE_NAME, "w");
    diag d = {0};
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
    const char *name = FILE_NAME;
    ir_program *program = frontend_load(&(frontend_options){.files = &name, .file_count = 1}, &d);
    remove(FILE_NAME);
    if (program == NULL)
        fail_msg("%s", d.message);
    return program;
}

static check_result check_within(const ir_program *program, const char *engine, double seconds)
{
    budget limits = {.started = clock_wall_seconds(), .timeout = seconds};
    check_options options = {
        .models = {&MODEL_TSO}, .model_count = 1, .engines = 1u << engine_index(engine), .budget = &limits};
    check_result result;
    check_program(program, &options, &result);
    return result;
}

/* The first thing that the engine of states does takes longer than there is time: it has a turn, but no work. */
static void an_engine_that_has_done_nothing_ends(void **state)
{
    ir_program *program = load("char large[64 << 20]; int main(void) { return large[0]; }");
    (void)state;
    for (int i = 1; i <= TRIES; i++) {
        check_result result = check_within(program, "states", i * 0.0001);
        assert_true(result.verdict == CHECK_UNKNOWN || result.verdict == CHECK_SAFE);
        check_result_clear(&result);
    }
    ir_program_free(program);
}

/* When the time ends while a violation is being replayed or made simple, it is reported, or nothing of it is. */
static void what_was_replayed_is_reported(void **state)
{
    ir_program *program = load("#include <assert.h>\n"
                               "#include <pthread.h>\n"
                               "int x;\n"
                               "static void *add(void *unused)\n"
                               "{\n"
                               "    for (int i = 0; i < 150; i++)\n"
                               "        x = x + 1;\n"
                               "    return unused;\n"
                               "}\n"
                               "int main(void)\n"
                               "{\n"
                               "    pthread_t t[3];\n"
                               "    for (int i = 0; i < 3; i++)\n"
                               "        pthread_create(&t[i], 0, add, 0);\n"
                               "    for (int i = 0; i < 3; i++)\n"
                               "        pthread_join(t[i], 0);\n"
                               "    assert(x == 450);\n"
                               "}\n");
    (void)state;
    for (int i = 1; i <= TRIES; i++) {
        check_result result = check_within(program, "sample", i * 0.002);
        assert_true(result.verdict == CHECK_UNKNOWN || result.verdict == CHECK_VIOLATION);
        assert_int_equal(result.verdict == CHECK_VIOLATION, result.violations.size > 0);
        assert_int_equal(result.verdict == CHECK_VIOLATION, result.message == NULL);
        check_result_clear(&result);
    }
    ir_program_free(program);
}

int main(void)
{
    const struct CMUnitTest TESTS[] = {
        cmocka_unit_test(an_engine_that_has_done_nothing_ends),
        cmocka_unit_test(what_was_replayed_is_reported),
    };
    return cmocka_run_group_tests(TESTS, NULL, NULL);
}
