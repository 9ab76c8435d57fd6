/* A small theory to test the solver with: some variables stand for the edges of a directed graph, and the edges whose
 * variables are true must not form a cycle. It uses every function of the theory interface, some of them at random. */
#ifndef HEDDLE_TESTS_SAT_ACYCLIC_H
#define HEDDLE_TESTS_SAT_ACYCLIC_H

#include "base/random.h"
#include "base/vec.h"
#include "sat/sat.h"

enum { ACYCLIC_NODES = 6 };

typedef struct acyclic_edge {
    int variable;
    unsigned from, to;
    int value;           /* as told: 1, -1 or 0 */
    unsigned told;       /* when it was told */
    unsigned propagated; /* when the theory propagated it */
} acyclic_edge;

typedef struct acyclic_told {
    uint32_t edge, level;
} acyclic_told;

typedef struct acyclic_theory {
    VEC(acyclic_edge) edges;
    VEC(acyclic_told) trail;
    VEC(int) clause;
    random_source random;
    bool lazy;            /* look only at full assignments */
    bool propagate_edges; /* propagate edges that would close a cycle */
    bool split;           /* express a cycle by two clauses with a fresh variable */
    bool decide;
    bool chatter; /* add lemmas that are neither false nor unit */
    bool splitting;
    const char *broken; /* what the solver did wrong, if anything */
} acyclic_theory;

void acyclic_init(acyclic_theory *t, uint64_t seed);
void acyclic_clear(acyclic_theory *t);
sat_theory acyclic_table(acyclic_theory *t);

/* Declares an edge; the caller observes the variable. */
void acyclic_add_edge(acyclic_theory *t, int variable, unsigned from, unsigned to);

/* Calls `found` with the clause of each simple cycle through the last edge added. */
void acyclic_each_cycle(acyclic_theory *t, void (*found)(void *state, const int *literals, unsigned count),
                        void *state);

/* Do the edges chosen by `chosen` form a cycle? */
bool acyclic_has_cycle(const acyclic_theory *t, bool (*chosen)(const void *state, int variable), const void *state);

#endif
