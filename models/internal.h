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

#include <pthread.h>
#include <string.h>
#include <time.h>

/* What a destroyed object has in its `state`. */
enum { DESTROYED = -1 };

/* Streams of numbers below are standard input, output and error. */
enum { FIRST_FILE = 3 };

/* Sets of threads are masks: the bit of thread n is n - 1. */
enum { MASK_THREADS = 64 };
static const uint64_t ALL_THREADS = UINT64_MAX;

/* Tables of threads have one place for each, and one for number 0, which is none. */
enum { MOST_THREADS = 128 };

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

/* Is it a clock that a thread can wait by? */
static inline _Bool is_clock_to_wait_by(clockid_t clock)
{
    return clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC;
}

/* Is it one of two values that are 0 and 1, as PTHREAD_PROCESS_PRIVATE and _SHARED are? */
static inline _Bool is_sharing(int shared)
{
    return shared == PTHREAD_PROCESS_PRIVATE || shared == PTHREAD_PROCESS_SHARED;
}

/* Runs the destructors of this thread's pthread keys. */
void __heddle_run_key_destructors(void);

/* ---- the end of the program (process.c) ---- */

/* Runs the handlers of atexit and on_exit, which get the status, and the destructors, and ends the program. */
_Noreturn void __heddle_exit(int status);
/* A thread comes to its end; the last one ends the program. */
void __heddle_thread_leaves(void);

/* A program with this function calls it where a thread's start function returns (pthread_thread.c). Few programs need
 * it, and name it in __heddle_keep; threads of others just end. */
_Noreturn void __heddle_thread_return(void *result);
/* pthread_exit. */
_Noreturn void __heddle_thread_exit(void *result);

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
void __heddle_cancel_anywhere(void);
/* Inside the atomic block before an await and inside its own: whoever cancels this thread meanwhile sets the bit. */
void __heddle_cancel_register(uint64_t *word, uint64_t bit);
void __heddle_cancel_unregister(void);

static inline _Bool can_be_cancelled(void)
{
    return __heddle_is_linked("pthread_cancel");
}

/* May a thread end in the middle of a function? */
static inline _Bool threads_may_exit(void)
{
    return can_be_cancelled() || __heddle_is_linked("pthread_exit") || __heddle_is_linked("thrd_exit");
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

/* ---- scheduling (pthread_sched.c): kept only where somebody asks ---- */

enum { PROCESSORS = 4 };

void __heddle_inherit(int thread, const pthread_attr_t *attribute);

static inline _Bool scheduling_is_kept(void)
{
    return __heddle_is_linked("pthread_getschedparam") || __heddle_is_linked("pthread_getname_np") ||
           __heddle_is_linked("pthread_getaffinity_np") || __heddle_is_linked("sched_getaffinity");
}

/* Does the policy that a thread is to be created with have the priority? Each is checked when it is set, but a policy
 * may come after its priority. */
_Bool __heddle_has_schedule(const pthread_attr_t *attribute);

static inline _Bool schedules_may_be_wrong(void)
{
    return __heddle_is_linked("pthread_attr_setinheritsched") && __heddle_is_linked("pthread_attr_setschedpolicy");
}

/* The attributes of threads that run (pthread_attr.c). */
void __heddle_keep_attributes(int thread, const pthread_attr_t *attribute);
void __heddle_keep_detached(uint64_t thread);

static inline _Bool attributes_are_kept(void)
{
    return __heddle_is_linked("pthread_getattr_np");
}

/* A thread begins with the signal mask of the one that creates it (signal.c). */
void __heddle_inherit_signals(int thread);

static inline _Bool signal_masks_exist(void)
{
    return __heddle_is_linked("pthread_sigmask") || __heddle_is_linked("sigprocmask");
}

/* ---- the end of threads (pthread_life.c): only where a join may come to another end ---- */

void __heddle_life_begins(int thread);
void __heddle_life_ends(uint64_t thread);
_Bool __heddle_life_is_over(uint64_t thread);
/* Waits until it is over, or the thread is cancelled: then it ends here. False if it woke up before. */
_Bool __heddle_life_await(uint64_t thread, enum heddle_wait wait);

static inline _Bool lives_are_watched(void)
{
    return can_be_cancelled() || __heddle_is_linked("pthread_tryjoin_np") ||
           __heddle_is_linked("pthread_timedjoin_np") || __heddle_is_linked("pthread_clockjoin_np");
}

#endif
