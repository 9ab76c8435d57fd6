/* What a model that is known by axioms keeps of program order beside fences, as edges of a graph: dependencies, atomic
 * instructions, acquire and release (model.h, `preserved`).
 *
 * Every edge is one of the relation that the model's axioms declare to be without cycles, so a cycle of them, with rf,
 * ws and fr between threads, is never allowed. Not all of that relation is here; what is missing the axioms themselves
 * find (encode/axioms.h).
 *
 * A dependency is an edge under the condition that both ends happen and the dependency is there: through an access that
 * does not happen nothing depends on anything. What an acquire keeps behind it goes through a node of its own, which
 * the acquire leads to if it happens, and which leads to all that follow; a release likewise. Through such a node an
 * edge may lead to an access that does not happen, and on to a gathering of all that is earlier: that is later in the
 * thread, and so behind the acquire anyway.
 *
 * The number of edges is linear in the events and the dependencies. */
#ifndef HEDDLE_MEMORY_PRESERVED_H
#define HEDDLE_MEMORY_PRESERVED_H

#include "memory/graph.h"

/* Adds nodes and edges for one thread, whose accesses have nodes. */
void preserved_add_thread(const memory *m, const model *model, memory_graph *graph, uint32_t thread);

/* Calls the function for the reads that the address or the data of the write depend on whenever it happens. */
void preserved_each_source(const symex *s, uint32_t write, void *context, void (*source)(void *context, uint32_t read));

/* Adds an edge, unless one of the two is IR_NONE, both are one, or the condition is never true. */
void memory_graph_add_edge(memory_graph *graph, uint32_t from, uint32_t to, term condition);

#endif
