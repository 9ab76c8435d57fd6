/* The event order graph of a candidate (Section 4 of the paper): which point is before which, and why. Rule 1 of the
 * paper, that "before" is transitive, is what the structure keeps; rules 2 and 3 are in candidate.c.
 *
 *     after[x], before[x]   bit sets: the points that x is before, and those before it
 *     always[x]             the same as after[x], for edges that are there in every candidate
 *
 * An edge says why it is there: literals that are true, and, if it was derived, a path of edges that were there before
 * it. So the edges in the order of their making are a proof of every path.
 *
 * Invariant: no point is before itself. An edge that would close a cycle is refused, and is a conflict for whoever
 * wanted to add it. Adding an edge costs a row for each point whose set grows. */
#ifndef HEDDLE_ENGINE_REFINE_EVENT_GRAPH_H
#define HEDDLE_ENGINE_REFINE_EVENT_GRAPH_H

#include "engine/refine/facts.h"

enum { EVENT_LITERALS = ENCODE_CONDITIONS + 1 };

typedef struct event_edge {
    uint32_t from, to;           /* points */
    uint32_t path_from, path_to; /* there is a path between these; FACTS_NONE: it takes none */
    int literals[EVENT_LITERALS];
    uint32_t count;
} event_edge;

typedef struct event_graph {
    uint32_t count, words; /* points, and 64-bit words of a row */
    uint64_t *always, *always_before, *after, *before;
    VEC(event_edge) edges;
    uint32_t *changed; /* by point: what `edges.size` was when its after[] grew last */
    uint64_t work;     /* words written */
} event_graph;

/* What a graph takes, also while it is made. */
uint64_t event_graph_bytes(const facts *f);
void event_graph_init(event_graph *g, const facts *f);
void event_graph_clear(event_graph *g);
/* Only what is always there remains. */
void event_graph_reset(event_graph *g);

/* False if that would close a cycle. Then nothing has changed. */
bool event_graph_add(event_graph *g, const event_edge *edge);

/* How many points are before it: never less than for one that is before it. */
uint32_t event_graph_rank(const event_graph *g, uint32_t point);

static inline bool event_graph_has(const event_graph *g, const uint64_t *rows, uint32_t row, uint32_t point)
{
    assert(row < g->count && point < g->count);
    return rows[(size_t)row * g->words + point / 64] >> point % 64 & 1;
}

/* Is `a` before `b`? */
static inline bool event_graph_is_before(const event_graph *g, uint32_t a, uint32_t b)
{
    return event_graph_has(g, g->after, a, b);
}

/* The same, or are they equal? In the second, in every candidate? */
static inline bool event_graph_reaches(const event_graph *g, uint32_t a, uint32_t b)
{
    return a == b || event_graph_has(g, g->after, a, b);
}

static inline bool event_graph_always_reaches(const event_graph *g, uint32_t a, uint32_t b)
{
    return a == b || event_graph_has(g, g->always, a, b);
}

#endif
