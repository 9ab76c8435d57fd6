/* Learns from executions: what rf/run.h has done, as spots and edges of an automaton.
 *
 * While an execution goes on, it is noted how far each thread has come with each step, and what it knew then. */
#ifndef HEDDLE_SATDIR_LEARN_H
#define HEDDLE_SATDIR_LEARN_H

#include "rf/run.h"
#include "satdir/automaton.h"

enum { LEARN_THREADS = 128 };

/* What is in the cell of a thread (places_of_thread) before it has ended, and after it was joined; in between there is
 * its result. */
#define LEARN_NOT_ENDED UINT64_C(0x6e6f74656e646564)
#define LEARN_JOINED UINT64_C(0x6a6f696e65646a6a)

/* After a step of a thread. */
typedef struct learn_stop {
    uint32_t thread;
    uint32_t nodes; /* of the thread's, so far */
    hash128 key;
    bool is_end;
} learn_stop;

typedef VEC(learn_stop) learn_stops;

typedef struct learn {
    automaton automaton;
    rf_run *run;
    learn_stops base;                   /* of what all executions begin with */
    learn_stops stops;                  /* of the last execution */
    hash128 first[LEARN_THREADS];       /* by thread: what it knew when it was started */
    bool has_first[LEARN_THREADS];      /* it was started in the last execution */
    bool base_has_first[LEARN_THREADS]; /* in what all executions begin with */
    map initial;                        /* by cell: what nobody has written, if it was read */
    const char *problem;                /* that makes it impossible to go on; NULL */
} learn;

/* Of a run that was initialised. */
void learn_init(learn *l, rf_run *run);
void learn_clear(learn *l);

/* An execution begins; a thread has taken a step in it. */
void learn_begin(learn *l);
void learn_step(learn *l, uint32_t thread);

/* The execution is over, and nobody can go on unless `is_partial`. */
void learn_from(learn *l, bool is_partial);
/* It is over because its last step, of a thread, violates something: nobody goes on from there. */
void learn_from_violation(learn *l);

bool learn_is_thread_cell(const learn *l, uint32_t cell);
/* What is in the cell if nobody has written to it. False: nothing, as far as is known; *value is 0. */
bool learn_initial(const learn *l, uint32_t cell, uint64_t *value);

#endif
