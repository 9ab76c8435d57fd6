/* A machine with store buffers that does the steps of a history one by one: the definition that consistency.h is
 * compared with. Plain on purpose: every thread has one list of what it has stored and what has not reached memory, in
 * the order of the program, and the model says which of it may leave.
 *
 * A state is an array of `words` numbers, so that it can be copied and compared. Numbers of steps are kept plus one; 0
 * is the initial write. */
#ifndef HEDDLE_TESTS_BUFFER_MACHINE_H
#define HEDDLE_TESTS_BUFFER_MACHINE_H

#include "base/random.h"
#include "consistency/consistency.h"

typedef struct buffer_machine {
    const history *h;
    const model *m;
    VEC(uint32_t) order;         /* the steps of thread 0, then those of thread 1, ... */
    VEC(uint32_t) first;         /* by thread: where its steps begin there */
    VEC(uint32_t) index_of_step; /* in its thread */
    uint32_t buffer_size;        /* room for so many stores and fences in each buffer */
    uint32_t words;
} buffer_machine;

void buffer_machine_init(buffer_machine *x, const history *h, const model *m);
void buffer_machine_clear(buffer_machine *x);

/* The state in which nothing has happened. */
void buffer_machine_begin(const buffer_machine *x, uint32_t *state);
bool buffer_machine_is_done(const buffer_machine *x, const uint32_t *state);
/* The thread's next step, HISTORY_NONE if it has none. */
uint32_t buffer_machine_next(const buffer_machine *x, const uint32_t *state, uint32_t thread);
/* The thread does its next step, if it can. What it reads is noted in `seen`, by read of the history; if that is NULL,
 * it must be what the history says. Nothing changes if it cannot. */
bool buffer_machine_step(const buffer_machine *x, uint32_t *state, uint32_t thread, uint32_t *seen);
/* How many stores and fences are in the thread's buffer. */
uint32_t buffer_machine_waiting(const buffer_machine *x, const uint32_t *state, uint32_t thread);
/* The store at this place of the thread's buffer reaches memory, if it may leave. Nothing changes if it
 * may not. */
bool buffer_machine_leave(const buffer_machine *x, uint32_t *state, uint32_t thread, uint32_t place);

/* Is there an execution with this history? Tries all. */
bool buffer_machine_has_execution(const history *h, const model *m);
/* Does the history happen when its points are taken in this order? */
bool buffer_machine_replays(const history *h, const model *m, const consistency_steps *points);
/* Lets threads and buffers run at random until all is done, and notes who read what. Stores leave when a number below
 * 100 is less than `eagerness`, or when nothing else is possible. False if it got stuck. */
bool buffer_machine_run(const history *h, const model *m, random_source *r, uint32_t eagerness, uint32_t *seen);

#endif
