/* A directed graph that stays acyclic while edges are added and taken away again.
 *
 * Static edges are there for good. Dynamic edges form a stack: the last one added is the first to go. Each carries up
 * to two literals, its reason.
 *
 * Every node has a level such that no edge leads to a lower one (a pseudo-topological order). A new edge u -> v with
 * level(u) < level(v) closes no cycle; otherwise two searches, backwards from u along nodes of its level and forwards
 * from v through nodes whose level must rise, find a cycle or repair the levels (Bender, Fineman, Gilbert and Tarjan,
 * "A new approach to incremental cycle detection", two-way search): O(m * min(m^(1/2), n^(2/3))) for m insertions.
 *
 * Taking an edge away leaves the levels as they are: an order that was right for more edges is right for fewer. So
 * backtracking is O(1) per edge. */
#ifndef HEDDLE_ORD_GRAPH_H
#define HEDDLE_ORD_GRAPH_H

#include <stdbool.h>
#include <stdint.h>

#include "base/vec.h"

enum { GRAPH_REASONS = 2 };

typedef struct graph_edge {
    uint32_t from, to;
    int reason[GRAPH_REASONS];  /* literals; 0: none */
    uint32_t next_out, next_in; /* in the lists of `from` and `to` */
} graph_edge;

typedef struct graph_pair {
    uint32_t from, to;
} graph_pair;

/* Marks on nodes that are all taken away at once. */
typedef struct graph_marks {
    uint32_t *stamp; /* by node */
    uint32_t now;
    VEC(uint32_t) nodes; /* that are marked, in the order of marking */
} graph_marks;

typedef struct graph {
    uint32_t node_count;
    VEC(graph_pair) static_edges;
    /* The static edges, sorted by node, after graph_finish. */
    uint32_t *first_out, *out, *first_in, *in;
    VEC(graph_edge) edges;        /* the stack of dynamic edges */
    uint32_t *last_out, *last_in; /* by node: the newest dynamic edge, or GRAPH_NONE */
    uint32_t *level;
    graph_marks backward, forward;     /* of the last search */
    graph_marks old_before, old_after; /* what graph_mark_new leaves out */
    bool searches_all;                 /* look at the whole graph for every edge, instead of levels */
    uint64_t searched, raised;
} graph;

#define GRAPH_NONE UINT32_MAX

void graph_clear(graph *g);
/* No static edges or nodes after that. They must have no cycle. */
void graph_finish(graph *g);

/* Would the edge close a cycle? If not, the levels are made ready for it. */
bool graph_fits(graph *g, uint32_t from, uint32_t to);
/* Adds an edge that fits. */
void graph_push(graph *g, uint32_t from, uint32_t to, int reason1, int reason2);
void graph_pop(graph *g);

static inline bool graph_is_marked(const graph_marks *marks, uint32_t node)
{
    return marks->stamp[node] == marks->now;
}

void graph_unmark(graph_marks *marks, uint32_t node_count);
void graph_mark(graph_marks *marks, uint32_t node);

/* Marks every node that is reachable from `start` (from which `start` is reachable), start itself included. O(edges
 * there). */
void graph_mark_after(graph *g, uint32_t start, graph_marks *marks);
void graph_mark_before(graph *g, uint32_t start, graph_marks *marks);

/* For an edge that is not there yet: marks in g->backward the nodes that come before `from`, but not before `to`
 * already, and in g->forward those that come after `to`, but not after `from` already. Only from the first to the
 * second can there be new paths that end or begin at the edge's ends. None if the edge says nothing new. */
void graph_mark_new(graph *g, uint32_t from, uint32_t to);

/* Are levels and lists as they should be? O(nodes and edges). */
bool graph_is_valid(const graph *g);

/* All nodes, such that every edge leads forward. */
void graph_sort(const graph *g, uint32_t *order);

/* GRAPH_EACH_OUT(g, node, target) body: for static and dynamic edges alike. */
typedef struct graph_walk {
    uint32_t at, end, edge;
} graph_walk;

static inline graph_walk graph_walk_out(const graph *g, uint32_t node)
{
    return (graph_walk){g->first_out[node], g->first_out[node + 1], g->last_out[node]};
}

static inline graph_walk graph_walk_in(const graph *g, uint32_t node)
{
    return (graph_walk){g->first_in[node], g->first_in[node + 1], g->last_in[node]};
}

/* The next node; *edge is its dynamic edge or GRAPH_NONE. Returns GRAPH_NONE at the end. */
static inline uint32_t graph_next_out(const graph *g, graph_walk *w, uint32_t *edge)
{
    *edge = GRAPH_NONE;
    if (w->at < w->end)
        return g->out[w->at++];
    if (w->edge == GRAPH_NONE)
        return GRAPH_NONE;
    *edge = w->edge;
    w->edge = g->edges.data[*edge].next_out;
    return g->edges.data[*edge].to;
}

static inline uint32_t graph_next_in(const graph *g, graph_walk *w, uint32_t *edge)
{
    *edge = GRAPH_NONE;
    if (w->at < w->end)
        return g->in[w->at++];
    if (w->edge == GRAPH_NONE)
        return GRAPH_NONE;
    *edge = w->edge;
    w->edge = g->edges.data[*edge].next_in;
    return g->edges.data[*edge].from;
}

#endif
