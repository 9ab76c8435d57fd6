/* Reasons: paths of least width, where the width of a path is the number of literals on its edges. Static edges cost
 * nothing, so this is a breadth-first search by width: O(edges + widths). */
#include "ord/state.h"

enum {
    MAX_CLAUSES = 8, /* of one cycle */
    MAX_WIDTH = 2,   /* of one edge */
};

typedef struct search {
    ord *o;
    uint32_t goal, edges;
    id_list layers[MAX_WIDTH + 1]; /* nodes to look at, by width modulo their number */
} search;

static uint32_t width_of(const ord *o, uint32_t edge)
{
    if (edge == GRAPH_NONE)
        return 0;
    const int *reason = o->graph.edges.data[edge].reason;
    return (reason[0] != 0) + (reason[1] != 0);
}

static bool is_reached(const ord *o, uint32_t node)
{
    return o->distance_stamp.data[node] == o->distance_now;
}

static void reach(search *s, uint32_t node, uint32_t width)
{
    ord *o = s->o;
    /* No path to the goal leads through a higher level. */
    if (o->graph.level[node] > o->graph.level[s->goal] && !o->graph.searches_all)
        return;
    if (is_reached(o, node) && o->distance.data[node] <= width)
        return;
    o->distance_stamp.data[node] = o->distance_now;
    o->distance.data[node] = width;
    vec_push(&s->layers[width % (MAX_WIDTH + 1)], node);
}

/* Sets distances from `start` until the goal's is known. */
static void search_widths(ord *o, uint32_t start, uint32_t goal, uint32_t edges)
{
    search s = {.o = o, .goal = goal, .edges = edges};
    vec_resize(&o->distance, o->graph.node_count);
    vec_resize(&o->distance_stamp, o->graph.node_count);
    o->distance_now++;
    reach(&s, start, 0);
    for (uint32_t width = 0, empty = 0; empty <= MAX_WIDTH; width++) {
        id_list *layer = &s.layers[width % (MAX_WIDTH + 1)];
        empty = layer->size ? 0 : empty + 1;
        for (uint32_t i = 0; i < layer->size; i++) {
            uint32_t node = layer->data[i], edge;
            if (o->distance.data[node] != width)
                continue;
            graph_walk walk = graph_walk_out(&o->graph, node);
            for (uint32_t n; (n = graph_next_out(&o->graph, &walk, &edge)) != GRAPH_NONE;)
                if (edge == GRAPH_NONE || edge < edges)
                    reach(&s, n, width + width_of(o, edge));
        }
        layer->size = 0;
        if (is_reached(o, goal) && o->distance.data[goal] <= width)
            break;
    }
    for (uint32_t i = 0; i <= MAX_WIDTH; i++)
        vec_clear(&s.layers[i]);
    assert(is_reached(o, goal));
}

/* Appends the negated literals of the edge. */
static void add_reason(const ord *o, uint32_t edge, literal_list *clause)
{
    for (uint32_t i = 0; edge != GRAPH_NONE && i < GRAPH_REASONS; i++)
        if (o->graph.edges.data[edge].reason[i])
            vec_push(clause, -o->graph.edges.data[edge].reason[i]);
}

/* An edge into `node` on a path of least width. */
static uint32_t step_back(const ord *o, uint32_t node, uint32_t edges, uint32_t *via)
{
    graph_walk walk = graph_walk_in(&o->graph, node);
    for (uint32_t n; (n = graph_next_in(&o->graph, &walk, via)) != GRAPH_NONE;)
        if ((*via == GRAPH_NONE || *via < edges) && is_reached(o, n) &&
            o->distance.data[n] + width_of(o, *via) == o->distance.data[node])
            return n;
    return GRAPH_NONE;
}

void ord_explain_path(ord *o, uint32_t start, uint32_t goal, uint32_t edges)
{
    search_widths(o, start, goal, edges);
    for (uint32_t node = goal; node != start;) {
        uint32_t edge;
        node = step_back(o, node, edges, &edge);
        assert(node != GRAPH_NONE);
        add_reason(o, edge, &o->clause);
    }
}

/* ---- all of least width ---- */

typedef struct back_frame {
    uint32_t node, clause_size;
    graph_walk walk;
} back_frame;

/* Is the clause in o->clause one of those already given? They are kept one after another, each behind its size. */
static bool is_given(const ord *o, const id_list *given)
{
    for (uint32_t at = 0; at < given->size; at += given->data[at] + 1) {
        uint32_t same = 0;
        for (uint32_t i = 0; i < o->clause.size; i++)
            for (uint32_t k = 0; k < given->data[at]; k++)
                same += given->data[at + 1 + k] == (uint32_t)o->clause.data[i];
        if (given->data[at] == o->clause.size && same == o->clause.size)
            return true;
    }
    return false;
}

static void drop_repeated(ord *o)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < o->clause.size; i++) {
        bool is_new = true;
        for (uint32_t k = 0; k < kept && is_new; k++)
            is_new = o->clause.data[k] != o->clause.data[i];
        if (is_new)
            o->clause.data[kept++] = o->clause.data[i];
    }
    o->clause.size = kept;
}

/* The path is complete. Returns true if its clause is new. */
static bool give_clause(ord *o, id_list *given)
{
    drop_repeated(o);
    if (is_given(o, given))
        return false;
    vec_push(given, o->clause.size);
    for (uint32_t i = 0; i < o->clause.size; i++)
        vec_push(given, (uint32_t)o->clause.data[i]);
    LOG_CALL(log_numbers("ord", "conflict", o->clause.data, o->clause.size));
    sat_theory_clause(o->solver, o->clause.data, o->clause.size, false);
    o->stats.conflict_clauses++;
    o->stats.conflict_width += o->clause.size;
    return true;
}

void ord_explain_cycle(ord *o, uint32_t from, uint32_t to, int reason1, int reason2)
{
    VEC(back_frame) stack = {0};
    literal_list prefix = {0};
    id_list given = {0};
    uint32_t clauses = 0, tries = 0, edges = o->graph.edges.size;
    search_widths(o, to, from, edges);
    if (reason1)
        vec_push(&prefix, -reason1);
    if (reason2)
        vec_push(&prefix, -reason2);
    vec_push(&stack, (back_frame){from, prefix.size, graph_walk_in(&o->graph, from)});
    while (stack.size > 0 && clauses < MAX_CLAUSES && tries < 4 * MAX_CLAUSES) {
        back_frame *top = vec_last(&stack);
        if (top->node == to) {
            o->clause.size = 0;
            for (uint32_t i = 0; i < prefix.size; i++)
                vec_push(&o->clause, prefix.data[i]);
            clauses += give_clause(o, &given);
            tries++;
            prefix.size = top->clause_size;
            stack.size--;
            continue;
        }
        uint32_t edge, n = graph_next_in(&o->graph, &top->walk, &edge);
        prefix.size = top->clause_size;
        if (n == GRAPH_NONE) {
            stack.size--;
            continue;
        }
        if (!is_reached(o, n) || o->distance.data[n] + width_of(o, edge) != o->distance.data[top->node])
            continue;
        add_reason(o, edge, &prefix);
        vec_push(&stack, (back_frame){n, prefix.size, graph_walk_in(&o->graph, n)});
    }
    assert(clauses > 0);
    vec_clear(&stack);
    vec_clear(&prefix);
    vec_clear(&given);
}
