/* An execution, recorded: a step for everything that matters to other threads, in the words of the user's source, with
 * the relations between the steps. Every report of an execution is made from this.
 *
 * Give recording_event to the machine as on_event, with a recording as its context. What happens inside of a library
 * model is one step, the user's call. */
#ifndef HEDDLE_REPORT_RECORDING_H
#define HEDDLE_REPORT_RECORDING_H

#include "engine/check.h"
#include "machine/machine.h"

enum { RECORDING_NONE = UINT32_MAX };

/* The strings are never NULL; "" where there is nothing to say. */
typedef struct recording_step {
    machine_event_kind kind;
    bool is_call; /* of the library: only the place and `action` mean something, the kind does not */
    uint32_t thread;
    ir_id user_pc;    /* the user's instruction */
    const char *file; /* where; "" for a commit and the end of a thread. Belongs to the program */
    uint32_t line, column;
    uint64_t address; /* of an access */
    uint8_t size;
    uint64_t bits;    /* what `value` says, as it is in memory or, of a NONDET, as it was chosen */
    bool from_buffer; /* a read of its own buffered store */
    char *who;        /* "T1 (writer)"; of a commit "memory" */
    char *place;      /* "x", "node#2.next" */
    char *value;      /* what was read or written there */
    char *old;        /* of an RMW: what it read */
    char *initial;    /* of an access: what was there before the execution; "" if the object did not exist */
    char *action;     /* "reads x = 0 (T1 (writer)'s 1 is still in its store buffer)" */
    /* Steps, or RECORDING_NONE. */
    uint32_t source;  /* of a read or RMW: the step that made the value visible to it (a write, an RMW, a commit, or its
                         own buffered store); none: the initial value. Of a commit: the buffered store. Of a START or
                         JOIN: none */
    uint32_t commit;  /* of a buffered store: when it reaches memory; none: never */
    uint32_t next;    /* of a write, RMW or commit: the next one to the same bytes. Of a read: the first write, RMW or
                         commit that makes its value an old one. */
    uint32_t missed;  /* of a read: a store that had already been executed by another thread, and waits in its buffer */
    uint32_t subject; /* of a START or JOIN: the other thread's number */
} recording_step;

/* Why no interleaving does the same (engine/circle.h): a circle of steps. */
typedef struct recording_link {
    check_link_kind kind;
    uint32_t from, to;
    bool is_kept;
} recording_link;

typedef struct recording {
    const model *model;
    VEC(char *) threads; /* "main", "T1 (writer)" */
    VEC(recording_step) steps;
    VEC(recording_link) circle;
    /* If not NULL, called with every step as soon as it is known; its relations are not known yet. */
    void (*on_step)(void *context, const recording_step *step);
    void *context;
    bool forgets; /* the steps are not kept */
    /* ---- while it is being made ---- */
    const machine *m;
    VEC(uint32_t) step_of; /* by event of the machine: its step, or RECORDING_NONE */
    uint32_t call_began;   /* of the call that is going on: its first event */
    recording_step call;   /* the library call that is going on, if it has_call */
    bool has_call;
    bool call_is_told; /* by a step of its own: or it waits for something worth telling */
} recording;

void recording_event(void *context, const machine_state *state, const machine_event *event);
/* The threads of this state; recording_event does so by itself. With the first state of an execution, main is there
 * even if nothing happens. */
void recording_note_threads(recording *r, const machine_state *state);
/* Call it when the execution has ended: records what still waits, and finds the relations. O(steps * bytes of an
 * access) expected. */
void recording_finish(recording *r);
/* Fills in the initial values; `start` is a state of the machine `m` in which nothing has happened yet. */
void recording_note_initial(recording *r, const machine *m, const machine_state *start);
/* Fills in the circle: what the machine's events were told as. Links inside of one step are left out. */
void recording_note_circle(recording *r, const check_circle *circle);
void recording_clear(recording *r);

/* "read", "write", "buffer", "commit", "rmw", "fence", "start", ..., "call" */
const char *recording_kind_name(const recording_step *step);
/* "po", "rf", "ws" or "fr" */
const char *recording_link_name(const recording_link *link);
/* The function that the thread runs. Belongs to the caller. */
char *recording_thread_function(const recording *r, uint32_t thread);
/* The step changes memory: a write, a commit of a store, or an RMW that leaves another value. */
bool recording_is_visible_write(const recording_step *step);

#endif
