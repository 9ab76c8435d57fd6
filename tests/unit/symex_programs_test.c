/* Both searches agree on the example programs and on those about memory. */
#include <glob.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "support/compare.h"

enum { MAX_STATES = 3000000, MAX_STEPS = 200000 };

/* Programs with a bound of their own: enough for all outcomes, and not too much for this. */
static const struct {
    const char *path;
    uint32_t unwind;
} SPECIAL[] = {
    {"examples/bounded_buffer.c", 1},
    {"examples/ms_queue.c", 3},
    {"tests/programs/memory/queue.c", 3},
};

static void set_bound(const char *path, compare_options *options)
{
    for (size_t i = 0; i < sizeof SPECIAL / sizeof *SPECIAL; i++)
        if (strcmp(path, SPECIAL[i].path) == 0)
            options->unwind = SPECIAL[i].unwind;
}

static void compare_all(const char *pattern)
{
    glob_t files = {0};
    assert_int_equal(glob(pattern, 0, NULL, &files), 0);
    uint32_t bad = 0;
    for (size_t i = 0; i < files.gl_pathc; i++) {
        compare_options options = compare_read_options(files.gl_pathv[i]);
        strbuf report = {0};
        options.max_states = MAX_STATES;
        options.max_steps = MAX_STEPS;
        set_bound(files.gl_pathv[i], &options);
        if (compare_file(files.gl_pathv[i], &options, &report) != COMPARE_EQUAL) {
            fputs(strbuf_text(&report), stderr);
            bad++;
        }
        strbuf_clear(&report);
        free(options.observe);
    }
    globfree(&files);
    assert_int_equal(bad, 0);
}

static void examples(void **state)
{
    (void)state;
    compare_all("examples/*.c");
}

static void memory_programs(void **state)
{
    (void)state;
    compare_all("tests/programs/memory/*.c");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(examples), cmocka_unit_test(memory_programs)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
