/* And-inverter graphs.
 *
 * A node is the constant false (node 0), an input, or the conjunction of two edges; an edge is a node, possibly
 * negated. An edge denotes a Boolean function of the inputs. Invariants:
 *
 *   (1) the edges of a conjunction lead to smaller nodes, so ascending order is a topological order;
 *   (2) no two conjunctions have the same pair of edges (structural hashing);
 *   (3) no conjunction can be simplified by looking at its edges and at those one level below: Brummayer and Biere,
 *       "Local two-level and-inverter graph minimization without blowup" (MEMICS 2006). None of these rules makes the
 *       graph larger than plain construction would. */
#ifndef HEDDLE_BLAST_AIG_H
#define HEDDLE_BLAST_AIG_H

#include <stdbool.h>
#include <stdint.h>

#include "base/vec.h"

typedef uint32_t aig_edge; /* 2 * node + (1 if negated) */

enum { AIG_FALSE = 0, AIG_TRUE = 1 };

#define AIG_NO_EDGE UINT32_MAX

typedef struct aig_node {
    aig_edge a, b;    /* a < b; both AIG_NO_EDGE for an input */
    uint32_t parents; /* conjunctions with an edge to this node */
} aig_node;

typedef struct aig {
    VEC(aig_node) nodes;
    uint32_t *slots; /* open-addressing hash set of the conjunctions, at most half full; 0 is empty */
    uint32_t slot_count;
} aig;

void aig_init(aig *graph);
void aig_clear(aig *graph);

aig_edge aig_input(aig *graph);
aig_edge aig_and(aig *graph, aig_edge a, aig_edge b);
aig_edge aig_or(aig *graph, aig_edge a, aig_edge b);
aig_edge aig_xor(aig *graph, aig_edge a, aig_edge b);
aig_edge aig_ite(aig *graph, aig_edge condition, aig_edge then, aig_edge otherwise);

static inline aig_edge aig_not(aig_edge a)
{
    return a ^ 1;
}

static inline uint32_t aig_node_of(aig_edge a)
{
    return a >> 1;
}

static inline bool aig_is_negated(aig_edge a)
{
    return a & 1;
}

static inline bool aig_is_constant(aig_edge a)
{
    return a <= AIG_TRUE;
}

static inline bool aig_is_input(const aig *graph, uint32_t node)
{
    return node != 0 && graph->nodes.data[node].a == AIG_NO_EDGE;
}

static inline bool aig_is_and(const aig *graph, uint32_t node)
{
    return node != 0 && graph->nodes.data[node].a != AIG_NO_EDGE;
}

/* 64 evaluations at once: `words` has a word per node, and the caller has set those of the inputs. */
void aig_simulate(const aig *graph, uint64_t *words);

static inline uint64_t aig_simulated(const uint64_t *words, aig_edge a)
{
    return words[aig_node_of(a)] ^ (aig_is_negated(a) ? UINT64_MAX : 0);
}

#endif
