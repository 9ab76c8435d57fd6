/* `heddle check` and the machine agree on generated programs, and every violation replays (support/agree.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "property/property.h"
#include "support/agree.h"

/* Instrumented programs are slow. */
#ifdef __SANITIZE_ADDRESS__
enum { FIRST_SEED = 100000, PERCENT = 12, FEW = 3 };
#else
enum { FIRST_SEED = 100000, PERCENT = 50, FEW = 8 };
#endif

enum { OTHER_SEED = 7000000, PART_FOR_OTHERS = 8, PART_FOR_Z3 = 24 /* it takes long to begin */ };
enum { ENOUGH = 20 }; /* programs of which some are safe and some are not */

/* Who can say that no thread runs for ever is not `ord`, and that nothing is lost, not always. */
static const char *engine_for(const family *family)
{
    return family->extra & (property_bit(PROPERTY_LIVENESS) | property_bit(PROPERTY_LOST)) ? NULL : "ord";
}

static void agree(const family *family, uint64_t first, uint64_t count, const ord_options *options)
{
    agree_setup setup = {.engines = engine_for(family), .ord = *options};
    agree_result r = agree_on_programs(family, first, count, &setup, stderr);
    assert_int_equal(r.programs, count);
    assert_int_equal(r.count[AGREE_DIFFERENT], 0);
    /* Otherwise the test would say little. */
    if (count >= ENOUGH) {
        assert_in_range(r.count[AGREE_SAFE], count / 5, 3 * count);
        assert_in_range(r.count[AGREE_VIOLATION], count / 10, 3 * count);
    }
    /* With a fixed bound, many loops are cut. */
    assert_in_range(r.count[AGREE_OPEN], 0, family->unwind ? 2 * count : count / 5 + 1);
}

static void agrees_by_default(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < FAMILY_COUNT; i++)
        agree(&FAMILIES[i], FIRST_SEED, (FAMILIES[i].share * PERCENT + 99) / 100, &(ord_options){0});
}

static void agrees_with_each_switch(void **state)
{
    static const ord_options OPTIONS[] = {
        {.eager_fr = true}, {.no_unit = true},  {.no_derive = true},
        {.tarjan = true},   {.rf_first = true}, {.lazy_ws = true},
    };
    (void)state;
    for (uint32_t i = 0; i < sizeof OPTIONS / sizeof *OPTIONS; i++)
        agree(&FAMILIES[0], FIRST_SEED + FAMILIES[0].share + i * FEW, FEW, &OPTIONS[i]);
}

/* Engines that share the machine's code with what they are compared with, or the encoding with `ord`: a part of the
 * programs is enough. */
static void other_engines_agree(void **state)
{
    static const agree_setup SETUPS[] = {
        {.engines = "states"}, {.engines = "refine"}, {.engines = "clock"}, {.engines = "clock", .clock_idl = true},
        {.engines = "rf"},     {.engines = "satdir"}, {.engines = NULL},
    };
    (void)state;
    for (uint32_t e = 0; e < sizeof SETUPS / sizeof *SETUPS; e++)
        for (uint32_t i = 0; i < FAMILY_COUNT; i++) {
            uint32_t part = SETUPS[e].clock_idl ? PART_FOR_Z3 : PART_FOR_OTHERS;
            uint64_t count = FAMILIES[i].share * PERCENT / 100 / part + 1;
            agree_result r = agree_on_programs(&FAMILIES[i], OTHER_SEED + i * FIRST_SEED, count, &SETUPS[e], stderr);
            assert_int_equal(r.programs, count);
            assert_int_equal(r.count[AGREE_DIFFERENT], 0);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_by_default),
        cmocka_unit_test(agrees_with_each_switch),
        cmocka_unit_test(other_engines_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
