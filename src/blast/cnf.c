#include "blast/cnf.h"

void cnf_init(cnf *c, const aig *graph, blast_sink sink)
{
    *c = (cnf){.graph = graph, .sink = sink};
}

void cnf_clear(cnf *c)
{
    vec_clear(&c->literals);
    vec_clear(&c->stack);
    vec_clear(&c->inputs);
    vec_clear(&c->pending);
    vec_clear(&c->clause);
}

/* ---- clauses ---- */

static void add_clause(cnf *c, const int *literals, unsigned count)
{
    enum { CLAUSE_WORK = 22 };
    c->clause_count++;
    budget_charge(c->budget, CLAUSE_WORK);
    c->sink.add_clause(c->sink.self, literals, count);
}

#define ADD_CLAUSE(c, ...) add_clause((c), (const int[]){__VA_ARGS__}, sizeof((const int[]){__VA_ARGS__}) / sizeof(int))

static int new_variable(cnf *c)
{
    c->variable_count++;
    return c->sink.new_variable(c->sink.self);
}

int cnf_find_literal(const cnf *c, aig_edge edge)
{
    uint32_t node = aig_node_of(edge);
    int literal = node < c->literals.size ? c->literals.data[node] : 0;
    return aig_is_negated(edge) ? -literal : literal;
}

/* ---- gates ---- */

typedef enum gate_kind { GATE_AND, GATE_XOR, GATE_ITE } gate_kind;

static bool is_negated_and(const aig *graph, aig_edge edge)
{
    return aig_is_negated(edge) && aig_is_and(graph, aig_node_of(edge));
}

/* ~(s & t) & ~(~s & e) is s ? ~t : ~e. */
static bool match_ite(const aig *graph, uint32_t node, aig_edge gate[3])
{
    aig_edge a = graph->nodes.data[node].a, b = graph->nodes.data[node].b;
    if (!is_negated_and(graph, a) || !is_negated_and(graph, b))
        return false;
    const aig_node *x = &graph->nodes.data[aig_node_of(a)], *y = &graph->nodes.data[aig_node_of(b)];
    for (int turn = 0; turn < 4; turn++) {
        aig_edge s = turn & 1 ? x->b : x->a, t = turn & 1 ? x->a : x->b;
        aig_edge not_s = turn & 2 ? y->b : y->a, e = turn & 2 ? y->a : y->b;
        if (not_s == aig_not(s)) {
            gate[0] = s;
            gate[1] = aig_not(t);
            gate[2] = aig_not(e);
            return true;
        }
    }
    return false;
}

/* The edges whose conjunction `root` is, looking through conjunctions that nothing else uses. */
static void collect_conjuncts(cnf *c, uint32_t root)
{
    const aig *graph = c->graph;
    c->pending.size = 0;
    vec_push(&c->pending, graph->nodes.data[root].b);
    vec_push(&c->pending, graph->nodes.data[root].a);
    while (c->pending.size) {
        aig_edge edge = vec_pop(&c->pending);
        uint32_t node = aig_node_of(edge);
        aig_edge unused[3];
        bool is_inner = !aig_is_negated(edge) && aig_is_and(graph, node) && graph->nodes.data[node].parents == 1 &&
                        cnf_find_literal(c, edge) == 0 && !match_ite(graph, node, unused);
        if (is_inner) {
            vec_push(&c->pending, graph->nodes.data[node].b);
            vec_push(&c->pending, graph->nodes.data[node].a);
        } else {
            vec_push(&c->inputs, edge);
        }
    }
}

/* The kind of gate that `node` is, with its inputs in c->inputs. */
static gate_kind find_gate(cnf *c, uint32_t node)
{
    aig_edge gate[3];
    c->inputs.size = 0;
    if (!match_ite(c->graph, node, gate)) {
        collect_conjuncts(c, node);
        return GATE_AND;
    }
    bool is_xor = gate[2] == aig_not(gate[1]);
    vec_append(&c->inputs, gate, is_xor ? 2u : 3u);
    return is_xor ? GATE_XOR : GATE_ITE;
}

static void add_and(cnf *c, int out)
{
    c->clause.size = 0;
    vec_push(&c->clause, out);
    for (uint32_t i = 0; i < c->inputs.size; i++) {
        int in = cnf_find_literal(c, c->inputs.data[i]);
        ADD_CLAUSE(c, -out, in);
        vec_push(&c->clause, -in);
    }
    add_clause(c, c->clause.data, c->clause.size);
}

/* out == (a == b): what match_ite finds is a ? b : ~b. */
static void add_xnor(cnf *c, int out, int a, int b)
{
    ADD_CLAUSE(c, -out, -a, b);
    ADD_CLAUSE(c, -out, a, -b);
    ADD_CLAUSE(c, out, a, b);
    ADD_CLAUSE(c, out, -a, -b);
}

/* The last two clauses are implied, but let the solver propagate before it knows s. */
static void add_ite(cnf *c, int out, int s, int then, int otherwise)
{
    ADD_CLAUSE(c, -out, -s, then);
    ADD_CLAUSE(c, out, -s, -then);
    ADD_CLAUSE(c, -out, s, otherwise);
    ADD_CLAUSE(c, out, s, -otherwise);
    ADD_CLAUSE(c, -out, then, otherwise);
    ADD_CLAUSE(c, out, -then, -otherwise);
}

static void define(cnf *c, uint32_t node, gate_kind kind)
{
    int out = new_variable(c);
    c->literals.data[node] = out;
    const aig_edge *in = c->inputs.data;
    switch (kind) {
    case GATE_AND:
        add_and(c, out);
        break;
    case GATE_XOR:
        add_xnor(c, out, cnf_find_literal(c, in[0]), cnf_find_literal(c, in[1]));
        break;
    case GATE_ITE:
        add_ite(c, out, cnf_find_literal(c, in[0]), cnf_find_literal(c, in[1]), cnf_find_literal(c, in[2]));
        break;
    }
}

/* Gives `node`, which has no literal, one, if those of its gate's inputs are there; else puts them on the stack. */
static void define_or_descend(cnf *c, uint32_t node)
{
    if (node == 0) {
        int truth = new_variable(c);
        ADD_CLAUSE(c, truth);
        c->literals.data[0] = -truth;
        return;
    }
    if (aig_is_input(c->graph, node)) {
        c->literals.data[node] = new_variable(c);
        return;
    }
    gate_kind kind = find_gate(c, node);
    bool is_ready = true;
    for (uint32_t i = 0; i < c->inputs.size; i++)
        if (cnf_find_literal(c, c->inputs.data[i]) == 0) {
            vec_push(&c->stack, aig_node_of(c->inputs.data[i]));
            is_ready = false;
        }
    if (is_ready)
        define(c, node, kind);
}

static bool is_stopped(cnf *c)
{
    enum { STEP_WORK = 3 };
    if (c->nonsense == 0 && budget_charge(c->budget, STEP_WORK))
        c->nonsense = new_variable(c);
    return c->nonsense != 0;
}

int cnf_literal(cnf *c, aig_edge edge)
{
    if (c->literals.size < c->graph->nodes.size)
        vec_resize(&c->literals, c->graph->nodes.size);
    vec_push(&c->stack, aig_node_of(edge));
    while (c->stack.size) {
        if (is_stopped(c))
            return c->nonsense;
        uint32_t node = *vec_last(&c->stack);
        if (c->literals.data[node] == 0)
            define_or_descend(c, node);
        if (c->literals.data[node] != 0 && *vec_last(&c->stack) == node)
            c->stack.size--;
    }
    return cnf_find_literal(c, edge);
}

/* ---- assertions ---- */

/* condition -> a disjunction: the edges below ~edge, negated. */
static void assert_disjunction(cnf *c, int condition, aig_edge edge)
{
    uint32_t node = aig_node_of(edge);
    VEC(aig_edge) conjuncts = {0};
    c->inputs.size = 0;
    collect_conjuncts(c, node);
    vec_append(&conjuncts, c->inputs.data, c->inputs.size);
    VEC(int) clause = {0};
    if (condition)
        vec_push(&clause, -condition);
    for (uint32_t i = 0; i < conjuncts.size; i++)
        vec_push(&clause, -cnf_literal(c, conjuncts.data[i]));
    add_clause(c, clause.data, clause.size);
    vec_clear(&clause);
    vec_clear(&conjuncts);
}

static void add_clause_if(cnf *c, int condition, int a, int b)
{
    if (condition)
        ADD_CLAUSE(c, -condition, a, b);
    else
        ADD_CLAUSE(c, a, b);
}

static void assert_literal(cnf *c, int condition, int literal)
{
    if (condition)
        ADD_CLAUSE(c, -condition, literal);
    else
        ADD_CLAUSE(c, literal);
}

/* condition -> s ? then : otherwise, or its negation. */
static void assert_ite(cnf *c, int condition, const aig_edge gate[3], bool is_negated)
{
    int s = cnf_literal(c, gate[0]);
    int then = cnf_literal(c, gate[1] ^ is_negated), otherwise = cnf_literal(c, gate[2] ^ is_negated);
    add_clause_if(c, condition, -s, then);
    add_clause_if(c, condition, s, otherwise);
}

void cnf_assert(cnf *c, int condition, aig_edge edge)
{
    VEC(aig_edge) todo = {0};
    vec_push(&todo, edge);
    while (todo.size) {
        aig_edge next = vec_pop(&todo);
        uint32_t node = aig_node_of(next);
        aig_edge gate[3];
        if (next == AIG_TRUE)
            continue;
        if (next == AIG_FALSE && condition == 0)
            add_clause(c, NULL, 0);
        else if (next == AIG_FALSE)
            ADD_CLAUSE(c, -condition);
        else if (cnf_find_literal(c, next) != 0 || !aig_is_and(c->graph, node))
            assert_literal(c, condition, cnf_literal(c, next));
        else if (match_ite(c->graph, node, gate))
            assert_ite(c, condition, gate, aig_is_negated(next));
        else if (aig_is_negated(next))
            assert_disjunction(c, condition, next);
        else {
            vec_push(&todo, c->graph->nodes.data[node].b);
            vec_push(&todo, c->graph->nodes.data[node].a);
        }
    }
    vec_clear(&todo);
}
