#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/random.h"
#include "symex/depends.h"
#include "term/evaluate.h"

enum { CONDITIONS = 4, STEPS = 60, READS = 12, ROUNDS = 300 };

/* Random sets, and what is in each of them for one choice of the conditions, as plain bits. */
typedef struct world {
    term_table *terms;
    guards guards;
    depends_table table;
    term conditions[CONDITIONS];
    depends sets[STEPS];
    uint32_t reads[STEPS][1 << CONDITIONS];
} world;

static void add_step(world *w, random_source *random, uint32_t step, uint32_t *reads)
{
    uint32_t a = (uint32_t)random_below(random, step + 1), b = (uint32_t)random_below(random, step + 1);
    uint32_t condition = (uint32_t)random_below(random, CONDITIONS), kind = (uint32_t)random_below(random, 3);
    if (a == step || b == step || kind == 0) {
        bool is_read = *reads < READS;
        w->sets[step] = is_read ? depends_on_read(&w->table, *reads) : DEPENDS_NONE;
        for (uint32_t choice = 0; choice < 1 << CONDITIONS; choice++)
            w->reads[step][choice] = is_read ? UINT32_C(1) << *reads : 0;
        *reads += is_read;
        return;
    }
    w->sets[step] = kind == 1 ? depends_on_both(&w->table, w->sets[a], w->sets[b])
                              : depends_on_choice(&w->table, w->conditions[condition], w->sets[a], w->sets[b]);
    for (uint32_t choice = 0; choice < 1 << CONDITIONS; choice++) {
        bool holds = choice >> condition & 1;
        w->reads[step][choice] =
            kind == 1 ? w->reads[a][choice] | w->reads[b][choice] : w->reads[holds ? a : b][choice];
    }
}

static bool holds(const world *w, term condition, uint32_t choice)
{
    term_evaluation *evaluation = term_evaluation_new(w->terms);
    for (uint32_t i = 0; i < CONDITIONS; i++)
        term_evaluation_assign(evaluation, w->conditions[i], choice >> i & 1);
    bool result = term_evaluate(evaluation, condition) != 0;
    term_evaluation_free(evaluation);
    return result;
}

static void check_set(const world *w, uint32_t step)
{
    depends_list list = {0};
    assert_true(depends_list_reads(&w->table, &w->guards, w->sets[step], TERM_TRUE, UINT32_MAX, &list));
    for (uint32_t choice = 0; choice < 1 << CONDITIONS; choice++) {
        uint32_t found = 0;
        for (uint32_t i = 0; i < list.size; i++) {
            assert_true(i == 0 || list.data[i - 1].event < list.data[i].event);
            if (holds(w, list.data[i].condition, choice))
                found |= UINT32_C(1) << list.data[i].event;
        }
        assert_int_equal(found, w->reads[step][choice]);
    }
    vec_clear(&list);
}

static void sets_are_what_they_were_made_of(void **state)
{
    (void)state;
    random_source random = random_seeded(1);
    for (uint32_t round = 0; round < ROUNDS; round++) {
        world w = {.terms = term_table_new()};
        uint32_t reads = 0;
        w.guards.terms = w.terms;
        for (uint32_t i = 0; i < CONDITIONS; i++)
            w.conditions[i] = term_variable(w.terms, 1, NULL);
        for (uint32_t step = 0; step < STEPS; step++)
            add_step(&w, &random, step, &reads);
        check_set(&w, STEPS - 1);
        check_set(&w, STEPS / 2);
        depends_clear(&w.table);
        guards_clear(&w.guards);
        term_table_free(w.terms);
    }
}

/* Of a set that grows with a loop, the last reads are there without a look at the others. */
static void the_last_reads_come_first(void **state)
{
    (void)state;
    enum { MANY = 100000, MOST = 3 };
    depends_table table = {0};
    guards g = {.terms = term_table_new()};
    depends set = DEPENDS_NONE;
    depends_list list = {0};
    for (uint32_t i = 0; i < MANY; i++)
        set = depends_on_both(&table, set, depends_on_read(&table, i));
    for (uint32_t i = 0; i < MANY; i++) {
        assert_false(depends_list_reads(&table, &g, set, TERM_TRUE, MOST, &list));
        assert_int_equal(list.size, MOST);
        assert_int_equal(list.data[0].event, MANY - MOST);
    }
    assert_true(depends_list_reads(&table, &g, set, TERM_TRUE, UINT32_MAX, &list));
    assert_int_equal(list.size, MANY);
    vec_clear(&list);
    depends_clear(&table);
    guards_clear(&g);
    term_table_free(g.terms);
}

/* What is added again, or chosen between itself, makes nothing new. */
static void nothing_new_takes_no_node(void **state)
{
    (void)state;
    depends_table table = {0};
    depends a = depends_on_read(&table, 1), b = depends_on_read(&table, 2), both = depends_on_both(&table, a, b);
    uint32_t size = table.nodes.size;
    assert_int_equal(depends_on_both(&table, a, a), a);
    assert_int_equal(depends_on_both(&table, DEPENDS_NONE, b), b);
    assert_int_equal(depends_on_both(&table, both, b), both);
    assert_int_equal(depends_on_both(&table, b, both), both);
    assert_int_equal(depends_on_choice(&table, TERM_TRUE, a, b), a);
    assert_int_equal(depends_on_choice(&table, TERM_FALSE, a, b), b);
    assert_int_equal(table.nodes.size, size);
    depends_clear(&table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sets_are_what_they_were_made_of),
        cmocka_unit_test(the_last_reads_come_first),
        cmocka_unit_test(nothing_new_takes_no_node),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
