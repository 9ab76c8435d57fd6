/* The store-buffer machine: concrete execution of a program, one choice at a time, under a memory
 * model whose executions a machine with store buffers has.
 *
 * A state is memory, threads and their store buffers. From a state, a *choice* leads to the next one:
 *
 *   - a thread takes a step: the instruction it stands at, which other threads can notice (it is *visible*), and
 *     then everything after it that they cannot, up to just before its next visible one;
 *   - a buffered store of a thread is committed to memory;
 *   - a thread that waits wakes up although its condition does not hold (spurious wake-up, time-out).
 *
 * A step may need one nondeterministic value; the choice carries it. So a list of choices determines an execution:
 * that is a schedule (schedule.h). docs/ground-truth.md, "The operational reading", is what commit.c implements; which
 * buffers there are, and whether a thread sees what waits in its own, the model says (model/model.h).
 *
 * Invisible is what a thread does while no other one can do anything, and, at any time: registers, objects that no
 * other thread can reach (ir_site.is_private), constants, and, where stores are buffered, stores to globals, because a
 * buffer is its thread's own until a commit. Running them at once loses no outcome: they commute with everything that
 * other threads can do. */
#ifndef HEDDLE_MACHINE_MACHINE_H
#define HEDDLE_MACHINE_MACHINE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/budget.h"
#include "base/diag.h"
#include "base/hash.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "ir/ir.h"
#include "machine/bounds.h"
#include "model/model.h"
#include "property/property.h"

typedef enum machine_choice_kind {
    MACHINE_STEP,
    MACHINE_COMMIT,
    MACHINE_WAKE,
    MACHINE_OBJECT, /* before all others: the next object that the thread makes has the number value[0] */
    MACHINE_SEE, /* for a model without a machine: the `index` bytes at value[1] are what the thread sees, value[0] */
} machine_choice_kind;

typedef struct machine_choice {
    uint16_t thread;
    uint8_t kind;      /* machine_choice_kind */
    bool has_value;    /* a step that needed a nondeterministic value */
    uint32_t index;    /* of the store in the buffer, for a commit */
    uint64_t value[2]; /* the nondeterministic value, low half first; see MACHINE_SEE */
} machine_choice;

typedef VEC(machine_choice) machine_choices;

/* What a thread did, for traces. */
typedef enum machine_event_kind {
    MACHINE_EVENT_READ,
    MACHINE_EVENT_WRITE,    /* to memory */
    MACHINE_EVENT_BUFFERED, /* into the store buffer */
    MACHINE_EVENT_COMMIT,
    MACHINE_EVENT_RMW, /* read `old`, wrote `value` */
    MACHINE_EVENT_FENCE,
    MACHINE_EVENT_START, /* `value`: the new thread's number */
    MACHINE_EVENT_JOIN,
    MACHINE_EVENT_END,
    MACHINE_EVENT_ATOMIC_BEGIN,
    MACHINE_EVENT_ATOMIC_END,
    MACHINE_EVENT_AWAIT, /* `value`: 1 if the condition holds, 0 if it woke up without; `old`: 1 if it could have */
    MACHINE_EVENT_NONDET,
    MACHINE_EVENT_ALLOC,
    MACHINE_EVENT_FREE,
    MACHINE_EVENT_GONE, /* an object that others could reach ends; `value`: 1 if that waits in the store buffer */
    MACHINE_EVENT_STOP, /* a failed assume, abort, exit; `value`: 1 if the atomic block that it was in is undone */
    /* Only if is_traced: at bytes, or with size 0 at their object; `value`: 1 if only at whether they were ever set,
     * `old`: 1 if the object has ended */
    MACHINE_EVENT_LOOK,
} machine_event_kind;

typedef struct machine_event {
    machine_event_kind kind;
    uint32_t thread;
    ir_id pc;      /* the instruction */
    ir_id user_pc; /* the same, or the user's call that led into a model */
    uint64_t address;
    uint8_t size;        /* bytes accessed; 0 if none */
    bool from_buffer;    /* a read that saw a store in its own buffer */
    bool is_unset;       /* what was read has unset bits (ir/unset.h) */
    uint64_t old, value; /* what was read or written (`old` only for RMW and AWAIT) */
} machine_event;

struct machine_state;
struct machine_known;

typedef struct machine_options {
    const model *model; /* NULL: the first of the table, without buffers */
    bool malloc_may_fail;
    uint32_t buffer_bound;             /* a store buffer never holds more; 0: no bound */
    property_set ignored;              /* no violation: the thread only stops there */
    bool finds_races;                  /* PROPERTY_RACE counts (race.h) */
    property_set ends;                 /* of the shape END, that are violations */
    bool finds_all;                    /* all violations are asked for, not only whether there is one (known.h) */
    const struct machine_known *known; /* as `ignored`, but only these; a race or an end among them is passed over */
    struct quiet *quiet;               /* which variables are accessed is noted there (quiet.h); may be NULL */
    const machine_bounds *bounds;      /* of loops; NULL: none */
    bool normalise;                    /* clear dead registers and reuse object numbers early: for searching states */
    /* For telling executions apart by what was read: all that a thread can find out is told as an event; once there is
     * a second thread, a step has at most one visible instruction; no number is used again, so that an object has
     * the same one in all executions in which its thread has done the same; and so has a thread, however many others
     * were started before. There may be threads that have not begun, then, before others: they count as finished. */
    bool is_traced;
    /* Called for everything that happens, if not NULL; the state is the one it happens in. */
    void (*on_event)(void *context, const struct machine_state *state, const machine_event *event);
    /* Called with what the program prints, if not NULL. */
    void (*on_output)(void *context, int stream, const char *bytes, size_t size);
    void *context;
    budget *budget; /* asked now and then: once it is spent, every choice ends in MACHINE_LIMIT; may be NULL */
} machine_options;

typedef enum machine_end {
    MACHINE_OK,
    MACHINE_NEEDS_VALUE, /* the choice lacks a nondeterministic value of `width` bits; nothing has happened */
    MACHINE_VIOLATION,   /* the property is violated; the thread has stopped, the state is usable */
    MACHINE_UNSUPPORTED, /* a construct that is not modelled was reached */
    MACHINE_LIMIT,       /* stack depth, object numbers, ... */
    MACHINE_NOT_ENABLED, /* the choice is not possible in this state (a schedule that does not fit) */
} machine_end;

/* Where a thread is. */
typedef struct machine_place {
    uint32_t thread;
    ir_id pc, user_pc;
} machine_place;

/* Calls of the user's functions that are under way, innermost first, and where in them the thread is. */
typedef struct machine_call {
    ir_id function, pc;
} machine_call;

typedef VEC(machine_call) machine_stack;

/* A violation has a place, a second one, or none, as the shape of its property says: for END, the thread, pc and
 * user_pc are IR_NONE. */
typedef struct machine_result {
    machine_end end;
    uint8_t width;     /* MACHINE_NEEDS_VALUE */
    uint64_t address;  /* MACHINE_NEEDS_VALUE, for bytes that were never set: where an access finds them; of a race,
                          where the first access is; else 0 */
    ir_id pc, user_pc; /* where, unless MACHINE_OK */
    uint32_t thread;
    property violated;   /* MACHINE_VIOLATION */
    machine_place other; /* MACHINE_VIOLATION of the shape PAIR: the second place */
    uint64_t lines;      /* MACHINE_VIOLATION of the shape END: the same if it is the same one (known.h) */
    char *message;       /* owned by the caller: free with machine_result_clear */
    machine_stack stack; /* MACHINE_VIOLATION at a place: of `thread`; owned by the caller, too */
} machine_result;

void machine_result_clear(machine_result *result);

typedef struct machine machine;
typedef struct machine_state machine_state;

machine *machine_new(const ir_program *program, const machine_options *options);
void machine_free(machine *m);
const ir_program *machine_program(const machine *m);
const model *machine_model_of(const machine *m);
/* How many instructions this machine has executed. */
uint64_t machine_instruction_count(const machine *m);

/* Which loops were not followed to their end, in any execution so far. */
const machine_cuts *machine_cuts_of(const machine *m);

/* The state in which main is about to start. */
machine_state *machine_start(machine *m);
machine_state *machine_state_copy(const machine_state *state);
void machine_state_free(machine_state *state);
/* Equal states have equal hashes; see base/hash.h for the converse. O(changed objects + threads' frames). */
hash128 machine_state_hash(machine_state *state);
/* About how much memory it takes that it does not share with others. O(objects). */
uint64_t machine_state_bytes(const machine_state *state);

/* What can happen next: appended to `choices`, steps without their values. Spurious wake-ups come after all
 * others; *progress says whether there is anything but them. *bounded is set if a thread's step is left out
 * because its buffer is full. */
void machine_choices_of(const machine *m, const machine_state *state, machine_choices *choices, bool *progress,
                        bool *bounded);
bool machine_choice_is_enabled(const machine *m, const machine_state *state, const machine_choice *choice);
/* After a violation: the others see nothing of the atomic block that the thread was in, if it was in one. */
void machine_undo_block(machine_state *state, uint32_t thread);
/* Makes the choice, in place. */
machine_result machine_take(machine *m, machine_state *state, const machine_choice *choice);

/* ---- looking at a state ---- */

typedef enum machine_thread_status {
    MACHINE_RUNNING,  /* or waiting */
    MACHINE_FINISHED, /* returned, or pthread_exit */
    MACHINE_EXITED,   /* exit, abort, or the return of main: the process would end */
    MACHINE_STOPPED,  /* a failed assume: executions that go this way do not count as complete */
    MACHINE_FAILED,   /* a violation */
} machine_thread_status;

uint32_t machine_thread_count(const machine_state *state);
machine_thread_status machine_status_of(const machine_state *state, uint32_t thread);
/* All threads have ended, none by a failed assume, and all buffers are empty. */
bool machine_is_complete(const machine_state *state);
/* Nobody can go on, although somebody wants to and nobody was stopped. Given that there is no progress. */
bool machine_is_deadlock(const machine_state *state);

/* Memory contents, ignoring buffers; false if not inside a live object. */
bool machine_peek(const machine_state *state, uint64_t address, uint8_t size, uint64_t *value);

/* Sets memory, ignoring buffers: for trying out what a thread would do. False if it is not inside a live object. */
bool machine_poke(machine_state *state, uint64_t address, uint8_t size, uint64_t value);
/* No data race is found in this state and those that follow: for trying out, too. */
void machine_forget_races(machine_state *state);
/* What the thread will do, as far as that is known to it alone: equal hashes mean equal places in the program, equal
 * registers that matter, and equal private memory. What waits in its buffer does not count. O(frames + private bytes).
 */
hash128 machine_thread_hash(machine *m, machine_state *state, uint32_t thread);

/* The newest store to exactly these bytes that waits in the thread's buffer; false if there is none. */
bool machine_buffered(const machine_state *state, uint32_t thread, uint64_t address, uint8_t size, uint64_t *value);

/* Which local variable of its thread has the address: what an alloca made, and how many it had made in that thread
 * before (as far as their numbers have not been used again). False if it is no local
 * variable, or bytes that were not set have been copied into it. */
bool machine_find_local(const machine_state *state, uint64_t address, ir_id *site, uint32_t *instance);

/* What waits in a store buffer. */
typedef struct machine_waiting {
    uint64_t address;
    uint8_t size;  /* bytes; 0: the end of the object's life, or a fence */
    bool is_fence; /* no store: what is behind it stays behind what is before it */
} machine_waiting;

/* How many entries the thread's buffer has, and the one at `index`, oldest first; the index is that of a commit. */
uint32_t machine_waiting_count(const machine_state *state, uint32_t thread);
machine_waiting machine_waiting_at(const machine_state *state, uint32_t thread, uint32_t index);

/* Where the thread stands: the user's line, even inside a model. IR_NONE if it has ended. */
ir_id machine_user_pc(const machine *m, const machine_state *state, uint32_t thread);
/* The calls that the thread is in. */
void machine_stack_of(const machine *m, const machine_state *state, uint32_t thread, machine_stack *stack);
/* What the thread waits for, if its next step is to wait until memory has some value. */
bool machine_awaits(const machine_state *state, uint32_t thread, uint64_t *address, uint8_t *size);
/* The very instruction that its next step begins with. IR_NONE if it has ended. */
ir_id machine_next_pc(const machine_state *state, uint32_t thread);
/* The thread that is in the middle of an atomic block, so that nobody else can do anything; or IR_NONE. */
uint32_t machine_atomic_owner(const machine_state *state);

/* ---- names, as the user wrote them ---- */

/* "main", "T1 (worker)". */
void machine_describe_thread(const machine *m, const machine_state *state, uint32_t thread, strbuf *out);
/* The C expression for the bytes at `address`; returns their ctype or IR_NONE. */
ir_id machine_describe_place(const machine *m, const machine_state *state, uint64_t address, uint64_t size,
                             strbuf *out);
/* A value as the type says: 3, -1, 'a', 1.5, &x, NULL, true. */
void machine_describe_value(const machine *m, const machine_state *state, ir_id type, uint8_t size, uint64_t value,
                            strbuf *out);
/* Why the thread does not go on: "T1 (worker) waits for mutex `m`, held by main, in pthread_mutex_lock at f.c:12". */
void machine_describe_wait(const machine *m, const machine_state *state, uint32_t thread, strbuf *out);
/* The choice, for a person: "T1 steps at f.c:12", "commit of x = 1 by T0". */
void machine_describe_choice(const machine *m, const machine_state *state, const machine_choice *choice, strbuf *out);

#endif
