/* The functions that check whole structures accept what is right, and notice what is not. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "frontend/frontend.h"
#include "memory/graph.h"
#include "memory/ws.h"
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

typedef struct loaded {
    ir_program *program;
    symex *s;
    memory *m;
} loaded;

static loaded load(const char *path)
{
    diag d = {0};
    frontend_options options = {.files = &path, .file_count = 1};
    symex_options so = {.unwind = 2};
    loaded l = {.program = frontend_load(&options, &d)};
    assert_non_null(l.program);
    l.s = symex_run(l.program, &so, &d);
    assert_non_null(l.s);
    l.m = memory_new(l.s, &d);
    assert_non_null(l.m);
    return l;
}

static void unload(loaded *l)
{
    memory_free(l->m);
    symex_free(l->s);
    ir_program_free(l->program);
}

/* Breaks the number, sees it noticed, and mends it. */
#define BREAK(place, value, is_valid)                                                                                  \
    do {                                                                                                               \
        uint32_t was = (place);                                                                                        \
        (place) = (value);                                                                                             \
        assert_false(is_valid);                                                                                        \
        (place) = was;                                                                                                 \
        assert_true(is_valid);                                                                                         \
    } while (0)

static void a_broken_execution_is_noticed(void **state)
{
    (void)state;
    loaded l = load("examples/bounded_buffer.c");
    symex *s = l.s;
    assert_true(symex_is_valid(s));
    symex_thread *last = vec_last(&s->threads);
    BREAK(last->events.data[1], last->events.data[2], symex_is_valid(s));
    BREAK(last->begin, last->events.data[1], symex_is_valid(s));
    BREAK(last->start, last->begin, symex_is_valid(s));
    BREAK(last->events.size, last->events.size - 1, symex_is_valid(s));
    BREAK(s->joins.data[0].event, s->events.size, symex_is_valid(s));
    BREAK(s->sections.data[1].outer, 1, symex_is_valid(s));
    BREAK(s->block_count, 1, symex_is_valid(s));
    BREAK(s->claims.data[0].position, s->events.size + 1, symex_is_valid(s));
    unload(&l);
}

static uint32_t find_access(const memory *m, bool is_write)
{
    uint32_t a = 0;
    while (m->accesses.data[a].is_write != is_write)
        a++;
    return a;
}

static void broken_relations_are_noticed(void **state)
{
    (void)state;
    loaded l = load("examples/peterson.c");
    memory *m = l.m;
    memory_graph *graph = memory_graph_new(m, &MODEL_SC);
    memory_candidates *c = memory_find_candidates(m, &MODEL_SC, true);
    memory_ws *ws = memory_find_ws(m, c, &MODEL_SC);
    uint32_t read = find_access(m, false), write = find_access(m, true);

    assert_true(memory_is_valid(m));
    BREAK(m->accesses.data[read].cell_count, 0, memory_is_valid(m));
    BREAK(m->accesses.data[read].event, m->accesses.data[write].event, memory_is_valid(m));
    BREAK(m->may.data[0], m->cells.size, memory_is_valid(m));

    assert_true(memory_candidates_are_valid(m, c));
    BREAK(c->reads.data[0].count, 0, memory_candidates_are_valid(m, c));
    BREAK(c->reads.data[0].access, write, memory_candidates_are_valid(m, c));
    BREAK(c->candidates.data[0].write, read, memory_candidates_are_valid(m, c));

    assert_true(memory_ws_is_valid(m, ws));
    BREAK(ws->pairs.data[0].other, ws->pairs.data[0].write, memory_ws_is_valid(m, ws));
    BREAK(ws->pairs.data[0].write, read, memory_ws_is_valid(m, ws));

    assert_true(memory_graph_is_valid(m, graph));
    BREAK(graph->edges.data[0].from, graph->node_count, memory_graph_is_valid(m, graph));
    BREAK(graph->edges.data[0].to, graph->edges.data[0].from, memory_graph_is_valid(m, graph));
    memory_ws_free(ws);
    memory_candidates_free(c);
    memory_graph_free(graph);
    unload(&l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_broken_solver_is_noticed),
        cmocka_unit_test(a_broken_graph_is_noticed),
        cmocka_unit_test(a_broken_execution_is_noticed),
        cmocka_unit_test(broken_relations_are_noticed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
