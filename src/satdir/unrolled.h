/* The automaton without cycles: a spot and a *round* make a *point*. Edges stay in the round, back edges lead to the
 * next one; those that only repeat what nobody can notice (automaton_is_idle) are left out. A thread's points are in an
 * order in which it can come to them; that of another thread has nothing to do with it.
 *
 * Points that are one node of a trace share a *head*. */
#ifndef HEDDLE_SATDIR_UNROLLED_H
#define HEDDLE_SATDIR_UNROLLED_H

#include "satdir/automaton.h"

enum { POINT_NONE = UINT32_MAX };

typedef struct point_edge {
    uint64_t value;
    uint32_t to; /* POINT_NONE: it was not followed any further, see is_cut */
} point_edge;

typedef struct point {
    spot_id spot;
    uint32_t round;
    uint32_t head; /* a point */
    bool is_cut;   /* an edge leads to a round too far */
    uint32_t rank; /* among all points: edges lead upwards */
    VEC(point_edge) edges;
    VEC(uint32_t) sources; /* points with an edge to this one, or that start its thread here */
} point;

typedef struct unrolled {
    automaton *automaton;
    VEC(point) points;
    map by_spot;
    VEC(uint32_t) order;  /* points, by rank */
    VEC(uint32_t) cut;    /* points that are cut */
    uint32_t words;       /* of a row of `before` */
    VEC(uint64_t) before; /* by point, a bit for each by rank: it comes before in the same thread */
} unrolled;

void unrolled_init(unrolled *u, automaton *a, uint32_t rounds);
void unrolled_clear(unrolled *u);

static inline const spot *unrolled_spot(const unrolled *u, uint32_t p)
{
    return &u->automaton->spots.data[u->points.data[p].spot];
}

/* Can a thread come from the first point to the second one? */
static inline bool unrolled_is_before(const unrolled *u, uint32_t first, uint32_t second)
{
    uint32_t rank = u->points.data[first].rank;
    return u->before.data[(size_t)second * u->words + rank / 64] >> (rank % 64) & 1;
}

/* The point that is there for sure. */
uint32_t unrolled_find(const unrolled *u, spot_id spot, uint32_t round);
/* Where the value leads; POINT_NONE: nowhere. */
uint32_t unrolled_next(const unrolled *u, uint32_t p, uint64_t value);

#endif
