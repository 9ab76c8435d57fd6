/* The order that a memory model gives a program before any value is known: nodes, and edges between them.
 *
 * A node is an event, or a whole atomic block. An edge may have a condition: it is there in executions where the
 * condition is true. Edges through accesses that are not executed are harmless where x -> n -> y leads through an
 * access n and x -> y is preserved program order itself; where the model's table is not closed in this way, the edges
 * have conditions (graph.c). Through fences, and through atomic blocks, which are fences, they are never harmless
 * (docs/ground-truth.md, trap 2): what a fence orders goes through an edge of its own, between the node that gathers
 * what is before it and the node that hands on to what is after it, and that edge has the fence's guard.
 *
 * With rf, ws and fr, the graph decides coherence as well if the model keeps R -> R, R -> W and W -> W to the same
 * place (ord/ord.h has the rest). It does not follow dependencies.
 *
 * The number of edges is linear in the number of events, if the model keeps order always or never; where it keeps the
 * order of accesses to the same place, those with unknown addresses cost more. */
#ifndef HEDDLE_MEMORY_GRAPH_H
#define HEDDLE_MEMORY_GRAPH_H

#include "memory/memory.h"

typedef struct memory_edge {
    uint32_t from, to;
    term condition; /* TERM_TRUE: always */
} memory_edge;

typedef struct memory_graph {
    uint32_t node_count;
    uint32_t *node; /* by event; IR_NONE for those that order nothing */
    VEC(memory_edge) edges;
} memory_graph;

memory_graph *memory_graph_new(const memory *m, const model *model);
/* Of a model that is known by axioms, and has `preserved`: the global order, without coherence, which is the other
 * graph. */
memory_graph *memory_graph_new_global(const memory *m, const model *model);
void memory_graph_free(memory_graph *graph);
/* Are there all nodes, and no cycle of edges that are always there? O(its size). */
bool memory_graph_is_valid(const memory *m, const memory_graph *graph);

#endif
