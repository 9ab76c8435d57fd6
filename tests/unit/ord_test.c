/* The ordering theory against its definition: small random problems are solved, and all their assignments are tried. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/random.h"
#include "base/vec.h"
#include "ord/ord.h"

enum { MAX_NODES = 8, MAX_LITERALS = 11, INSTANCES = 4000, INITIAL = MAX_NODES };

typedef enum kind { EDGE, RF, WS, FREE } kind;

/* What one literal means. `from` and `to` are nodes; a node holds one access, a write if its number is even. */
typedef struct meaning {
    kind kind;
    uint32_t from, to;
    bool has_edge;
} meaning;

typedef struct problem {
    uint32_t nodes, literals, clauses;
    uint32_t thread[MAX_NODES];
    bool edge[MAX_NODES][MAX_NODES];
    meaning meanings[MAX_LITERALS];
    int clause[32][3];
} problem;

static uint32_t pick(random_source *r, uint32_t count)
{
    return (uint32_t)random_below(r, count);
}

static bool is_write(uint32_t node)
{
    return node % 2 == 0;
}

/* A write or the initial value, and a read or a write that is not in its own thread before it. */
static meaning random_meaning(random_source *r, const problem *p)
{
    meaning m = {.kind = pick(r, 12) == 0 ? FREE : (kind)pick(r, 3), .has_edge = true};
    m.from = pick(r, p->nodes);
    m.to = pick(r, p->nodes);
    if (m.kind == RF || m.kind == WS) {
        m.from = pick(r, 5) == 0 ? INITIAL : m.from & ~1u;
        m.to = m.kind == RF ? m.to | 1 : m.to & ~1u;
        if (m.to >= p->nodes)
            m.to = m.kind == RF ? 1 : 0;
        m.has_edge = m.from != INITIAL && (m.kind == WS || p->thread[m.from] != p->thread[m.to]);
    }
    if (m.from == m.to)
        m.kind = FREE;
    return m;
}

static void make_problem(random_source *r, problem *p)
{
    *p = (problem){.nodes = 4 + pick(r, MAX_NODES - 3), .literals = 3 + pick(r, MAX_LITERALS - 2)};
    uint32_t threads = 2 + pick(r, 2);
    for (uint32_t n = 0; n < p->nodes; n++)
        p->thread[n] = n * threads / p->nodes;
    for (uint32_t n = 0; n < p->nodes; n++)
        for (uint32_t m = n + 1; m < p->nodes; m++)
            p->edge[n][m] = p->thread[n] == p->thread[m] && (pick(r, 3) > 0 || (!is_write(n) && is_write(m)));
    for (uint32_t i = 0; i < p->literals; i++)
        p->meanings[i] = random_meaning(r, p);
    p->clauses = pick(r, 3 * p->literals);
    for (uint32_t i = 0; i < p->clauses && i < 32; i++)
        for (uint32_t k = 0; k < 3; k++) {
            int literal = 1 + (int)pick(r, p->literals);
            p->clause[i][k] = pick(r, 8) == 0 ? -literal : literal;
            if (k > 0 && pick(r, 2) == 0)
                p->clause[i][k] = p->clause[i][0];
        }
    if (p->clauses > 32)
        p->clauses = 32;
}

/* ---- by the definition ---- */

static bool is_acyclic(bool edge[MAX_NODES][MAX_NODES], uint32_t nodes)
{
    bool path[MAX_NODES][MAX_NODES];
    memcpy(path, edge, sizeof path);
    for (uint32_t k = 0; k < nodes; k++)
        for (uint32_t i = 0; i < nodes; i++)
            for (uint32_t j = 0; j < nodes; j++)
                path[i][j] |= path[i][k] && path[k][j];
    for (uint32_t i = 0; i < nodes; i++)
        if (path[i][i])
            return false;
    return true;
}

static bool is_true(uint32_t assignment, uint32_t literal)
{
    return assignment >> literal & 1;
}

static bool is_consistent(const problem *p, uint32_t assignment)
{
    bool edge[MAX_NODES][MAX_NODES];
    memcpy(edge, p->edge, sizeof edge);
    for (uint32_t i = 0; i < p->literals; i++) {
        const meaning *a = &p->meanings[i];
        if (!is_true(assignment, i) || a->kind == FREE)
            continue;
        if (a->has_edge)
            edge[a->from][a->to] = true;
        for (uint32_t k = 0; k < p->literals; k++) {
            const meaning *b = &p->meanings[k];
            if (!is_true(assignment, k) || a->kind != RF)
                continue;
            if (b->kind == RF && b->to == a->to && k != i)
                return false; /* two sources */
            if (b->kind != WS || b->from != a->from)
                continue;
            if (p->thread[b->to] != p->thread[a->to])
                edge[a->to][b->to] = true;
            else if (b->to < a->to)
                return false; /* its own thread has overwritten it */
        }
    }
    return is_acyclic(edge, p->nodes);
}

static bool satisfies_clauses(const problem *p, uint32_t assignment)
{
    for (uint32_t i = 0; i < p->clauses; i++) {
        bool some = false;
        for (uint32_t k = 0; k < 3; k++) {
            int literal = p->clause[i][k];
            some |= is_true(assignment, (uint32_t)(literal > 0 ? literal : -literal) - 1) == (literal > 0);
        }
        if (!some)
            return false;
    }
    return true;
}

static bool has_solution(const problem *p)
{
    for (uint32_t assignment = 0; assignment < 1u << p->literals; assignment++)
        if (satisfies_clauses(p, assignment) && is_consistent(p, assignment))
            return true;
    return false;
}

/* ---- by the solver ---- */

static void tell(ord *o, const problem *p, const uint32_t *writes, const uint32_t *reads)
{
    for (uint32_t i = 0; i < p->literals; i++) {
        const meaning *m = &p->meanings[i];
        int literal = (int)i + 1;
        if (m->kind == EDGE)
            ord_add_edge_if(o, m->from, m->to, literal);
        else if (m->kind == RF)
            ord_add_rf(o, writes[m->from], reads[m->to], literal, m->has_edge);
        else if (m->kind == WS)
            ord_add_ws(o, writes[m->from], writes[m->to], literal, m->has_edge);
    }
}

static uint32_t read_model(const sat_solver *solver, const problem *p)
{
    uint32_t assignment = 0;
    for (uint32_t i = 0; i < p->literals; i++)
        assignment |= (uint32_t)(sat_value(solver, (int)i + 1) > 0) << i;
    return assignment;
}

static void solve(const problem *p, const ord_options *options, bool expected)
{
    sat_solver *solver = sat_new();
    ord *o = ord_new(solver, options);
    uint32_t writes[MAX_NODES + 1], reads[MAX_NODES];
    for (uint32_t i = 0; i < p->literals; i++)
        sat_new_var(solver);
    for (uint32_t n = 0; n < p->nodes; n++) {
        ord_add_node(o);
        if (is_write(n))
            writes[n] = ord_add_write(o, n, p->thread[n], n);
        else
            reads[n] = ord_add_read(o, n, p->thread[n], n, 1);
    }
    writes[INITIAL] = ord_add_write(o, ORD_NONE, ORD_NONE, 0);
    for (uint32_t n = 0; n < p->nodes; n++)
        for (uint32_t m = 0; m < p->nodes; m++)
            if (p->edge[n][m])
                ord_add_edge(o, n, m);
    tell(o, p, writes, reads);
    ord_connect(o);
    for (uint32_t i = 0; i < p->clauses; i++)
        sat_add_clause(solver, p->clause[i], 3);
    sat_result result = sat_solve(solver);
    assert_int_equal(result, expected ? SAT_SATISFIABLE : SAT_UNSATISFIABLE);
    if (expected) {
        assert_true(satisfies_clauses(p, read_model(solver, p)));
        assert_true(is_consistent(p, read_model(solver, p)));
    }
    sat_free(solver);
    ord_free(o);
}

static void agrees_with_the_definition(void **state)
{
    static const ord_options OPTIONS[] = {
        {0}, {.no_unit = true}, {.no_derive = true}, {.tarjan = true}, {.rf_first = true},
    };
    random_source r = random_seeded(1);
    uint32_t solvable = 0;
    (void)state;
    for (uint32_t i = 0; i < INSTANCES; i++) {
        problem p;
        make_problem(&r, &p);
        bool expected = has_solution(&p);
        solvable += expected;
        for (uint32_t k = 0; k < sizeof OPTIONS / sizeof *OPTIONS; k++)
            solve(&p, &OPTIONS[k], expected);
    }
    /* Otherwise the test would say little. */
    assert_in_range(solvable, INSTANCES / 10, INSTANCES - INSTANCES / 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(agrees_with_the_definition)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
