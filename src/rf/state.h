/* What an exploration (explore.h) works with. Inside the module. */
#ifndef HEDDLE_RF_STATE_H
#define HEDDLE_RF_STATE_H

#include "rf/explore.h"

typedef VEC(rf_write) rf_writes;

/* A node as it would be if it read something else, or as it would be if it happened. */
typedef struct rf_variant {
    rf_id id;
    uint8_t kind; /* history_kind */
    bool is_input;
    uint64_t input;
    rf_reads reads;
    rf_writes writes;
} rf_variant;

typedef VEC(rf_id) rf_ids;

/* What variations (variation.h) write to: kept for the next one. */
typedef struct rf_lists {
    rf_reads given, reads;
    rf_writes writes;
} rf_lists;

/* An execution to come: the plan, and how its nodes are ordered. */
typedef struct rf_plan {
    rf_ids order;
    rf_points points;
    rf_inputs inputs;
    uint64_t hash; /* of its nodes and what they read */
} rf_plan;

typedef struct rf_decision {
    uint32_t position; /* in the order: what is before it is the same in all executions that it leads to */
    uint32_t taken;    /* the cell of a lock: executions are divided by who takes what is there; RF_NONE */
    map known;         /* hashes of what follows, of all that was planned or cannot be */
    VEC(rf_plan) plans;
} rf_decision;

/* An instruction that waits for a cell, and can go on without overwriting it while others have yet to. */
typedef struct rf_open_wait {
    ir_id pc;
    uint32_t cell;
} rf_open_wait;

typedef struct rf_memo rf_memo; /* memo.h */

struct explore {
    const ir_program *program;
    machine *m;
    budget *budget;
    uint32_t width; /* of clocks */
    uint32_t max_nodes;
    places places;
    rf_run run;
    VEC(rf_decision) decisions;
    VEC(rf_open_wait) open_waits; /* that are known so far */
    map blocked;                  /* waits and values with which they cannot go on */
    bool has_opened;              /* one more is known: what was done was done with fewer */
    rf_plan current;
    bool has_begun, was_cut;
    const char *problem;
    explore_counts counts;
    rf_memo *memo; /* NULL: nothing is kept */
    VEC(rf_lists) spare;
    consistency *consistency;
    history history;
    /* Of the last execution. */
    rf_ids order;
    VEC(uint32_t) position; /* by node: in the order */
    VEC(uint64_t) hashes;   /* by node */
    VEC(uint8_t) mixed;     /* by node, see vary.c */
    VEC(uint32_t) writers;  /* by cell: the last in a list of writes, an index into trace.writes + 1; 0: none */
    VEC(uint32_t) writers_next;
    VEC(uint32_t) writer_node; /* by write: whose it is */
    VEC(uint32_t) only_writer; /* by cell: whose all writes are, if there are any; RF_NONE: of several */
    VEC(uint32_t) blocks;      /* their positions, ascending */
    VEC(uint32_t) above, arrived, now, fenced; /* see arrivals.c */
    uint32_t first_new;                        /* nodes from this position on are of interest to old decisions */
    /* For building histories: the step of each node. */
    VEC(uint32_t) steps;
    VEC(uint32_t) prefix, lengths; /* by thread */
};

/* Hash of a node and of what it reads. */
uint64_t rf_hash_node(rf_id id, const rf_read *reads, uint32_t count, uint64_t input);
void rf_plan_clear(rf_plan *p);
void rf_variant_clear(rf_variant *v);

/* ---- arrivals.c ---- */

/* Of the last execution. */
void rf_find_arrivals(explore *x);
/* What had arrived before the node, which may be its thread's next, without what it reads itself. */
const uint32_t *rf_arrived_before(explore *x, rf_id id);
/* What has arrived when the node's writes have. */
const uint32_t *rf_arrived_with(explore *x, const rf_node *node);

/* ---- propose.c ---- */

/* If there is an execution with all that is before the decision, the variants, which are last in their threads, and
 * what they depend on, it is planned, unless it was before. The first variant becomes the decision. `without` is a node
 * that must not be in it, or RF_NONE. */
void rf_propose(explore *x, rf_decision *d, const rf_variant *const *variants, uint32_t count, rf_id without);

/* All of the last execution as a history, and a plan for it along the witness that was found last. */
void rf_build_whole_history(explore *x);
void rf_plan_whole(explore *x, rf_plan *plan);

/* Into `lengths`: what stays of each thread if the node is as the variant says. False if it would cause itself. */
bool rf_keep(explore *x, const rf_variant *v);
/* Could there be an execution with all that is before the decision, and the variant? `without` as above. */
bool rf_is_possible(explore *x, rf_decision *d, const rf_variant *v, rf_id without);

/* ---- late.c ---- */

/* Could a store of the last execution arrive after the end of its object? Then the plan is to let it. */
bool rf_plan_late_store(explore *x, rf_plan *plan);

/* ---- vary.c ---- */

bool rf_is_open_wait(const explore *x, const rf_node *node);

/* Asks the decision what else could be. `is_new`: for the first time. */
void rf_vary(explore *x, rf_decision *d, bool is_new);
/* Asks a thread that waits in vain at the end what it could have read, if it does not take that. The decision is behind
 * all that has happened. */
void rf_vary_waiting(explore *x, rf_decision *d, uint32_t thread);

#endif
