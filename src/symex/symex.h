/* Bounded symbolic execution: a program becomes, per thread, a list of guarded events over memory, with terms for
 * guards, addresses and values, and the list of what must never happen.
 *
 * Each thread is executed once, along all its paths together. A *guard* is the truth value "this point is reached";
 * every event has one. Paths merge where they join (registers by if-then-else), loops are unrolled in place, calls
 * are inlined. Objects that no other thread can reach (ir_site.is_private) are plain values; an access to any other
 * object is an event, whatever its address: what it may hit is found out afterwards (memory/may.h).
 *
 * Invariants: a thread's events are in program order; an event's guard implies the guard of the point where its
 * thread was started; events of one atomic block have the same `block` and nothing of the thread lies between them
 * but events of that block, and of branches that have left it; joins are in the order of their events; a section lies
 * in an earlier one of its thread; behind `first_last` there are events of main only. */
#ifndef HEDDLE_SYMEX_SYMEX_H
#define HEDDLE_SYMEX_SYMEX_H

#include "base/budget.h"
#include "base/diag.h"
#include "ir/ir.h"
#include "property/property.h"
#include "symex/depends.h"
#include "symex/guard.h"
#include "term/term.h"

typedef enum symex_kind {
    SYMEX_READ, /* `value` is a variable of its own */
    SYMEX_WRITE,
    SYMEX_FENCE, /* `fence` says which; only if it is executed */
    SYMEX_START, /* starts thread `other`; a full fence */
    SYMEX_JOIN,  /* waits for a thread: those in `joins`; a full fence */
    SYMEX_BEGIN, /* the thread's first and last event: full fences */
    SYMEX_END,   /* where deadlocks are looked for, also of a thread that waits for ever */
} symex_kind;

/* Part of the step that takes the lock of the event's section, or of the one that gives it back. */
typedef enum symex_handover { SYMEX_INSIDE, SYMEX_TAKES, SYMEX_GIVES } symex_handover;

typedef struct symex_event {
    uint8_t kind;  /* symex_kind */
    uint8_t size;  /* bytes, of an access */
    uint8_t order; /* ir_order, of an access; of a comparison, the one if it succeeds */
    ir_fence fence;
    uint8_t handover;    /* symex_handover */
    bool is_alive_check; /* reads or writes the byte that says whether an object is alive (symex_alive) */
    bool is_last_look;   /* such a read by itself, when the program ends; the others are part of an access */
    bool is_free;        /* of a free: if there is no such byte, it is that which is wrong, not an access */
    bool is_update;      /* its atomic block is one atomic instruction, which has an order of its own */
    bool is_atomic;      /* of an access: it cannot race with others that are; by its order, or in an atomic block */
    uint32_t thread;
    uint32_t block;   /* atomic block, or IR_NONE */
    uint32_t section; /* the innermost critical section, or SYMEX_NO_SECTION */
    uint32_t other;
    term guard, address, value;
    term unset; /* bits of the value that are, where book is kept of them (ir/unset.h); SYMEX_ALL_SET: none */
    /* What it depends on among the earlier reads of its thread, if that is recorded: what its address was computed
     * from; what is written; and what branches were decided by that come before it, on the way to it and on others
     * that have joined it since. The write of a read-modify-write depends on its read. */
    depends on_address, on_data, on_control;
    ir_id pc, user_pc;
} symex_event;

typedef struct symex_thread {
    ir_id entry;            /* function */
    uint32_t parent, start; /* thread and event that started it; IR_NONE for main */
    uint32_t begin, end;    /* events; end is IR_NONE if it never ends */
    VEC(uint32_t) events;
    term guard;        /* is it started? */
    term end_guard;    /* does it end? */
    term stands_guard; /* does it come to a wait in vain, if only for now? (deadlock.c) */
    term exit_guard;   /* does it end the process (exit, abort)? */
    term joined;       /* is it joined or detached? */
    uint32_t joiner;   /* the last thread that may do so, or IR_NONE */
    uint32_t detached; /* if it is itself: its last event before */
    bool is_contested; /* are there several of them? */
    term is_seen;      /* is it not started in an atomic block that does not end? */
    term result;
} symex_thread;

/* JOIN event `event` waits for `thread` if `condition` holds. */
typedef struct symex_join {
    uint32_t event, thread;
    term condition;
} symex_join;

/* What must not happen: `guard` true. */
typedef struct symex_claim {
    property property;
    bool is_unsupported; /* no violation of a property: the result is worth nothing if it is reachable */
    bool is_residue;     /* what is unsupported only if violations of the property do not count: see `surely` */
    bool is_late;        /* about a store: where stores are buffered, its thread may have gone on when it happens */
    bool goes_on;        /* events behind it do not have in their guards that it does not happen */
    term guard;
    /* An access may lie in an object that symbolic execution did not take into account, since its address is made of
     * numbers. Where this holds it surely does not, and the machine will say so; TERM_NONE: always. */
    term surely;
    uint32_t thread;
    uint32_t position; /* how many of the thread's events come before */
    uint32_t block;    /* atomic block that it is in, or IR_NONE */
    uint32_t other;    /* an event of another thread that is needed as well; 0: none */
    ir_id pc, user_pc;
    char *message;
} symex_claim;

/* Bytes of a lock that must have been written before it is used, in an object that has no initial value. */
typedef struct symex_init_check {
    uint64_t address;
    uint64_t size;
    term guard;
    uint32_t thread, position, block;
    ir_id pc, user_pc;
} symex_init_check;

typedef enum symex_cut_kind { SYMEX_CUT_LOOP, SYMEX_CUT_CALL, SYMEX_CUT_SIZE } symex_cut_kind;

/* A loop, a recursion or a size that was not followed any further. */
typedef struct symex_cut {
    term guard;
    uint32_t thread, position;
    ir_id pc;            /* of the loop's header, the call, or the user's access */
    uint32_t iterations; /* or calls, or bytes */
    symex_cut_kind kind;
    uint32_t block; /* atomic block that it is in, or IR_NONE */
} symex_cut;

/* A nondeterministic value. */
typedef struct symex_choice {
    term variable, guard;
    uint32_t thread, position;
    ir_id pc;
    uint64_t place; /* of what a variable holds that was never set: its address; else 0 */
    bool is_input; /* asked for by the program; else what something holds that was never set, or what a model decides */
} symex_choice;

typedef enum symex_origin { SYMEX_GLOBAL, SYMEX_FUNCTION, SYMEX_STACK, SYMEX_HEAP, SYMEX_TLS } symex_origin;

/* Indexed by object number - 1: first the globals and functions, as in ir.h, then what the threads make. */
typedef struct symex_object {
    symex_origin origin;
    uint32_t id;     /* global, function, site, or pc of the user's call */
    uint32_t thread; /* that made it */
    term size;       /* as wide as an address */
    term guard;      /* is it made? */
    term dead;       /* of a private one: is it gone? */
    uint32_t before; /* of one on the heap: the last event of its thread before it was made */
    bool is_private, is_constant, is_zeroed;
    bool may_die;         /* somebody may free it, or its function returns */
    const uint8_t *bytes; /* what it holds at first, if it is neither a global nor zeroed; NULL: anything */
} symex_object;

enum { SYMEX_NO_SECTION = 0 };
enum { SYMEX_ALL_SET = 0 }; /* instead of a term of zeros */

/* What a thread does while it holds a lock (models/heddle.h, __heddle_lock_taken), from the step that takes it to the
 * one that gives it back, both included. No other thread can get the lock meanwhile. */
typedef struct symex_section {
    uint32_t thread;
    uint32_t outer; /* the section that it is in, or SYMEX_NO_SECTION */
    term lock;      /* address */
    /* Where paths meet that hold the lock since different places: the sections that go on in this one. Else none. */
    uint32_t parts[2];
} symex_section;

/* What became of a loop of the source, over all its runs. Loops of a function are numbered from 0 in the order of
 * their headers. */
typedef struct symex_loop {
    ir_id function, header; /* header: pc of its first instruction */
    uint32_t number;
    uint32_t iterations; /* the most in one run */
    bool is_cut, is_waiting;
} symex_loop;

/* Iterations that wait on a condition variable were left out (unroll.c): an access to the mutex, and one to the
 * condition variable. IR_NONE: it is not known. */
typedef struct symex_left_out {
    uint32_t lock, condition; /* events */
} symex_left_out;

/* A bound for one loop: --unwindset function.number:bound. */
typedef struct symex_bound {
    ir_id function;
    uint32_t number, bound;
} symex_bound;

/* The bytes [start, end) of an object. */
typedef struct symex_range {
    uint64_t start, end; /* addresses */
} symex_range;

/* Which bytes of globals, and of objects that were made before there was a second thread, may be written while there is
 * more than one: sorted, disjoint. All other bytes of these are then as the first thread left them, and reading them
 * needs no event (memory/settled.h finds this out). */
typedef struct symex_written {
    VEC(symex_range) ranges;
} symex_written;

/* A loop or size that was cut when the same program was unrolled less, and the fewest iterations after which that was.
 */
typedef struct symex_done {
    ir_id pc; /* as in symex_cut */
    uint32_t iterations;
} symex_done;

typedef struct symex_options {
    uint32_t unwind;       /* iterations of a loop whose end is not known; recursion likewise */
    bool is_exact;         /* the user gave it: no loop is believed to have an end that is not known */
    uint32_t known_unwind; /* iterations of a loop whose end is known; 0: up to its end */
    const symex_bound *bounds;
    uint32_t bound_count;
    uint32_t done_unwind;   /* what `unwind` was before; 0: this is the first time */
    const symex_done *done; /* loops that were cut then */
    uint32_t done_count;
    bool cuts_sizes; /* the depth holds for objects whose size is not known, too */
    bool malloc_may_fail;
    bool records_dependencies;    /* of events: for models that ask for them */
    bool is_weak;                 /* for models that are known by axioms, too */
    bool keeps_reads;             /* with is_weak: also those of what nobody writes, whatever they are */
    bool keeps_checked;           /* reads of what may be freed have events, for who wants to meet the free */
    bool finds_leaks, finds_lost; /* memory that is left, or lost, when the program ends has claims */
    bool follows_waits;           /* somebody could tell how often threads wait on condition variables */
    bool finds_deadlocks;         /* claims that there is none (deadlock.c); not with is_weak */
    uint64_t max_events;          /* 0: no limit */
    uint64_t max_work;            /* instructions; 0: no limit */
    const symex_written *written; /* NULL: any byte may be */
    budget *budget;               /* once it is spent, there is no result; may be NULL */
} symex_options;

typedef struct symex {
    const ir_program *program;
    term_table *terms;
    VEC(symex_event) events;
    VEC(symex_thread) threads;
    VEC(symex_join) joins;
    VEC(symex_claim) claims;
    VEC(symex_init_check) init_checks;
    VEC(symex_cut) cuts;
    VEC(term) passed; /* an execution that was cut with `done_unwind` makes one of these true */
    VEC(symex_choice) choices;
    VEC(symex_object) objects;
    VEC(symex_loop) loops; /* those that were run */
    VEC(uint32_t) watched; /* accesses (events) to locks that somebody looks at without waiting for them */
    VEC(symex_left_out) left_out;
    VEC(symex_section) sections; /* the first one stands for SYMEX_NO_SECTION */
    guards guards;               /* how the events' guards were made */
    depends_table depends;
    uint32_t block_count;
    VEC(bool) unfinished;   /* by atomic block: it may not come to its end after others could see something of it */
    term focus;             /* the number of one of these plus one, or 0 (unfinished.c); TERM_NONE: there are none */
    uint32_t first_late;    /* from this event on there may be several threads */
    uint32_t first_last;    /* from this event on: reads that no thread does, behind all that threads do (deadlock.c) */
    uint64_t early_objects; /* numbers up to this one: made before that */
    uint64_t given_objects; /* numbers up to this one: there before main begins */
    uint8_t argument_bytes[24]; /* argv[0], argv[1], and the text of argv[0] */
    bool is_weak;               /* as in the options */
    bool frees;                 /* something is freed: accesses check that their object is alive */
    budget *budget;             /* as in the options: for what takes long later on */
} symex;

/* NULL and a diagnostic if a limit is hit. */
symex *symex_run(const ir_program *program, const symex_options *options, diag *d);
void symex_free(symex *s);
/* Do the invariants hold, as far as guards tell? O(its size). */
bool symex_is_valid(const symex *s);

/* For loops over what the execution has made: so much work is done in a round (base/budget.h). If it is time to stop,
 * what they make is of no use. */
static inline bool symex_is_stopped(const symex *s, uint64_t work)
{
    return budget_charge(s->budget, work);
}

/* How many events of its thread come before it. O(log events). */
uint32_t symex_position_of(const symex *s, uint32_t event);

/* What is in one of the sets that the event depends on, ascending, but no more than the last `most`; true if there are
 * no others. A condition says when, beyond that both the event and the read are executed. */
bool symex_list_dependencies(const symex *s, uint32_t event, depends set, uint32_t most, depends_list *out);

/* What bytes of an object hold at first; false if that may be anything, or, where book is kept of unset bits, if all
 * are. At most 8 bytes. */
bool symex_initial_bytes(const symex *s, uint64_t address, uint8_t size, uint64_t *value);

/* Does what goes wrong in the atomic block (or IR_NONE) count in the execution? TERM_TRUE unless blocks may be left
 * unfinished. */
term symex_counts(const symex *s, uint32_t block);
term symex_in_focus(const symex *s, uint32_t block);

/* The address of the byte that says whether the object that `address` points into is alive: position 0, where no object
 * has bytes. */
term symex_alive(const symex *s, term address);
static inline uint64_t symex_alive_address(ir_layout layout, uint64_t object)
{
    return object << layout.offset_bits;
}

static inline bool symex_is_alive_address(ir_layout layout, uint64_t address)
{
    return (address & ir_position_mask(layout)) == 0;
}

#endif
