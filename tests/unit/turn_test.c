/* Work in turns, and budgets that end turns. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/budget.h"
#include "base/turn.h"

enum { ROUNDS = 100, DEPTH = 20000, TURN = 10 };

typedef struct worker {
    turn *turn;
    budget budget;
    int *order; /* what was done by whom, shared */
    int *count;
    int name, done;
} worker;

static void work(void *argument)
{
    worker *w = argument;
    for (; w->done < ROUNDS; w->done++) {
        w->order[(*w->count)++] = w->name;
        turn_back(w->turn);
    }
}

static void turns_alternate(void **state)
{
    int order[2 * ROUNDS] = {0}, count = 0;
    worker a = {.order = order, .count = &count, .name = 1}, b = {.order = order, .count = &count, .name = 2};
    (void)state;
    a.turn = turn_new(work, &a);
    b.turn = turn_new(work, &b);
    bool goes_on = true;
    while (goes_on) {
        bool first = turn_give(a.turn), second = turn_give(b.turn);
        goes_on = first || second;
    }
    assert_int_equal(count, 2 * ROUNDS);
    for (int i = 0; i < count; i++)
        assert_int_equal(order[i], 1 + i % 2);
    assert_false(turn_give(a.turn));
    turn_free(a.turn);
    turn_free(b.turn);
}

static void a_turn_that_never_came_is_freed(void **state)
{
    worker w = {.done = 0};
    (void)state;
    turn_free(turn_new(work, &w));
    turn_free(NULL);
    assert_int_equal(w.done, 0);
}

/* Interrupted at the bottom of a recursion, and gone on with there. */
static int dive(worker *w, int depth)
{
    if (depth == 0) {
        turn_back(w->turn);
        return 0;
    }
    return 1 + dive(w, depth - 1);
}

static void dive_to_the_bottom(void *argument)
{
    worker *w = argument;
    w->done = dive(w, DEPTH);
}

static void recursions_are_interrupted(void **state)
{
    worker w = {.done = -1};
    (void)state;
    w.turn = turn_new(dive_to_the_bottom, &w);
    assert_true(turn_give(w.turn));
    assert_int_equal(w.done, -1);
    assert_false(turn_give(w.turn));
    assert_int_equal(w.done, DEPTH);
    turn_free(w.turn);
}

static void end_turn(void *context)
{
    worker *w = context;
    turn_back(w->turn);
}

static void spend(void *argument)
{
    worker *w = argument;
    while (!budget_spend(&w->budget, 1))
        w->done++;
}

static void budgets_end_turns_after_so_much_work(void **state)
{
    budget whole = {0};
    worker w = {.done = 0};
    (void)state;
    w.budget = budget_part_of(&whole);
    w.budget.end_turn = end_turn;
    w.budget.context = &w;
    w.turn = turn_new(spend, &w);
    for (uint64_t turns = 1; turns <= ROUNDS; turns++) {
        w.budget.turn_end = turns * TURN;
        assert_true(turn_give(w.turn));
        assert_int_equal(w.budget.work, turns * TURN);
    }
    /* The whole is spent: it is told so at its next question, and may be left there. */
    whole.spent = "enough";
    w.budget.turn_end = UINT64_MAX;
    assert_true(turn_give(w.turn));
    assert_string_equal(w.budget.spent, "enough");
    assert_false(turn_give(w.turn));
    turn_free(w.turn);
}

static void budgets_without_limits_are_never_spent(void **state)
{
    budget b = {0};
    (void)state;
    assert_false(budget_is_spent(NULL));
    assert_false(budget_spend(&b, UINT32_MAX));
    assert_int_equal(b.work, UINT32_MAX);
    assert_true(budget_seconds_left(&b) == 0);
}

static void an_interrupt_spends_a_budget_for_good(void **state)
{
    volatile sig_atomic_t interrupt = 0;
    budget b = {.interrupt = &interrupt};
    (void)state;
    assert_false(budget_is_spent(&b));
    interrupt = 1;
    assert_true(budget_is_spent(&b));
    interrupt = 0;
    assert_true(budget_is_spent(&b));
    assert_string_equal(b.spent, "interrupted");
}

static void memory_is_a_limit(void **state)
{
    budget b = {.max_memory = 1};
    (void)state;
    assert_true(budget_is_spent(&b));
    assert_string_equal(b.spent, "out of memory");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(turns_alternate),
        cmocka_unit_test(a_turn_that_never_came_is_freed),
        cmocka_unit_test(recursions_are_interrupted),
        cmocka_unit_test(budgets_end_turns_after_so_much_work),
        cmocka_unit_test(budgets_without_limits_are_never_spent),
        cmocka_unit_test(an_interrupt_spends_a_budget_for_good),
        cmocka_unit_test(memory_is_a_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
