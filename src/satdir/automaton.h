/* What has been seen of the threads: for each thread, what it does next in a given local state, and where that leads.
 *
 * A *spot* is a moment of a thread: it is about to do something that others can notice, or that depends on them. Where
 * the machine stops between two steps, a spot is known by all that the thread knows (satdir/local.h): its place in the
 * program, the registers that still matter, its private memory. Inside of a step it is known by the spot before it and
 * by what was read there. So what a thread does at a spot, given what it reads, is always the same:
 *
 *   READ   reads a cell; `edges` say where the values lead that were read so far
 *   ACT    the end of a node (rf/trace.h): its writes, a fence, the start of a thread; one edge
 *   END    the thread has ended or was stopped
 *
 * A node of a trace is a *head*, and then more spots that belong to the same moment of the execution.
 *
 * That is the event graph of "SATCheck" (Demsky and Lam, OOPSLA 2015), in another shape. There, each instruction that
 * depends on shared memory is an uninterpreted function with a table of inputs and outputs, and execution points say
 * which operations of two executions are the same. Here all that a thread computes between two shared accesses is one
 * function of what it knows and what it reads, and operations are the same if what can follow is. So paths that differ
 * only in what no longer matters come together, wherever that is; nothing has to be known about structured control
 * flow, fields, arrays or the heap, since a spot's addresses and values are plain numbers; and tables are shared
 * between all instances. The price: values that a thread keeps for later, and that do not depend on each other,
 * multiply its spots. */
#ifndef HEDDLE_SATDIR_AUTOMATON_H
#define HEDDLE_SATDIR_AUTOMATON_H

#include "base/hash.h"
#include "rf/trace.h"

typedef uint32_t spot_id;

enum {
    SPOT_NONE = UINT32_MAX,
    SPOT_BLOCKED = UINT32_MAX - 1, /* as a target: with this value the thread does not go on */
};

typedef enum spot_kind { SPOT_UNKNOWN, SPOT_READ, SPOT_ACT, SPOT_END } spot_kind;

typedef struct spot_edge {
    uint64_t value; /* that was read; 0 of an ACT */
    spot_id to;
    uint32_t number; /* among all edges */
    bool is_back;    /* it closes a cycle of edges; those that are not have none */
} spot_edge;

typedef struct spot {
    hash128 key;
    uint32_t thread;
    uint8_t kind;     /* spot_kind */
    uint8_t step;     /* history_kind of its node, if it is an ACT */
    bool is_inner;    /* of a node that has begun before it */
    bool is_silent;   /* an ACT that is no node: nothing that others can notice */
    uint32_t cell;    /* of a READ */
    uint32_t started; /* of an ACT: the thread that it starts, or RF_NONE */
    spot_id start;    /* and where that thread begins */
    uint32_t mark;    /* for searches */
    VEC(spot_edge) edges;
    VEC(rf_write) writes; /* of an ACT */
} spot;

typedef struct automaton {
    VEC(spot) spots;
    map by_key;
    spot_id root;  /* of the first thread */
    uint32_t mark; /* the last that was given */
    uint64_t news; /* how often something was learned */
    uint32_t edge_count;
    VEC(uint32_t) trail; /* numbers of the edges that were seen since it was emptied */
    const char *problem; /* what was seen does not fit; NULL */
} automaton;

void automaton_clear(automaton *a);

/* The spot with that key, which is made if there is none. */
spot_id automaton_spot(automaton *a, uint32_t thread, hash128 key);
/* The spot inside of a step that follows when `value` is read at `from`. */
spot_id automaton_inner_spot(automaton *a, spot_id from, uint64_t value);

/* What is done at a spot; it must be what was seen there before. */
void automaton_see_read(automaton *a, spot_id at, uint32_t cell, bool is_inner);
void automaton_see_act(automaton *a, spot_id at, const spot *act, const rf_write *writes, uint32_t count);
void automaton_see_end(automaton *a, spot_id at);
/* Where it leads. */
void automaton_see_edge(automaton *a, spot_id from, uint64_t value, spot_id to);

/* NULL: that value was never read there. */
const spot_edge *automaton_find_edge(const automaton *a, spot_id from, uint64_t value);

/* Does a back edge only repeat what nobody can notice? All that lies between its target and its source, without back
 * edges, writes nothing and starts nothing. An execution in which a thread goes round such a cycle is one without that
 * round as well: the thread knows what it knew, and nobody else has seen anything. */
bool automaton_is_idle(automaton *a, spot_id from, const spot_edge *edge);

#endif
