/* Symbolic execution, inside the module. */
#ifndef HEDDLE_SYMEX_CONTEXT_H
#define HEDDLE_SYMEX_CONTEXT_H

#include "symex/guard.h"
#include "symex/loops.h"
#include "symex/symex.h"

/* A value, and the reads that it was computed from. Of what is in memory, or goes there, also which bits are unset; of
 * what is in a register, another register says that (ir/unset.h). */
typedef struct symex_value {
    term value;
    depends depends;
    term unset; /* as wide, or SYMEX_ALL_SET */
} symex_value;

/* The value of some bytes of a private object. Cells of one object never overlap. */
typedef struct private_cell {
    uint64_t offset;
    uint8_t size;
    symex_value value;
} private_cell;

typedef struct private_object {
    VEC(private_cell) cells; /* sorted by offset */
} private_object;

typedef VEC(uint64_t) symex_instances;

/* An address, what it was computed from, and what the register that it comes from may point into. */
typedef struct symex_place {
    term address;
    depends depends;
    ir_origin origin;
} symex_place;

/* Where an access goes, if `guard` holds. */
typedef struct target {
    term guard, address;
    uint64_t object; /* a private one, or 0: a shared one */
} target;

typedef VEC(target) targets;

/* The lock that a thread holds. */
typedef struct holding {
    uint32_t section; /* or SYMEX_NO_SECTION */
    bool is_giving;   /* the lock is free when the atomic block ends */
} holding;

/* What arrives at a block before it is run. */
typedef struct pending {
    guard_list guards;
    symex_value *arguments; /* by parameter; merged */
    uint32_t atomic_depth, block;
    bool is_update; /* the block is one atomic instruction */
    holding holding;
    depends control;
} pending;

typedef struct frame {
    struct frame *caller;
    ir_id function;
    const loops *loops;
    symex_value *registers; /* by slot; a wide value under its first slot */
    pending *arriving;      /* by block of the function */
    pending *again;         /* by loop: what goes back to its header, while it is running */
    uint32_t loop;          /* the innermost that is running, or IR_NONE */
    uint64_t run;           /* of that loop: a number of its own */
    ir_id call_pc;          /* in the caller */
    term entry_guard;
    pending returning; /* to the caller; without arguments */
    symex_value *results;
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
    bool is_called_back;   /* a model has called a function of the user's */
    symex_left_out waited; /* for what it waited, if it did: the last one */
    uint32_t wait_count;   /* how often, on condition variables, one after the other or on different ways */
    term woken;            /* it waited, and goes on */
    term woken_in_vain;    /* and that without a signal */
    bool has_known_exit;   /* a branch out of the loop compared constants, other ones than before */
    bool has_stale_exit;   /* or the same */
    uint64_t first_object; /* objects made since are the iteration's own */
} effects;

#define NO_EFFECTS                                                                                                     \
    {                                                                                                                  \
        .changed = TERM_FALSE, .rmw_changed = TERM_FALSE, .woken = TERM_FALSE, .woken_in_vain = TERM_FALSE             \
    }

/* Has something changed from one iteration to the next, and not only to and fro? Of what comes back after p iterations,
 * at least every p-th is noticed. */
typedef struct progress {
    uint64_t last, mark; /* the last one, and that of iteration 2^k */
    uint32_t count;
} progress;

/* A branch out of a loop whose condition was known. */
typedef struct exit_test {
    const ir_instruction *definition; /* of the condition; NULL: it is a parameter */
    bool is_fixed;                    /* loops_test_is_fixed */
    uint64_t run;                     /* of the loop: `compared` is about it */
    progress compared;
} exit_test;

/* A claim that a thread is joined or detached that does not exist, made when only the first `known` threads were. */
typedef struct early_use {
    uint32_t claim, known;
    term number;
} early_use;

/* Text is printed whose length is a variable, and a claim says that it must not be. */
typedef struct unknown_length {
    term variable;
    uint32_t claim;
} unknown_length;

/* A place where a thread may stand for ever (deadlock.c). */
typedef struct symex_wait {
    term guard; /* it comes there, and does not go on */
    ir_id pc;
    bool is_join;
    term number; /* of a join: the thread that it waits for */
    /* Of an IR_AWAIT: where the word is, and the byte that says whether that is still there; TERM_NONE: nobody will
     * ever write it. */
    term address, alive;
    uint64_t relation; /* of the word, behind the mask, to the value, if the thread is to go on */
    term mask, value;
} symex_wait;

/* An atomic block, as far as it has been run (unfinished.c). */
typedef struct atomic_block {
    guard_list ends;    /* where it ended */
    term end;           /* does it? once all is run */
    bool is_followed;   /* it is the user's; those of the models come to their end */
    bool is_unfinished; /* it may be left unfinished after something that others could see */
} atomic_block;

/* The thread that is running, and where it stands. */
typedef struct standing {
    uint32_t thread;
    frame *top;
    term guard;
    ir_id pc;
    uint32_t atomic_depth, block;
    bool is_update; /* the block is one atomic instruction */
    bool is_node;   /* the block is one access with the check that its object is alive, and not atomic to others */
    holding holding;
    depends control; /* what the branches so far were decided by */
    effects effects;
    guard_list ends;     /* where the thread ended by pthread_exit, or returned */
    guard_list stands;   /* where it waits in vain, if deadlocks are looked for */
    uint32_t loop_bound; /* for the next loop, by __VERIFIER_loop_bound; 0: none */
} standing;

typedef struct context {
    symex *s;
    const symex_options *options;
    diag *d;
    VEC(loops *) loops;           /* by function; NULL until needed */
    VEC(private_object) privates; /* by object number - 1 */
    symex_instances *instances;   /* private objects that may be alive, by site or ir_tls_site */
    map thread_locals;            /* thread << 32 | global -> object number */
    map exit_numbers;             /* branch -> index in exit_tests */
    VEC(exit_test) exit_tests;
    uint64_t runs; /* of loops, so far */
    ir_id thread_return;
    bool *is_address_taken; /* by function */
    standing standing;
    bool has_lost_track; /* the only thread has stored where is not known */
    bool is_over;        /* a limit was hit */
    VEC(early_use) early_uses;
    VEC(uint32_t) joins_of_main; /* claims that they are not modelled */
    VEC(unknown_length) lengths;
    VEC(symex_wait) waits;
    term returned;            /* from main: the process is over */
    VEC(atomic_block) blocks; /* by number */
    uint32_t depth;           /* of calls, of all threads that are running: threads are run where they are started */
    uint64_t work;            /* instructions, and cells that one access may mean */
    uint64_t charged_builds;  /* term_builds that the budget knows of */
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

static inline symex_value symex_plain(term value)
{
    return (symex_value){value, DEPENDS_NONE, SYMEX_ALL_SET};
}

static inline depends symex_depend_both(const context *x, depends a, depends b)
{
    return a == b || b == DEPENDS_NONE ? a : depends_on_both(&x->s->depends, a, b);
}

/* What a path is decided by, all that comes after it depends on. */
static inline void symex_depend_control(context *x, depends on)
{
    x->standing.control = symex_depend_both(x, x->standing.control, on);
}

static inline depends symex_depend_choice(const context *x, term condition, depends then, depends otherwise)
{
    return then == otherwise ? then : depends_on_choice(&x->s->depends, condition, then, otherwise);
}

/* The bits that are unset, as a term of that width. */
static inline term symex_unset_bits(const context *x, term unset, uint32_t width)
{
    return unset == SYMEX_ALL_SET ? term_constant(terms_of(x), width, 0) : unset;
}

/* The other way round. */
static inline term symex_unset_of_bits(const context *x, term bits)
{
    return term_is_constant(terms_of(x), bits) && term_constant_value(terms_of(x), bits) == 0 ? SYMEX_ALL_SET : bits;
}

static inline term symex_choose_unset(const context *x, term condition, symex_value then, symex_value otherwise)
{
    if (then.unset == otherwise.unset)
        return then.unset;
    uint32_t width = term_width(terms_of(x), then.value);
    return symex_unset_of_bits(x, term_ite(terms_of(x), condition, symex_unset_bits(x, then.unset, width),
                                           symex_unset_bits(x, otherwise.unset, width)));
}

static inline symex_value symex_choose(const context *x, term condition, symex_value then, symex_value otherwise)
{
    return (symex_value){term_ite(terms_of(x), condition, then.value, otherwise.value),
                         symex_depend_choice(x, condition, then.depends, otherwise.depends),
                         symex_choose_unset(x, condition, then, otherwise)};
}

/* Something happens here that others, or later iterations, can notice. */
static inline void symex_note_effect(context *x)
{
    effects *e = &x->standing.effects;
    e->count++;
    e->is_sure |= x->standing.guard == e->guard;
    e->changed = term_or(terms_of(x), e->changed, x->standing.guard);
}

/* ---- printed.c ---- */

/* The length of the text that is printed here. */
term symex_unknown_length(context *x, uint8_t width);
/* All is executed: where nothing depends on such a length, there is nothing to claim. */
void symex_check_lengths(context *x);
/* leaks.c. The program ends here, in a way that is modelled for them; or in another one. */
void symex_check_leaks(context *x);
void symex_refuse_end(context *x, const char *end);

/* ---- execute.c ---- */

/* Counts a unit of work, and ends the execution if the budget is spent. */
void symex_count_work(context *x);

const ir_block *symex_block_at(const context *x, uint32_t block);
/* Does the edge lead out of the loop that is running? */
bool symex_leaves_loop(const context *x, ir_id edge);
/* Runs a block, which `p` arrives at. */
void symex_run_block(context *x, uint32_t block, pending *p);

/* By function: may a call through a pointer mean it? (taken.c) */
bool *symex_find_address_taken(const ir_program *program);

/* Is a thread that starts at the function one too many of threads that start each other? */
bool symex_is_cut_start(context *x, ir_id function);
/* Runs the function as a call under the present guard; on return, x->guard says whether it came back. */
void symex_call(context *x, ir_id function, const symex_value *arguments, ir_id call_pc, symex_value *results);
term symex_operand(const context *x, ir_operand operand, uint8_t width);
/* An operand that is as wide as a pointer. */
term symex_word(const context *x, ir_operand operand);
depends symex_depends(const context *x, ir_operand operand);
symex_value symex_value_of(const context *x, ir_operand operand, uint8_t width);
/* Sets a register to what depends on no read, and to what may. */
void symex_set(context *x, ir_register reg, term value);
void symex_set_value(context *x, ir_register reg, symex_value value);

/* ---- unroll.c ---- */

/* Is this something new? The first one is not. */
bool symex_make_progress(progress *p, uint64_t now);

/* The order of the access that the running instruction is. */
ir_order symex_order_here(const context *x);

/* Runs the blocks order[first .. first + count), of which inner loops are run as one piece. */
void symex_run_region(context *x, uint32_t first, uint32_t count);

/* ---- compute.c ---- */

void symex_compute(context *x, const ir_instruction *in);

/* ---- access.c ---- */

symex_value symex_load(context *x, symex_place place, uint8_t size);
void symex_store(context *x, symex_place place, uint8_t size, symex_value value);
/* *address = update(old) in one step; returns the old value. NULL new value term means no write (failed compare). */
void symex_rmw(context *x, const ir_instruction *in);
/* The address where the object that the address points into begins, if it points into any. */
term symex_object_start(const symex *s, term address);
uint64_t symex_new_object(context *x, symex_origin origin, uint32_t id, term size, bool is_private, bool is_zeroed);

/* ---- sizes.c ---- */

/* Goes on only where so many bytes are as few as the depth allows, and returns how many these are: the rest is cut. */
uint64_t symex_cut_size(context *x, term bytes);
/* The same for an object that is made, if the options say so: its size where it goes on. */
term symex_object_size(context *x, term size);

/* ---- bulk.c ---- */

void symex_bulk(context *x, const ir_instruction *in);

/* ---- targets.c ---- */

symex_place symex_place_of(const context *x, ir_operand operand);
/* What an access of `size` bytes may hit. Where it hits nothing, that is claimed never to happen. */
void symex_find_targets(context *x, symex_place place, uint64_t size, targets *found);
/* Do the bytes lie in the object? */
term symex_fits(context *x, uint64_t number, term address, uint64_t size);
/* A private object is there; it is gone, on all paths on which it was there. */
void symex_note_instance(context *x, uint64_t number);
void symex_forget_instance(context *x, uint64_t number);

/* ---- private.c ---- */

symex_value symex_private_read(context *x, uint64_t number, uint64_t offset, uint8_t size);
/* Is it known what the bytes hold, or were they never stored to and hold any value? */
bool symex_private_is_known(context *x, uint64_t number, uint64_t offset, uint8_t size);
void symex_private_write(context *x, uint64_t number, uint64_t offset, uint8_t size, symex_value value);

/* ---- unset.c ---- */

/* The access that is executed has read the value: tells the program which bits are unset, if it wants to know. */
void symex_set_unset(context *x, symex_value value);
/* Which bits are unset of what the access that is executed writes, as wide as its operand. */
term symex_stored_unset(const context *x);
/* Which bits an IR_RMW leaves unset. */
term symex_unset_after_rmw(context *x, const ir_instruction *in, term old);
/* Goes on only where the condition does not hold, and claims that it never does: something would depend on what is
 * unset. */
void symex_forbid_unset(context *x, term condition);
void symex_check_set(context *x, const ir_instruction *in);
/* A comparison of what is in memory must not be decided by unset bits. */
void symex_compare_set(context *x, symex_value there, term with);

/* ---- lifetime.c ---- */

/* The function returns. */
void symex_kill_locals(context *x, const frame *f);
/* The thread ends, in that function or in one that it has called. */
void symex_end_locals(context *x, const frame *f);
void symex_end_thread_locals(context *x);
/* A local of the running function ends before it. */
void symex_end_local(context *x, const ir_instruction *in);

/* ---- sync.c ---- */

void symex_sync(context *x, const ir_instruction *in);
/* When all threads are known: which claims that there is no such thread are wrong? */
void symex_check_early_uses(context *x);
/* main has come to its end: if that is a return in all executions, nobody joins it. */
void symex_check_joins_of_main(context *x);
void symex_enter_atomic(context *x);
/* A block without fences: accesses that are one point in every order. */
void symex_begin_node(context *x);
void symex_leave_atomic(context *x);

/* Does the word stand in that relation to the value? */
term symex_relate(context *x, uint64_t relation, term word, term value);

/* ---- deadlock.c ---- */

/* The thread comes to a wait where `guard` holds, and goes on only where the condition does. */
void symex_note_wait(context *x, term guard, term goes_on, symex_wait wait);
/* The thread's last event, if it has one; `ended`: where it ends. */
void symex_record_end(context *x, term ended);
/* When all is run. */
void symex_find_deadlocks(context *x);

/* ---- unfinished.c ---- */

/* An atomic block begins, and ends, by an instruction that says so. */
void symex_note_block(context *x, uint32_t block);
void symex_note_block_end(context *x);
/* The thread is to end; in an atomic block, it only stops. */
void symex_stop_in_block(context *x);
/* When all is run: others see nothing of blocks that do not come to their end. */
void symex_hide_unfinished(context *x);

/* ---- sections.c ---- */

void symex_take_lock(context *x, term lock);
void symex_give_lock(context *x, term lock);
/* An atomic block has ended. */
void symex_end_handover(context *x);
/* What is surely held where two paths meet. */
holding symex_join_holding(context *x, holding a, holding b);

/* ---- record.c ---- */

uint32_t symex_record_event(context *x, symex_event event); /* fills in thread, guard, block and pc */
/* What is read by the event depends on it, if dependencies are recorded. */
depends symex_record_read(context *x, uint32_t event);
/* The last one of the thread, or IR_NONE. */
uint32_t symex_last_event(const context *x);
void symex_record_fence(context *x, ir_fence fence);
void symex_record_claim(context *x, property violated, term guard, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* That something is reached which is not modelled. */
void symex_record_unsupported(context *x, term guard, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* The same, but the thread goes on as if it had not happened. */
void symex_record_claim_and_go_on(context *x, property violated, term guard, const char *message);
void symex_record_unsupported_and_go_on(context *x, term guard, const char *message);
void symex_record_cut(context *x, term guard, ir_id pc, uint32_t iterations, symex_cut_kind kind);
/* How many iterations were followed before, if the loop was cut then; 0: it was not. */
uint32_t symex_iterations_done(const context *x, ir_id pc);
/* Executions in which the guard is true are followed further than before. */
void symex_record_passed(context *x, term guard);
term symex_record_choice(context *x, uint8_t width, const char *name);
/* This thread goes on only where `condition` holds. */
void symex_record_assume(context *x, term condition);
ir_id symex_record_user_pc(const context *x);
/* The atomic block that the thread is in, or IR_NONE. */
uint32_t symex_record_block(const context *x);

#endif
