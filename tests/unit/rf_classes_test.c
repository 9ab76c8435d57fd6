/* The exploration visits all classes of executions of random programs, each of them once (support/classes_compare.h);
 * classes_soak does the same with other seeds for as long as one likes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "support/classes_programs.h"

/* Instrumented programs are slow. */
#ifdef __SANITIZE_ADDRESS__
enum { PROGRAMS = 10, ALONE = 2 };
#else
enum { PROGRAMS = 60, ALONE = 5 };
#endif

enum { FIRST_SEED = 1000000, MAX_VISITED = 4000, BATCH = 30 };

static void compare(const generate_classes_kind *kind, uint64_t first, uint64_t count, uint32_t batch)
{
    classes_setup setup = {.max_visited = MAX_VISITED, .batch = batch};
    classes_result r = classes_compare_programs(kind, first, count, &setup, stderr);
    assert_int_equal(r.programs, count);
    for (uint32_t m = 0; m < MODEL_MACHINE_COUNT; m++) {
        assert_int_equal(r.count[m][CLASSES_DIFFERENT], 0);
        assert_int_equal(r.count[m][CLASSES_REPEATED], 0);
        assert_true(kind->may_refuse || r.count[m][CLASSES_REFUSED] == 0);
        /* Otherwise the test would say little. */
        assert_in_range(r.count[m][CLASSES_SAME], count / 2, count);
    }
}

static void all_classes_are_visited_once(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < GENERATE_CLASSES_KIND_COUNT; i++)
        compare(&GENERATE_CLASSES_KINDS[i], FIRST_SEED, PROGRAMS, BATCH);
}

/* What is known of a variable that no other program has may be more. */
static void so_they_are_of_programs_alone(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < GENERATE_CLASSES_KIND_COUNT; i++)
        compare(&GENERATE_CLASSES_KINDS[i], FIRST_SEED + PROGRAMS, ALONE, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_classes_are_visited_once),
        cmocka_unit_test(so_they_are_of_programs_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
