/* What the library models share. Include it first: it asks glibc's headers for everything they declare.
 *
 * A synchronisation object is the user's own memory, laid out by the model within the size that glibc gives it. The
 * word that threads wait on is its first, so that reports can name the object; all-zero bytes are a valid object, as
 * static initialisers and zeroed memory make them. An operation is one atomic block, so one step of its thread and a
 * full fence; one that may block begins its block with the await. */
#ifndef HEDDLE_MODELS_INTERNAL_H
#define HEDDLE_MODELS_INTERNAL_H

#define _GNU_SOURCE

#include "heddle.h"

#include <string.h>
#include <time.h>

/* What a destroyed object has in its `state`. */
enum { DESTROYED = -1 };

/* Streams of numbers below are standard input, output and error. */
enum { FIRST_FILE = 3 };

/* Sets of threads are masks: the bit of thread n is n - 1. */
enum { MASK_THREADS = 64 };
static const uint64_t ALL_THREADS = UINT64_MAX;

static inline uint64_t own_bit(void)
{
    int self = __heddle_thread_self();
    if (self > MASK_THREADS)
        __heddle_unsupported("a condition variable or barrier in a program with more than 64 threads");
    return UINT64_C(1) << (self - 1);
}

static _Noreturn inline void misuse(const char *message)
{
    __heddle_fail(PROPERTY_LOCK_MISUSE, message);
}

/* Ends the operation's atomic block. */
static inline int finish(int result)
{
    __heddle_atomic_end();
    return result;
}

/* An error if the byte cannot be read. What it holds does not matter: it may never have been written. */
static inline void check_byte(const char *byte)
{
    char sink;
    __heddle_memcpy(&sink, byte, 1);
}

/* An error if the bytes cannot be read: the ends of what lies in one object are enough to tell. */
static inline void check_bytes(const void *bytes, size_t size)
{
    if (size >= __heddle_object_limit())
        __heddle_fail(PROPERTY_DEREFERENCE, "out of bounds: more bytes than any object has");
    if (size == 0)
        return;
    check_byte(bytes);
    check_byte((const char *)bytes + size - 1);
}

/* An error if it is no string that can be read to its end. */
static inline void check_string(const char *string)
{
    (void)strlen(string);
}

/* Does it name a point in time, or a length of it? */
static inline _Bool is_time(const struct timespec *time)
{
    return time->tv_nsec >= 0 && time->tv_nsec < 1000000000;
}

/* Runs the destructors of this thread's pthread keys. */
void __heddle_run_key_destructors(void);

/* ---- the end of the program (process.c) ---- */

/* Runs the handlers of atexit and the destructors, and ends the program. */
_Noreturn void __heddle_exit(void);
/* A thread comes to its end; the last one ends the program. */
void __heddle_thread_leaves(void);

/* Is there something to run at the end of the program? Then threads are counted. */
static inline _Bool has_exit_handlers(void)
{
    return __heddle_is_linked("__heddle_process");
}

/* ---- cancellation (pthread_cancel.c): all this is nothing unless the program calls pthread_cancel ---- */

void __heddle_cancel_no_more(void);
_Bool __heddle_is_cancelled(void);
_Noreturn void __heddle_cancel(void); /* pthread_exit(PTHREAD_CANCELED) */
void __heddle_cancel_if_requested(void);
void __heddle_cancel_while_waiting(void);

static inline _Bool can_be_cancelled(void)
{
    return __heddle_is_linked("pthread_cancel");
}

/* The thread ends here if it was cancelled. */
static inline void cancellation_point(void)
{
    if (can_be_cancelled())
        __heddle_cancel_if_requested();
}

/* It may end here if it was cancelled. */
static inline void possible_cancellation_point(void)
{
    if (can_be_cancelled() && __heddle_nondet_bool())
        __heddle_cancel_if_requested();
}

/* Before an operation that may block: the thread ends here if it was cancelled, or if it will be while it waits. */
static inline void cancellation_point_that_waits(void)
{
    if (can_be_cancelled())
        __heddle_cancel_while_waiting();
}

#endif
