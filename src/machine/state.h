/* The state of the machine, inside the module.
 *
 * Copying a state is cheap: threads and tables of objects (objects.h) are shared between states by reference count, and
 * cloned by the first writer. The hash of a thread is kept with it until that is written.
 *
 * Objects are numbered so that the number does not depend on how threads interleave (numbers.h). A number whose object
 * is dead is used again only when no word of memory, register or buffer mentions it (reuse.c), so a dangling pointer is
 * always noticed. */
#ifndef HEDDLE_MACHINE_STATE_H
#define HEDDLE_MACHINE_STATE_H

#include "base/map.h"
#include "machine/given.h"
#include "machine/liveness.h"
#include "machine/machine.h"
#include "machine/numbers.h"
#include "machine/objects.h"
#include "machine/quiet.h"

enum {
    MACHINE_MAX_THREADS = 128,
    MACHINE_MAX_FRAMES = 100000,
    MACHINE_LOCAL_BUDGET = 100000,    /* invisible instructions in one step while searching: then the step ends */
    MACHINE_DEAD_BEFORE_REUSE = 4096, /* when not searching */
    MACHINE_ANY_VALUE_BITS = 64,
    MACHINE_LARGEST_OBJECT = 1 << 30, /* bytes, of what is made at run time */
};

typedef enum machine_store_kind {
    MACHINE_STORE,
    MACHINE_KILL,   /* the end of an object's life, which others learn of as they do of a store */
    MACHINE_MARKER, /* a W->W fence: later stores stay behind earlier ones */
} machine_store_kind;

/* A store on its way to memory. */
typedef struct machine_store {
    uint64_t address, value;
    uint8_t kind;              /* machine_store_kind */
    uint8_t size, initialised; /* a bit per byte; size is 0 unless it is a MACHINE_STORE */
    uint64_t unset;            /* bits of the value that are, where book is kept of them */
    ir_id pc, user_pc;
} machine_store;

typedef struct machine_frame {
    ir_id function;
    ir_id pc;             /* the instruction being executed; in a caller, its call */
    uint32_t base;        /* first slot */
    uint32_t first_local; /* in thread->locals */
} machine_frame;

/* How far a memcpy, memmove or memset has got. */
typedef struct machine_bulk {
    uint64_t done;  /* bytes */
    uint64_t piece; /* read, not yet written */
    uint64_t unset; /* bits of it */
    uint8_t initialised;
    bool has_piece;
} machine_bulk;

typedef struct machine_thread {
    uint32_t references;
    bool has_hash; /* `hash` is that of the rest: nobody has written to it since */
    hash128 hash;
    uint8_t status; /* machine_thread_status */
    bool is_detached, is_joined;
    bool is_fresh;     /* it has to run up to its first visible instruction */
    uint32_t children; /* that it has started; only if is_traced */
    uint32_t atomic_depth;
    ir_id entry; /* function */
    uint64_t result;
    VEC(machine_frame) frames;
    VEC(uint64_t) slots;
    VEC(uint64_t) locals; /* object numbers of the frames' allocas */
    VEC(machine_store) buffer;
    VEC(uint64_t) tls;   /* object number by global; 0: not made yet */
    machine_loops loops; /* that it is in, if there are bounds (bounds.h); no part of the state */
    machine_bulk bulk;
    quiet_marks marks;
} machine_thread;

typedef struct machine_undo machine_undo;

struct machine_state {
    machine *machine;
    VEC(machine_thread *) threads;
    VEC(machine_objects *) objects; /* the globals, whose object number is place + 1; then by thread: what it made */
    uint32_t dead;                  /* numbers that wait for reuse */
    uint32_t atomic_owner;          /* thread, or IR_NONE */
    struct machine_races *races;    /* NULL unless they are looked for (race.h) */
    machine_undo *undo;             /* the state before the block of atomic_owner, or NULL (undo.h) */
};

struct machine {
    const ir_program *program;
    machine_options options;
    uint64_t first_dynamic; /* object number */
    liveness live;
    uint64_t instructions; /* executed so far */
    uint64_t choices;      /* made so far; counted only where there is a budget */
    uint64_t scanned;      /* bytes, for mentions of objects */
    machine_cuts cuts;
    uint64_t asked_at;   /* how much work there had been when the budget was asked last */
    given given;         /* of the run that was started last */
    map thread_numbers;  /* of the k-th child of a thread, if is_traced */
    ir_id thread_return; /* the model that a thread's start function returns to (keys' destructors), or IR_NONE */
};

/* ---- objects ---- */

enum { STATE_GLOBALS, STATE_FIRST_THREAD }; /* in state->objects */

static inline machine_objects **state_objects_of(const machine_state *state, uint32_t thread)
{
    return &state->objects.data[STATE_FIRST_THREAD + thread];
}

/* The object with this number, or NULL if there never was one. It may be another one after the next change. */
const machine_object *state_object(const machine_state *state, uint64_t number);
/* The same for writing; there must be one. */
machine_object *state_change_object(machine_state *state, uint64_t number);
/* The thread that made the object with this number; *k: how many it had made before. */
uint32_t state_owner(const machine *m, uint64_t number, uint64_t *k);
/* A new object of thread `thread`; its number, or 0 if numbers ran out. */
uint64_t state_new_object(machine_state *state, uint32_t thread, uint64_t size, machine_origin origin, uint32_t id,
                          bool is_zeroed);
/* Ends the object's life. */
void state_kill_object(machine_state *state, uint64_t number);
machine_thread *state_writable_thread(machine_state *state, uint32_t index);
/* The thread with this number, which is about to enter the function. Those before it that have not begun count as
 * finished. */
machine_thread *state_add_thread(machine_state *state, uint32_t number, ir_id entry);
/* Ends the thread's execution, in an atomic block or not; its objects live on. */
void state_stop_thread(machine_state *state, uint32_t index, machine_thread_status status);

/* Gives free numbers back: every dead object that nothing mentions. O(size of the state). */
void reuse_collect(machine_state *state);

#endif
