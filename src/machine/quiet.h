/* Global variables that no two threads use at the same time, because a lock, a flag or a join keeps them apart. A
 * search for violations can take what threads do to them for invisible, as long as that is so, and it notices when it
 * is not.
 *
 * A *large step* is a choice of the machine (machine.h), and then all further ones of the same thread, and of threads
 * that it started, that only access quiet variables or commit stores to them (quiet_next). The search knows states
 * between large steps alone. With each thread the state keeps what may still be on its way (quiet_marks): which quiet
 * variables its last large step has accessed, and which of its stores were committed early. An access that meets a mark
 * of another thread, one of the two being a write, makes the variable contended. Then the search begins again, with
 * that variable no longer quiet.
 *
 * Why no violation is lost: let an execution of the machine reach a violation, or something that is not modelled. Along
 * it, keep an execution of large steps, whose state is always that of the first one once every thread has completed the
 * large step it is in, and its stores to quiet variables that nothing keeps from memory are committed. What is missing
 * for that, the *pending* accesses, are accesses to quiet variables, and all of them are marked:
 *
 *   - A thread has pending reads, and writes without a buffer, only from its last large step. So its next one forgets
 *     their marks. So does the commit of a store that came after them.
 *   - A store that was committed early may be pending until the thread does something that needs an empty buffer
 *     (sync_needs_empty_buffer), or commits a store that was behind it: any other one, if there is one queue, or one
 *     behind a W->W fence. If a fence waits for it in the middle of a large step, it is done when the next one begins.
 *   - Nothing of a thread that was joined is pending. But to join is not visible, where it is possible, so it may be
 *     pending itself: it is done when the next large step of who joins begins.
 *
 * No two threads have pending accesses that conflict: of the two large steps, the second would have met the mark of the
 * first. So the order in which they are completed does not matter, and the next choice of the first execution is either
 * pending, or does the same in the state where all that is pending is complete: what it accesses besides quiet
 * variables nobody has pending, and a quiet variable that it accesses (in an atomic block, say) it would have met the
 * mark of. Whether it is possible depends on no quiet variable: to wait for one makes it contended. A large step whose
 * own accesses end in a violation is a violation, found earlier.
 *
 * Nothing is said about deadlocks and final states: those who look for them need the plain search. */
#ifndef HEDDLE_MACHINE_QUIET_H
#define HEDDLE_MACHINE_QUIET_H

#include "base/vec.h"
#include "ir/ir.h"

enum { QUIET_VARIABLES = 64 };

/* Sets of variables, by their bits. */
typedef struct quiet_marks {
    uint64_t reads, writes; /* in the thread's last large step */
    uint64_t past;          /* reads, too, before its last store to another variable entered the buffer */
    uint64_t stores;        /* committed early */
    uint64_t fenced;        /* the same, before the thread's last W->W fence */
    uint64_t joiner;        /* 1 + the thread that has joined this one, while there are marks */
} quiet_marks;

typedef struct quiet {
    VEC(uint64_t) bits; /* by global; 0: it is not quiet */
    ir_id contended;    /* the global that two threads use at the same time; IR_NONE: none */
} quiet;

/* Begins with those that the program seems to access in the plain way only. It is a guess: none of it is relied upon.
 */
void quiet_init(quiet *q, const ir_program *program);
void quiet_clear(quiet *q);
/* The contended variable is no longer quiet; none is, if `all`. */
void quiet_give_up(quiet *q, bool all);

#endif
