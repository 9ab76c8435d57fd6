#include "sat/acyclic.h"

void acyclic_init(acyclic_theory *t, uint64_t seed)
{
    *t = (acyclic_theory){.random = random_seeded(seed)};
}

void acyclic_clear(acyclic_theory *t)
{
    vec_clear(&t->edges);
    vec_clear(&t->trail);
    vec_clear(&t->clause);
}

void acyclic_add_edge(acyclic_theory *t, int variable, unsigned from, unsigned to)
{
    vec_push(&t->edges, (acyclic_edge){.variable = variable, .from = from, .to = to});
}

static uint32_t edge_of(const acyclic_theory *t, int variable)
{
    for (uint32_t i = 0; i < t->edges.size; i++)
        if (t->edges.data[i].variable == variable)
            return i;
    return UINT32_MAX;
}

/* A path from node `from` to node `to` over present edges told before `time`: its edges' negated literals are
 * appended to the clause. */
static bool find_path(acyclic_theory *t, unsigned from, unsigned to, unsigned time)
{
    uint32_t via[ACYCLIC_NODES];
    bool reached[ACYCLIC_NODES] = {false};
    unsigned queue[ACYCLIC_NODES], head = 0, tail = 0;
    reached[from] = true;
    queue[tail++] = from;
    while (head < tail && !reached[to]) {
        unsigned node = queue[head++];
        for (uint32_t i = 0; i < t->edges.size; i++) {
            const acyclic_edge *e = &t->edges.data[i];
            if (e->from != node || e->value <= 0 || e->told >= time || reached[e->to])
                continue;
            reached[e->to] = true;
            via[e->to] = i;
            queue[tail++] = e->to;
        }
    }
    if (!reached[to])
        return false;
    for (unsigned node = to; node != from; node = t->edges.data[via[node]].from)
        vec_push(&t->clause, -t->edges.data[via[node]].variable);
    return true;
}

static void told(void *self, int literal, uint32_t level)
{
    acyclic_theory *t = self;
    uint32_t i = edge_of(t, abs(literal));
    if (i == UINT32_MAX)
        return;
    acyclic_edge *e = &t->edges.data[i];
    if (e->value)
        t->broken = "a literal was told twice";
    if (t->trail.size && vec_last(&t->trail)->level > level)
        t->broken = "literals were told out of order";
    e->value = literal > 0 ? 1 : -1;
    e->told = t->trail.size;
    vec_push(&t->trail, (acyclic_told){i, level});
}

static void backtrack(void *self, uint32_t level)
{
    acyclic_theory *t = self;
    while (t->trail.size && vec_last(&t->trail)->level > level)
        t->edges.data[vec_pop(&t->trail).edge].value = 0;
}

/* Rules out the cycle in the clause. */
static void refute(acyclic_theory *t, sat_solver *solver)
{
    bool keep = random_below(&t->random, 2);
    if (!t->split || t->clause.size < 2) {
        sat_theory_clause(solver, t->clause.data, t->clause.size, keep);
        return;
    }
    int fresh = sat_new_var(solver);
    if (random_below(&t->random, 2))
        sat_observe(solver, fresh);
    uint32_t half = 1 + (uint32_t)random_below(&t->random, t->clause.size - 1);
    VEC(int) part = {0};
    vec_push(&part, fresh);
    vec_append(&part, t->clause.data, half);
    t->splitting = true;
    sat_theory_clause(solver, part.data, part.size, true);
    part.data[0] = -fresh;
    part.size = 1;
    vec_append(&part, t->clause.data + half, t->clause.size - half);
    sat_theory_clause(solver, part.data, part.size, true);
    t->splitting = false;
    vec_clear(&part);
}

/* Refutes cycles of present edges, each edge's at most once; true if there are any. */
static bool refute_cycles(acyclic_theory *t, sat_solver *solver)
{
    bool found = false;
    for (uint32_t i = 0; i < t->edges.size; i++) {
        acyclic_edge *e = &t->edges.data[i];
        if (e->value <= 0 || (found && random_below(&t->random, 2)))
            continue;
        t->clause.size = 0;
        vec_push(&t->clause, -e->variable);
        if (!find_path(t, e->to, e->from, UINT32_MAX))
            continue;
        refute(t, solver);
        found = true;
    }
    return found;
}

static void propagate_absent_edges(acyclic_theory *t, sat_solver *solver)
{
    for (uint32_t i = 0; i < t->edges.size; i++) {
        acyclic_edge *e = &t->edges.data[i];
        t->clause.size = 0;
        if (e->value == 0 && find_path(t, e->to, e->from, UINT32_MAX)) {
            e->propagated = t->trail.size;
            sat_theory_propagate(solver, -e->variable);
        }
    }
}

static void pick_cycle(void *self, const int *literals, unsigned count)
{
    acyclic_theory *t = self;
    if (t->clause.size == 0 || random_below(&t->random, 3) == 0) {
        t->clause.size = 0;
        vec_append(&t->clause, literals, count);
    }
}

static void propagate(void *self, sat_solver *solver)
{
    acyclic_theory *t = self;
    if (t->lazy)
        return;
    if (t->chatter && t->edges.size && random_below(&t->random, 8) == 0) {
        t->clause.size = 0;
        acyclic_each_cycle(t, pick_cycle, t);
        if (t->clause.size)
            sat_theory_clause(solver, t->clause.data, t->clause.size, random_below(&t->random, 2));
    }
    if (!refute_cycles(t, solver) && t->propagate_edges)
        propagate_absent_edges(t, solver);
}

static unsigned explain(void *self, int literal, const int **literals)
{
    acyclic_theory *t = self;
    const acyclic_edge *e = &t->edges.data[edge_of(t, abs(literal))];
    t->clause.size = 0;
    vec_push(&t->clause, literal);
    if (!find_path(t, e->to, e->from, e->propagated))
        t->broken = "asked to explain what was not propagated";
    *literals = t->clause.data;
    return t->clause.size;
}

static bool final_check(void *self, sat_solver *solver)
{
    acyclic_theory *t = self;
    for (uint32_t i = 0; i < t->edges.size; i++)
        if (t->edges.data[i].value != sat_theory_value(solver, t->edges.data[i].variable) || !t->edges.data[i].value)
            t->broken = "final check before all literals were told";
    return !refute_cycles(t, solver);
}

static int decide(void *self, const sat_solver *solver)
{
    acyclic_theory *t = self;
    if (!t->decide || t->edges.size == 0 || random_below(&t->random, 3) == 0)
        return 0;
    const acyclic_edge *e = &t->edges.data[random_below(&t->random, t->edges.size)];
    if (sat_theory_value(solver, e->variable))
        return 0;
    return random_below(&t->random, 2) ? e->variable : -e->variable;
}

static void justify(void *self, const int *literals, unsigned count, FILE *proof)
{
    acyclic_theory *t = self;
    (void)literals;
    (void)count;
    fputs(t->splitting ? "split" : "cycle", proof);
}

sat_theory acyclic_table(acyclic_theory *t)
{
    return (sat_theory){t, told, backtrack, propagate, explain, final_check, decide, justify};
}

/* ---------------------------------------------------------------------------------------- the same, brute force */

typedef struct cycle_search {
    acyclic_theory *t;
    void (*found)(void *state, const int *literals, unsigned count);
    void *state;
    bool visited[ACYCLIC_NODES];
    VEC(int) path;
} cycle_search;

static void search_paths(cycle_search *c, unsigned node, unsigned goal)
{
    if (node == goal) {
        c->found(c->state, c->path.data, c->path.size);
        return;
    }
    if (c->visited[node])
        return;
    c->visited[node] = true;
    for (uint32_t i = 0; i + 1 < c->t->edges.size; i++) {
        const acyclic_edge *e = &c->t->edges.data[i];
        if (e->from != node)
            continue;
        vec_push(&c->path, -e->variable);
        search_paths(c, e->to, goal);
        c->path.size--;
    }
    c->visited[node] = false;
}

void acyclic_each_cycle(acyclic_theory *t, void (*found)(void *state, const int *literals, unsigned count), void *state)
{
    cycle_search c = {.t = t, .found = found, .state = state};
    const acyclic_edge *last = vec_last(&t->edges);
    vec_push(&c.path, -last->variable);
    search_paths(&c, last->to, last->from);
    vec_clear(&c.path);
}

bool acyclic_has_cycle(const acyclic_theory *t, bool (*chosen)(const void *state, int variable), const void *state)
{
    bool reach[ACYCLIC_NODES][ACYCLIC_NODES] = {{false}};
    for (uint32_t i = 0; i < t->edges.size; i++)
        if (chosen(state, t->edges.data[i].variable))
            reach[t->edges.data[i].from][t->edges.data[i].to] = true;
    for (unsigned k = 0; k < ACYCLIC_NODES; k++)
        for (unsigned i = 0; i < ACYCLIC_NODES; i++)
            for (unsigned j = 0; j < ACYCLIC_NODES; j++)
                reach[i][j] |= reach[i][k] && reach[k][j];
    for (unsigned i = 0; i < ACYCLIC_NODES; i++)
        if (reach[i][i])
            return true;
    return false;
}
