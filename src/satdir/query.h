/* A question to the solver: is there an execution that does what was seen, up to a moment at which something happens
 * that was not: a value is read where it was never read before, or a thread comes to a spot of which nothing is known?
 *
 * Variables: for each point of the unrolled automaton, whether it is *done*; for each read and each write that it could
 * read from, whether it does. A point is done only if the one before it was, and read a value that leads there. Threads
 * may stop anywhere, as they may in the beginning of an execution. The points of one node are done together. The order
 * is decided by the theory of ord/ord.h, as a node of a trace is one of its nodes; for models with store buffers there
 * is one more for the moment at which a store reaches memory, and
 *
 *     R   behind all earlier reads and fences of the thread; reads, fences and blocks are here
 *     W   a buffered store: behind R, and behind M
 *     M   behind all that later stores must stay behind
 *     G   behind all earlier stores; a fence that waits for them is behind it
 *
 * A value that was read somewhere before, or that blocks the thread there, is no goal; nor is one that leads into a
 * cycle that nobody can notice. Goals that are the same for the automaton, in other rounds, are one. */
#ifndef HEDDLE_SATDIR_QUERY_H
#define HEDDLE_SATDIR_QUERY_H

#include "encode/order.h"
#include "satdir/learn.h"
#include "satdir/unrolled.h"

typedef struct query_take {
    uint64_t value;
    int literal; /* it is read */
} query_take;

typedef struct query_point {
    int done;
    uint32_t read; /* its number in the order */
    VEC(query_take) takes;
    uint32_t r, w, m, g; /* nodes of the order, of a head; without buffers all are r */
} query_point;

typedef struct query_write {
    uint32_t point, cell;
    uint64_t value;
    uint32_t write; /* its number in the order */
} query_write;

typedef struct query_goal {
    uint32_t point;
    uint64_t value; /* that is read; of no meaning if nothing is known about the point */
    int literal;
} query_goal;

typedef struct query_node {
    uint32_t head;
    bool is_to_memory, is_ghost;
} query_node;

typedef VEC(query_goal) query_goals;
typedef VEC(int) query_clause;

typedef struct query {
    learn *learn;
    const model *model;
    unrolled u;
    solver *solver;
    encode_order order;
    int always;
    VEC(query_point) points;
    VEC(query_node) nodes;
    VEC(query_write) writes;
    struct {
        struct query_cell *data;
        uint32_t size, capacity;
    } cells;
    query_goals goals; /* that were not reached yet */
    query_goals cuts;  /* where a further round would begin */
    query_clause clause;
    uint64_t told; /* of the solver's work */
    budget *budget;
    const char *problem;
} query;

/* False if there is not enough time, or a problem. */
bool query_init(query *q, learn *l, const model *model, uint32_t rounds, budget *b);
void query_clear(query *q);

/* A model in which one of the goals is reached: its index, and into `plan` how to get there. */
typedef enum query_answer { QUERY_FOUND, QUERY_NONE, QUERY_NO_TIME } query_answer;
query_answer query_ask(query *q, const query_goals *goals, uint32_t *found);

/* ---- plan.c: after QUERY_FOUND ---- */

/* The execution up to the goal, and, last, the step that reaches it. */
void query_plan(const query *q, const query_goal *goal, rf_points *plan);

#endif
