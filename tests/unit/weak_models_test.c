/* `heddle check` agrees with the axioms, evaluated on all executions, on generated programs (support/weak_agrees.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "support/weak_agrees.h"

/* Instrumented programs are slow. */
#ifdef __SANITIZE_ADDRESS__
enum { FIRST_SEED = 50, PROGRAMS = 8, FEW = 2 };
#else
enum { FIRST_SEED = 50, PROGRAMS = 40, FEW = 4 };
#endif

static void agrees_with_the_axioms(void **state)
{
    (void)state;
    weak_agrees_result r = weak_agrees_on_programs(NULL, FIRST_SEED, PROGRAMS, stderr);
    assert_int_equal(r.different, 0);
    /* Otherwise the test would say little. */
    assert_in_range(r.safe, PROGRAMS, 6 * PROGRAMS);
    assert_in_range(r.violations, PROGRAMS / 2, 6 * PROGRAMS);
    assert_in_range(r.open, 0, PROGRAMS / 2);
}

/* Other programs than those of the default. */
static void clocks_agree_with_the_axioms(void **state)
{
    static const char *const ENGINES[] = {"clock", "clock-idl"};
    (void)state;
    for (uint32_t i = 0; i < sizeof ENGINES / sizeof *ENGINES; i++) {
        weak_agrees_result r = weak_agrees_on_programs(ENGINES[i], FIRST_SEED + PROGRAMS, FEW, stderr);
        assert_int_equal(r.different, 0);
        assert_in_range(r.safe + r.violations, FEW, 6 * FEW);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_the_axioms),
        cmocka_unit_test(clocks_agree_with_the_axioms),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
