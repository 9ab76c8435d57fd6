/* `heddle check` agrees with the axioms, evaluated on all executions, on generated programs (support/weak_agrees.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "support/weak_agrees.h"

/* Instrumented programs are slow. */
#ifdef __SANITIZE_ADDRESS__
enum { FIRST_SEED = 50, PROGRAMS = 8 };
#else
enum { FIRST_SEED = 50, PROGRAMS = 40 };
#endif

static void agrees_with_the_axioms(void **state)
{
    (void)state;
    weak_agrees_result r = weak_agrees_on_programs(FIRST_SEED, PROGRAMS, stderr);
    assert_int_equal(r.different, 0);
    /* Otherwise the test would say little. */
    assert_in_range(r.safe, PROGRAMS, 6 * PROGRAMS);
    assert_in_range(r.violations, PROGRAMS / 2, 6 * PROGRAMS);
    assert_in_range(r.open, 0, PROGRAMS / 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(agrees_with_the_axioms)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
