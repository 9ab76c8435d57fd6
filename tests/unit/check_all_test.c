/* `heddle check --all` finds the violations that the machine finds, and no others (support/several.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "support/several.h"

/* Instrumented programs are slow. */
#ifdef __SANITIZE_ADDRESS__
enum { PERCENT = 20 };
#else
enum { PERCENT = 100 };
#endif

enum { FIRST_RACES = 300010 };

static several_result compare(const family *family, uint64_t first, uint32_t count, const char *engines)
{
    several_result r = several_on_programs(family, first, (count * PERCENT + 99) / 100, engines, stderr);
    assert_int_equal(r.different, 0);
    return r;
}

static void all_are_found(void **state)
{
    static const struct {
        const char *engines;
        uint32_t count;
    } ROWS[] = {{NULL, 12}, {"ord", 12}, {"states", 12}, {"rf", 12}, {"refine", 4}, {"clock", 4}, {"satdir", 4}};
    (void)state;
    for (uint32_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        several_result r = compare(&SEVERAL, 1000 * i, ROWS[i].count, ROWS[i].engines);
        /* Otherwise the test would say little. */
        assert_in_range(r.equal, 2 * r.programs, 3 * r.programs);
        assert_in_range(r.many, r.programs / 4, 3 * r.programs);
    }
}

/* In the first of them, races of neighbours lead to others, which the symbolic engines cannot deny. */
static void all_races_are_found(void **state)
{
    static const char *const ENGINES[] = {NULL, "states", "rf", "ord"};
    (void)state;
    for (uint32_t i = 0; i < sizeof ENGINES / sizeof *ENGINES; i++)
        compare(&SEVERAL_RACES, FIRST_RACES, 4, ENGINES[i]);
}

/* Random executions find some. */
static void samples_are_right(void **state)
{
    (void)state;
    several_result r = compare(&SEVERAL, 70000, 5, "sample");
    assert_int_equal(r.equal, 0);
}

/* Deadlocks and the rest of what programs do. */
static void other_programs_agree(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < FAMILY_COUNT; i++)
        if (FAMILIES[i].ignored == NULL && FAMILIES[i].unwind == 0)
            compare(&FAMILIES[i], 80000, 1, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_are_found),
        cmocka_unit_test(all_races_are_found),
        cmocka_unit_test(samples_are_right),
        cmocka_unit_test(other_programs_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
