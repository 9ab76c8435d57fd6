/* `heddle check` and the machine agree on generated programs, and every violation replays (support/agree.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "support/agree.h"

/* Instrumented programs are slow. */
#ifdef __SANITIZE_ADDRESS__
enum { FIRST_SEED = 100000, PROGRAMS = 30, FEW = 5 };
#else
enum { FIRST_SEED = 100000, PROGRAMS = 150, FEW = 25 };
#endif

static void agree(uint64_t first, uint64_t count, const ord_options *options)
{
    agree_result r = agree_on_programs(first, count, options, stderr);
    assert_int_equal(r.programs, count);
    assert_int_equal(r.count[AGREE_DIFFERENT], 0);
    /* Otherwise the test would say little. */
    assert_in_range(r.count[AGREE_SAFE], count, 3 * count);
    assert_in_range(r.count[AGREE_VIOLATION], count / 10, 3 * count);
    assert_in_range(r.count[AGREE_OPEN], 0, count / 5 + 1);
}

static void agrees_by_default(void **state)
{
    (void)state;
    agree(FIRST_SEED, PROGRAMS, &(ord_options){0});
}

static void agrees_with_each_switch(void **state)
{
    static const ord_options OPTIONS[] = {
        {.eager_fr = true}, {.no_unit = true},  {.no_derive = true},
        {.tarjan = true},   {.rf_first = true}, {.lazy_ws = true},
    };
    (void)state;
    for (uint32_t i = 0; i < sizeof OPTIONS / sizeof *OPTIONS; i++)
        agree(FIRST_SEED + PROGRAMS + i * FEW, FEW, &OPTIONS[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_by_default),
        cmocka_unit_test(agrees_with_each_switch),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
