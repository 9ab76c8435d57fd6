/* Random sequences of calls of the solver, compared with CaDiCaL, always the same ones; see tests/sat/model_test.h. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "sat/model_test.h"

enum { INSTANCES = 5000 };

static void random_calls_agree_with_the_reference(void **state)
{
    (void)state;
    model_test_counts counts = {0};
    for (uint64_t seed = 0; seed < INSTANCES; seed++) {
        const char *finding = model_test_run(seed, false, &counts);
        if (finding)
            fail_msg("seed %lu: %s", (unsigned long)seed, finding);
    }
    /* The test must reach what it is meant to test. */
    assert_true(counts.satisfiable > INSTANCES / 10 && counts.unsatisfiable > INSTANCES / 10);
    assert_true(counts.eliminated && counts.restored && counts.substituted && counts.probed && counts.vivified);
    assert_true(counts.subsumed && counts.strengthened && counts.reduced && counts.lemmas && counts.unknown);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_calls_agree_with_the_reference)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
