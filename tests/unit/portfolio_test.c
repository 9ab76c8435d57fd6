/* Whose turn it is, and how much that costs whoever has the answer. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "engine/engine.h"
#include "engine/portfolio.h"

enum { LITTLE = 6000000, MUCH = 1000000000 };

/* Shares the work until the one that needs `enough` has done that. Returns what all have done. */
static uint64_t share(portfolio_share *shares, uint32_t count, uint32_t best, uint64_t enough)
{
    uint64_t all = 0;
    while (shares[best].work < enough) {
        uint32_t next = portfolio_next(shares, count);
        uint64_t turn = portfolio_turn(&shares[next]);
        shares[next].work += turn;
        all += turn;
    }
    return all;
}

static void equals_share_equally(void **state)
{
    (void)state;
    for (uint64_t enough = 1000; enough < MUCH; enough *= 7)
        for (uint32_t best = 0; best < 2; best++) {
            portfolio_share shares[] = {{.price = 1}, {.price = 1}};
            uint64_t all = share(shares, 2, best, enough);
            /* Twice the work of the best, and its last turn. */
            portfolio_share last = {.work = enough};
            assert_true(all <= 2 * enough + 3 * portfolio_turn(&last));
        }
}

static void what_costs_more_gets_less(void **state)
{
    portfolio_share shares[] = {{.price = 8}, {.price = 1}, {.price = 1}};
    (void)state;
    assert_int_equal(portfolio_next(shares, 3), 0);
    share(shares, 3, 1, LITTLE);
    assert_in_range(shares[0].work, LITTLE / 9, LITTLE / 6);
    assert_in_range(shares[2].work, LITTLE / 10 * 8, LITTLE / 10 * 12);
    share(shares, 3, 1, MUCH);
    assert_in_range(shares[0].work, MUCH / 35, MUCH / 29);
    assert_in_range(shares[2].work, MUCH / 10 * 9, MUCH / 10 * 11);
}

/* With all engines that take part by themselves, twice the work of the better of two is hardly exceeded. */
static void others_cost_little(void **state)
{
    portfolio_share shares[ENGINE_COUNT];
    uint32_t count = 0, best = 0;
    (void)state;
    for (uint32_t i = 0; i < ENGINE_COUNT; i++)
        if (!engine_at(i)->is_extra) {
            best = engine_at(i)->price == 1 ? count : best;
            shares[count++] = (portfolio_share){.price = engine_at(i)->price};
        }
    assert_in_range(share(shares, count, best, MUCH), 2.0 * MUCH, 2.06 * MUCH);
}

static void who_has_ended_gets_no_turn(void **state)
{
    portfolio_share shares[] = {{.price = 1, .has_ended = true}, {.price = 1, .work = MUCH}};
    (void)state;
    assert_int_equal(portfolio_next(shares, 2), 1);
    shares[1].has_ended = true;
    assert_int_equal(portfolio_next(shares, 2), 2);
}

static void engines_are_found_by_name(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < ENGINE_COUNT; i++) {
        assert_int_equal(engine_index(engine_at(i)->name), i);
        assert_true(engine_at(i)->price > 0);
        assert_non_null(engine_at(i)->run);
    }
    assert_int_equal(engine_index("ord,states"), engine_index("ord"));
    assert_int_equal(engine_index("or"), ENGINE_COUNT);
    assert_int_equal(engine_index(""), ENGINE_COUNT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equals_share_equally),      cmocka_unit_test(what_costs_more_gets_less),
        cmocka_unit_test(others_cost_little),        cmocka_unit_test(who_has_ended_gets_no_turn),
        cmocka_unit_test(engines_are_found_by_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
