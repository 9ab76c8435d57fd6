/* Executes the program once: first along a plan, then in some way until nobody can go on.
 *
 * A plan is an order of points (consistency.h): nodes of threads, and the moments at which writes leave store buffers.
 * A thread may run ahead of it, as far as it does what nobody else can notice (machine.h).
 *
 * Nobody can go on, either, who *spins*: a thread that comes back to where it was, knowing what it knew, after a round
 * that nobody can notice (rounds.h). What it did is no use to anybody; whatever else could come of it is another class,
 * in which it reads something else. That is so for loops that wait for a variable, for those that take a lock each
 * time, and for threads that wake up for no reason, find that there is none, and wait again. */
#ifndef HEDDLE_RF_RUN_H
#define HEDDLE_RF_RUN_H

#include "rf/trace.h"

typedef struct rf_point {
    rf_id id;
    bool is_to_memory;
} rf_point;

/* A value that was chosen. */
typedef struct rf_input {
    rf_id id;
    uint64_t value;
} rf_input;

typedef VEC(rf_point) rf_points;
typedef VEC(rf_input) rf_inputs;

typedef enum rf_fate {
    RF_COMPLETE,    /* all threads have ended */
    RF_BLOCKED,     /* a thread stopped or spins */
    RF_DEADLOCK,    /* some threads wait for ever */
    RF_VIOLATION,   /* see `result` */
    RF_UNSUPPORTED, /* see `result` */
    RF_LIMIT,       /* see `result`, or the trace's problem */
} rf_fate;

/* Where a thread was. */
typedef struct rf_run_place {
    ir_id pc;
    hash128 hash;
    uint32_t number; /* of its next node */
} rf_run_place;

typedef struct rf_run_thread {
    bool spins;
    uint32_t seen;            /* nodes that were looked at */
    VEC(rf_run_place) places; /* since it has done last what cannot be undone (rounds.h) */
} rf_run_thread;

typedef struct rf_run {
    machine *m;
    places *places;
    uint32_t max_nodes; /* of one thread: more are cut off */
    machine_state *base;
    rf_trace base_trace;
    machine_choices base_choices;
    /* Of the last execution. */
    machine_state *state;
    rf_trace trace;
    machine_choices choices; /* with threads numbered as they began */
    VEC(rf_run_thread) threads;
    const rf_inputs *inputs;
    machine_result result;
    bool was_cut;      /* somebody could have gone on */
    bool was_deadlock; /* everybody waited, until somebody woke up for no reason */
    uint32_t first;    /* who goes on after the plan, if it can */
    /* Called after each step of a thread; NULL: nobody wants to know. */
    void (*on_step)(void *context, uint32_t thread);
    void *context;
    /* What somebody would do (probe.h). */
    rf_trace probe;
    bool is_probing; /* the machine tells the probe */
} rf_run;

/* For machine_options.on_event. */
void rf_run_listen(rf_run *r, const machine_state *state, const machine_event *event);

/* The machine tells its events to rf_run_listen. False if the program ends before there is anything to choose; *fate
 * says how. */
bool rf_run_init(rf_run *r, machine *m, places *places, uint32_t width, rf_fate *fate);
void rf_run_clear(rf_run *r);

/* The inputs are those of nodes of the plan; others are 0. */
rf_fate rf_run_execute(rf_run *r, const rf_points *plan, const rf_inputs *inputs);

/* The thread does not go on, whatever others do: it spins, or has gone on for long enough. */
bool rf_run_has_stopped(rf_run *r, uint32_t thread);

#endif
