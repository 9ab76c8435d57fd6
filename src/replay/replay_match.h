/* What the machine does, told as events of the execution that is replayed; inside of replay.
 *
 * Each thread has a list of the events that the machine will tell of, in program order, and has *done* a prefix of
 * it. An event of the machine is compared with the first one that is not done. Where they do not fit, the list stays
 * where it is, and the first such difference is kept as text: the machine may do what no event stands for (printing,
 * a store that never reaches memory), so that alone is no failure.
 *
 * Not in the list, because the machine tells nothing of them: checks that an object is alive, accesses to constants
 * and private objects, the fences that are part of an atomic instruction, and store fences, which have no place of
 * their own in the order. The other way round, the symex has no events for what a thread reads while it is the only
 * one. */
#ifndef HEDDLE_REPLAY_REPLAY_MATCH_H
#define HEDDLE_REPLAY_REPLAY_MATCH_H

#include "base/map.h"
#include "encode/execution.h"

typedef struct replay_turn {
    bool is_told;     /* the machine tells of such an event */
    bool is_done;     /* its thread has done it */
    bool is_waiting;  /* a store that is in its thread's buffer */
    uint64_t address; /* of a store: the machine's */
    uint32_t number;  /* of the machine's event that was it; IR_NONE: there was none */
} replay_turn;

typedef struct replay_thread {
    uint32_t machine;    /* its number there; IR_NONE until it is started */
    VEC(uint32_t) steps; /* of the execution: those that are told, in program order */
    uint32_t done;       /* how many of them */
} replay_thread;

typedef struct replay {
    const execution *e;
    const symex *s;
    machine *m;
    machine_state *state;
    replay_turn *turns;     /* by step of the execution */
    replay_thread *threads; /* by thread of the symex */
    VEC(uint32_t) symex_of; /* by thread of the machine: IR_NONE if it is none of the execution's */
    uint64_t *object_of;    /* by object of the symex: the machine's, 0 if not seen yet */
    bool *is_used;          /* by input */
    strbuf difference;      /* the first; empty: none yet */
    uint32_t told;          /* events of the machine, so far */
    machine_choices *schedule;
    machine_result *violation;
    bool is_over;   /* the violation has happened */
    budget *limits; /* may be NULL */
    map ranks;      /* under a model without a machine: address -> rank of the last write there, in its place's order */
} replay;

void replay_match_init(replay *r, const execution *e);
void replay_match_clear(replay *r);

/* For machine_options.on_event; the context is the replay. */
void replay_match_event(void *context, const machine_state *state, const machine_event *event);
/* The nondeterministic value that the thread needs for the instruction at pc. */
void replay_match_value(replay *r, uint32_t thread, const machine_result *asked, uint64_t value[2]);
/* Does the thread wake up without its condition in the IR_AWAIT at pc, which it stands at? */
bool replay_match_wakes(const replay *r, uint32_t thread, ir_id pc);
/* "read of x at f.c:12" */
void replay_match_describe(const replay *r, uint32_t step, strbuf *out);

static inline const symex_event *replay_event_of(const replay *r, uint32_t step)
{
    return &r->s->events.data[r->e->steps.data[step].event];
}

static inline ir_op replay_op_at(const replay *r, ir_id pc)
{
    return (ir_op)r->s->program->code.data[pc].op;
}

/* The first step of the thread that is not done; IR_NONE if all are. */
static inline uint32_t replay_next_step(const replay_thread *t)
{
    return t->done < t->steps.size ? t->steps.data[t->done] : IR_NONE;
}

#endif
