/* Both searches agree on the example programs, the litmus tests that stand for many, and those about memory. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>

#include "support/compare.h"

enum { MAX_STATES = 3000000, MAX_STEPS = 300000 };

/* Programs whose loops need a bound below the usual one, and those that are too large for either search: of these
 * last, nothing is asked. */
static const struct {
    const char *name;
    uint32_t unwind; /* 0: skip */
} SPECIAL[] = {
    {"bounded_buffer", 0},
    {"ms_queue", 0},
};

static bool is_special(const char *path, uint32_t *unwind)
{
    for (size_t i = 0; i < sizeof SPECIAL / sizeof *SPECIAL; i++)
        if (strstr(path, SPECIAL[i].name)) {
            *unwind = SPECIAL[i].unwind;
            return true;
        }
    return false;
}

static void compare_all(const char *pattern)
{
    glob_t files = {0};
    assert_int_equal(glob(pattern, 0, NULL, &files), 0);
    uint32_t compared = 0, bad = 0;
    for (size_t i = 0; i < files.gl_pathc; i++) {
        compare_options options = compare_read_options(files.gl_pathv[i]);
        strbuf report = {0};
        options.max_states = MAX_STATES;
        options.max_steps = MAX_STEPS;
        if (!is_special(files.gl_pathv[i], &options.unwind) || options.unwind > 0) {
            compare_verdict verdict = compare_file(files.gl_pathv[i], &options, &report);
            compared++;
            bad += verdict > COMPARE_BOUNDED;
            if (verdict > COMPARE_BOUNDED)
                fputs(strbuf_text(&report), stderr);
        }
        strbuf_clear(&report);
        free(options.observe);
    }
    globfree(&files);
    assert_int_not_equal(compared, 0);
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
