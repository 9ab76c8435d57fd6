/* Symbolic execution, inside the module. */
#ifndef HEDDLE_SYMEX_CONTEXT_H
#define HEDDLE_SYMEX_CONTEXT_H

#include "symex/guard.h"
#include "symex/loops.h"
#include "symex/symex.h"

/* The value of some bytes of a private object. Cells of one object never overlap. */
typedef struct private_cell {
    uint64_t offset;
    uint8_t size;
    term value;
} private_cell;

typedef struct private_object {
    VEC(private_cell) cells; /* sorted by offset */
} private_object;

/* The lock that a thread holds. */
typedef struct holding {
    uint32_t section; /* or SYMEX_NO_SECTION */
    bool is_giving;   /* the lock is free when the atomic block ends */
} holding;

/* What arrives at a block before it is run. */
typedef struct pending {
    guard_list guards;
    term *arguments; /* by parameter; merged */
    uint32_t atomic_depth, block;
    holding holding;
} pending;

typedef struct frame {
    struct frame *caller;
    ir_id function;
    const loops *loops;
    term *registers;   /* by slot; a wide value under its first slot */
    pending *arriving; /* by block of the function */
    pending again;     /* the back edges of the innermost loop that is running */
    uint32_t loop;     /* that loop, or IR_NONE */
    ir_id call_pc;     /* in the caller */
    term entry_guard;
    pending returning; /* to the caller; without arguments */
    term *results;
    VEC(uint64_t) locals; /* object numbers */
} frame;

/* What a loop's iteration did, to see whether it was only waiting. */
typedef struct effects {
    uint64_t count;        /* of writes, allocations, threads ... */
    term changed;          /* when any of these happened */
    bool is_sure;          /* one of them always does */
    term guard;            /* of the iteration */
    term rmw_changed;      /* an RMW wrote another value than it read */
    bool waits;            /* it let a mutex go, waited on a condition variable, and has the mutex again */
    bool has_known_exit;   /* a branch out of the loop had a known condition, of other values than the last time */
    bool has_stale_exit;   /* or of the same */
    uint64_t first_object; /* objects made since are the iteration's own */
} effects;

/* A branch out of a loop whose condition was known. */
typedef struct exit_test {
    const ir_instruction *definition; /* of the condition; NULL: it is a parameter */
    bool is_fixed;                    /* loops_test_is_fixed */
    uint64_t last;                    /* what was compared the last time */
} exit_test;

/* A claim that a thread is joined or detached that does not exist, made when only the first `known` threads were. */
typedef struct early_use {
    uint32_t claim, known;
    term number;
} early_use;

/* The thread that is running, and where it stands. */
typedef struct standing {
    uint32_t thread;
    frame *top;
    term guard;
    ir_id pc;
    uint32_t atomic_depth, block;
    holding holding;
    effects effects;
    guard_list ends;     /* where the thread ended by pthread_exit, or returned */
    uint32_t loop_bound; /* for the next loop, by __VERIFIER_loop_bound; 0: none */
} standing;

typedef struct context {
    symex *s;
    const symex_options *options;
    diag *d;
    VEC(loops *) loops;           /* by function; NULL until needed */
    VEC(private_object) privates; /* by object number - 1 */
    map thread_locals;            /* thread << 32 | global -> object number */
    map exit_numbers;             /* branch -> index in exit_tests */
    VEC(exit_test) exit_tests;
    ir_id thread_return;
    bool *is_address_taken; /* by function */
    standing standing;
    bool has_lost_track; /* the only thread has stored where is not known */
    bool is_over;        /* a limit was hit */
    VEC(early_use) early_uses;
    uint64_t work; /* instructions, and cells that one access may mean */
} context;

static inline term_table *terms_of(const context *x)
{
    return x->s->terms;
}

static inline uint8_t symex_pointer_bits(const context *x)
{
    return x->s->program->layout.pointer_bits;
}

/* A number as wide as a pointer. */
static inline term symex_number(const context *x, uint64_t value)
{
    return term_constant(terms_of(x), symex_pointer_bits(x), value);
}

static inline term symex_address_of(const context *x, uint64_t object)
{
    return symex_number(x, ir_pointer(x->s->program->layout, object, 0));
}

/* Something happens here that others, or later iterations, can notice. */
static inline void symex_note_effect(context *x)
{
    effects *e = &x->standing.effects;
    e->count++;
    e->is_sure |= x->standing.guard == e->guard;
    e->changed = term_or(terms_of(x), e->changed, x->standing.guard);
}

/* ---- execute.c ---- */

/* Counts work, and ends the execution if the caller wants to stop. */
void symex_count_work(context *x);

const ir_block *symex_block_at(const context *x, uint32_t block);
/* Does the edge lead out of the loop that is running? */
bool symex_leaves_loop(const context *x, ir_id edge);
/* Runs a block, which `p` arrives at. */
void symex_run_block(context *x, uint32_t block, pending *p);

/* By function: may a call through a pointer mean it? (taken.c) */
bool *symex_find_address_taken(const ir_program *program);

/* Runs the function as a call under the present guard; on return, x->guard says whether it came back. */
void symex_call(context *x, ir_id function, const term *arguments, ir_id call_pc, term *results);
term symex_operand(const context *x, ir_operand operand, uint8_t width);
/* An operand that is as wide as a pointer. */
term symex_word(const context *x, ir_operand operand);
void symex_set(context *x, ir_register reg, term value);

/* ---- unroll.c ---- */

/* Runs the blocks order[first .. first + count), of which inner loops are run as one piece. */
void symex_run_region(context *x, uint32_t first, uint32_t count);

/* ---- compute.c ---- */

void symex_compute(context *x, const ir_instruction *in);

/* ---- access.c ---- */

term symex_load(context *x, term address, uint8_t size);
void symex_store(context *x, term address, uint8_t size, term value);
/* *address = update(old) in one step; returns the old value. NULL new value term means no write (failed compare). */
void symex_rmw(context *x, const ir_instruction *in);
void symex_bulk(context *x, const ir_instruction *in);
uint64_t symex_new_object(context *x, symex_origin origin, uint32_t id, term size, bool is_private, bool is_zeroed);

/* ---- private.c ---- */

term symex_private_read(context *x, uint64_t number, uint64_t offset, uint8_t size);
/* Is it known what the bytes hold, or were they never stored to and hold any value? */
bool symex_private_is_known(context *x, uint64_t number, uint64_t offset, uint8_t size);
void symex_private_write(context *x, uint64_t number, uint64_t offset, uint8_t size, term value);

/* ---- lifetime.c ---- */

/* The function returns. */
void symex_kill_locals(context *x, const frame *f);
/* The thread ends, in that function or in one that it has called. */
void symex_end_locals(context *x, const frame *f);
void symex_end_thread_locals(context *x);

/* ---- sync.c ---- */

void symex_sync(context *x, const ir_instruction *in);
/* When all threads are known: which claims that there is no such thread are wrong? */
void symex_check_early_uses(context *x);
void symex_enter_atomic(context *x);
void symex_leave_atomic(context *x);

/* ---- sections.c ---- */

void symex_take_lock(context *x, term lock);
void symex_give_lock(context *x, term lock);
/* An atomic block has ended. */
void symex_end_handover(context *x);
/* What is surely held where two paths meet. */
holding symex_join_holding(context *x, holding a, holding b);

/* ---- record.c ---- */

uint32_t symex_record_event(context *x, symex_event event); /* fills in thread, guard, block and pc */
void symex_record_fence(context *x, ir_fence fence);
void symex_record_claim(context *x, symex_claim_kind kind, term guard, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void symex_record_cut(context *x, term guard, ir_id pc, uint32_t iterations, bool is_call);
/* How many iterations were followed before, if the loop was cut then; 0: it was not. */
uint32_t symex_iterations_done(const context *x, ir_id pc);
/* Executions in which the guard is true are followed further than before. */
void symex_record_passed(context *x, term guard);
term symex_record_choice(context *x, uint8_t width, const char *name);
/* This thread goes on only where `condition` holds. */
void symex_record_assume(context *x, term condition);
ir_id symex_record_user_pc(const context *x);

#endif
