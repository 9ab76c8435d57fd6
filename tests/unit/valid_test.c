/* The functions that check whole structures accept what is right, and notice what is not. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ord/graph.h"
#include "sat/solver.h"

static void a_broken_solver_is_noticed(void **state)
{
    (void)state;
    sat_solver *s = sat_new();
    for (int v = 1; v < 20; v++)
        sat_add_clause(s, (int[]){v, -(v + 1), v + 2}, 3);
    sat_add_clause(s, (int[]){1, 2}, 2);
    assert_true(sat_is_valid(s));
    assert_int_equal(sat_solve(s), SAT_SATISFIABLE);
    assert_true(sat_is_valid(s));

    lit watched = clause_at(s, s->clauses.data[0])->lits[0];
    s->watches[watched].size--;
    assert_false(sat_is_valid(s));
    s->watches[watched].size++;

    s->values[0] = 1;
    assert_false(sat_is_valid(s));
    s->values[0] = 0;

    s->seen[3] = SEEN;
    assert_false(sat_is_valid(s));
    s->seen[3] = 0;

    s->irredundant++;
    assert_false(sat_is_valid(s));
    s->irredundant--;
    assert_true(sat_is_valid(s));
    sat_free(s);
}

static void a_broken_graph_is_noticed(void **state)
{
    (void)state;
    graph g = {.node_count = 4};
    vec_push(&g.static_edges, (graph_pair){0, 1});
    vec_push(&g.static_edges, (graph_pair){2, 3});
    graph_finish(&g);
    assert_true(graph_fits(&g, 1, 2));
    graph_push(&g, 1, 2, 5, 0);
    assert_true(graph_is_valid(&g));
    assert_false(graph_fits(&g, 3, 0));
    assert_true(graph_is_valid(&g));

    uint32_t level = g.level[3];
    g.level[3] = 0;
    assert_false(graph_is_valid(&g));
    g.level[3] = level;

    g.last_out[0] = 0;
    assert_false(graph_is_valid(&g));
    g.last_out[0] = GRAPH_NONE;

    graph_pop(&g);
    assert_true(graph_is_valid(&g));
    graph_clear(&g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_broken_solver_is_noticed),
        cmocka_unit_test(a_broken_graph_is_noticed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
