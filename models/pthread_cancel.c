/* Cancellation: pthread_cancel leaves a request, and the thread ends at the next cancellation point that finds it.
 * Which functions are such points is as POSIX has it; printf and its kin may be one, as in glibc. None of this is in a
 * program that never calls pthread_cancel.
 *
 * A thread that waits registers the bit that wakes it up in the word that it waits for, and pthread_cancel sets it: so
 * nobody has to guess whether he will be cancelled.
 *
 * Looking for a request is no fence: it is one plain read of a word that only pthread_cancel writes. */
#include "internal.h"

#include <errno.h>
#include <pthread.h>

static volatile int requested[MOST_THREADS + 1]; /* by the thread's number */
static _Thread_local int cancel_state = PTHREAD_CANCEL_ENABLE;
static _Thread_local int cancel_type = PTHREAD_CANCEL_DEFERRED;

/* By the thread's number: where to set which bit if it is cancelled; NULL if it does not wait. */
static struct {
    uint64_t *word;
    uint64_t bit;
} waits[MOST_THREADS + 1];

static _Bool is_cancelled(void)
{
    int self = __heddle_thread_self();
    if (self > MOST_THREADS)
        __heddle_unsupported("pthread_cancel in a program with more than 128 threads");
    return cancel_state == PTHREAD_CANCEL_ENABLE && requested[self];
}

/* Once a thread is ending, nothing cancels it any more. */
void __heddle_cancel_no_more(void)
{
    cancel_state = PTHREAD_CANCEL_DISABLE;
}

_Bool __heddle_is_cancelled(void)
{
    return is_cancelled();
}

_Noreturn void __heddle_cancel(void)
{
    __heddle_thread_exit(PTHREAD_CANCELED);
}

void __heddle_cancel_if_requested(void)
{
    if (is_cancelled())
        __heddle_cancel();
}

/* Where the front end puts it: between any two instructions that others could tell apart, if the program asks for
 * asynchronous cancellation. It comes some time after the request, or later. */
void __heddle_cancel_anywhere(void)
{
    if (cancel_type == PTHREAD_CANCEL_ASYNCHRONOUS && is_cancelled() && __heddle_nondet_bool())
        __heddle_cancel();
}

/* As in glibc: whoever asks for it, or for his own end, with a request that has come does not go on. */
static void act_if_asynchronous(void)
{
    if (can_be_cancelled() && cancel_type == PTHREAD_CANCEL_ASYNCHRONOUS)
        __heddle_cancel_if_requested();
}

int pthread_cancel(pthread_t thread)
{
    if (thread > MOST_THREADS)
        __heddle_unsupported("pthread_cancel in a program with more than 128 threads");
    __heddle_keep((const void *)__heddle_thread_return);
    __heddle_atomic_begin();
    requested[thread] = 1;
    if (waits[thread].word)
        *waits[thread].word |= waits[thread].bit;
    __heddle_atomic_end();
    if (thread == pthread_self())
        act_if_asynchronous();
    return 0;
}

void __heddle_cancel_register(uint64_t *word, uint64_t bit)
{
    int self = __heddle_thread_self();
    if (is_cancelled())
        *word |= bit;
    if (cancel_state != PTHREAD_CANCEL_ENABLE)
        return;
    waits[self].bit = bit;
    waits[self].word = word;
}

void __heddle_cancel_unregister(void)
{
    waits[__heddle_thread_self()].word = NULL;
}

void pthread_testcancel(void)
{
    cancellation_point();
}

int pthread_setcancelstate(int state, int *old)
{
    if (state != PTHREAD_CANCEL_ENABLE && state != PTHREAD_CANCEL_DISABLE)
        return EINVAL;
    if (old)
        *old = cancel_state;
    cancel_state = state;
    act_if_asynchronous();
    return 0;
}

int pthread_setcanceltype(int type, int *old)
{
    if (type != PTHREAD_CANCEL_DEFERRED && type != PTHREAD_CANCEL_ASYNCHRONOUS)
        return EINVAL;
    if (old)
        *old = cancel_type;
    cancel_type = type;
    act_if_asynchronous();
    return 0;
}
