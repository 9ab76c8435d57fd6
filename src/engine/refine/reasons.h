/* Why a candidate is no execution: its core kernel reasons (Section 5.3 of the paper, Algorithm 2).
 *
 * A reason is a set of literals that are true in the candidate; whatever makes them all true is no execution. A path
 * has the reasons of its edges, each of which has its own literals and those of the path it was derived from. There may
 * be many paths, and so many reasons. Of these, those that contain another one are left out, which leaves the core
 * ones; where they are too many, the shortest are kept.
 *
 * Unlike in the paper, reasons are not kept for every order of the graph but found for those that are in a conflict,
 * backwards: first which edges can matter, then, in the order in which they were derived, their reasons. */
#ifndef HEDDLE_ENGINE_REFINE_REASONS_H
#define HEDDLE_ENGINE_REFINE_REASONS_H

#include "engine/refine/candidate.h"

typedef struct reason {
    uint32_t first, count; /* in reasons.literals; sorted, each once */
} reason;

typedef VEC(reason) reason_list;

/* An edge that can lie on a path. */
typedef struct path_edge {
    uint32_t edge, rank;
    reason_list reasons; /* of the path up to and including it */
} path_edge;

typedef struct reasons {
    const facts *f;
    const event_graph *g;
    VEC(int) literals;
    VEC(reason_list) of_edge; /* by edge of the graph */
    VEC(bool) is_needed;      /* by edge of the graph */
    VEC(path_edge) path;
    VEC(int) joined;
    reason_list found; /* for the candidate */
    uint64_t work;     /* edges looked at */
} reasons;

void reasons_init(reasons *r, const facts *f, const event_graph *g);
void reasons_clear(reasons *r);

/* Fills `found` from the conflicts. */
void reasons_find(reasons *r, const candidate *c);

static inline const int *reason_literals(const reasons *r, const reason *of)
{
    return r->literals.data + of->first;
}

#endif
