/* Both searches agree on generated programs; symex_soak does the same with other seeds for as long as one likes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "support/random_programs.h"

enum { FIRST_SEED = 1, PROGRAMS = 100, MOST_GIVEN_UP = 5 };

static void outcomes_are_those_of_the_axioms(void **state)
{
    (void)state;
    random_programs_result r = random_programs_compare(FIRST_SEED, PROGRAMS, stderr);
    assert_int_equal(r.total, PROGRAMS);
    assert_int_equal(r.count[COMPARE_DIFFERENT], 0);
    assert_in_range(r.count[COMPARE_GAVE_UP], 0, MOST_GIVEN_UP);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(outcomes_are_those_of_the_axioms)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
