/* Threads: creation, end, cleanup handlers. A pthread_t is the thread's number. */
#include "mutex.h"

#include <errno.h>
#include <pthread.h>
#include <setjmp.h>

/* ---- life of a thread ---- */

/* As in glibc, the new thread can read its own number in *thread. */
int pthread_create(pthread_t *restrict thread, const pthread_attr_t *restrict attribute, void *(*routine)(void *),
                   void *restrict argument)
{
    if (attribute && schedules_may_be_wrong() && !__heddle_has_schedule(attribute))
        return EINVAL;
    __heddle_atomic_begin();
    int detach_state = PTHREAD_CREATE_JOINABLE;
    if (attribute)
        pthread_attr_getdetachstate(attribute, &detach_state);
    int number = __heddle_thread_start(routine, argument);
    if (scheduling_is_kept())
        __heddle_inherit(number, attribute);
    if (signal_masks_exist())
        __heddle_inherit_signals(number);
    if (attributes_are_kept())
        __heddle_keep_attributes(number, attribute);
    if (lives_are_watched())
        __heddle_life_begins(number);
    if (detach_state == PTHREAD_CREATE_DETACHED)
        pthread_detach((pthread_t)number);
    *thread = (pthread_t)number;
    __heddle_sync(thread, HEDDLE_WRITES + HEDDLE_SYNC_KINDS * sizeof *thread);
    return finish(0);
}

static int take_result(pthread_t thread, void **result)
{
    void *value = __heddle_thread_join(thread);
    if (result)
        *result = value;
    return 0;
}

int pthread_join(pthread_t thread, void **result)
{
    cancellation_point();
    if (thread == pthread_self())
        return EDEADLK;
    if (can_be_cancelled())
        __heddle_life_await(thread, HEDDLE_BLOCK);
    return take_result(thread, result);
}

static int join_until(pthread_t thread, void **result, clockid_t clock, const struct timespec *until)
{
    __heddle_keep((const void *)__heddle_thread_return);
    if (!until)
        return pthread_join(thread, result);
    if (!is_clock_to_wait_by(clock))
        return EINVAL;
    cancellation_point();
    if (thread == pthread_self())
        return EDEADLK;
    if (!is_time(until))
        return EINVAL;
    return __heddle_life_await(thread, HEDDLE_TIMEOUT) ? take_result(thread, result) : ETIMEDOUT;
}

int pthread_timedjoin_np(pthread_t thread, void **result, const struct timespec *until)
{
    return join_until(thread, result, CLOCK_REALTIME, until);
}

int pthread_clockjoin_np(pthread_t thread, void **result, clockid_t clock, const struct timespec *until)
{
    return join_until(thread, result, clock, until);
}

int pthread_tryjoin_np(pthread_t thread, void **result)
{
    __heddle_keep((const void *)__heddle_thread_return);
    return __heddle_life_is_over(thread) ? take_result(thread, result) : EBUSY;
}

int pthread_detach(pthread_t thread)
{
    __heddle_thread_detach(thread);
    if (lives_are_watched())
        __heddle_life_ends(thread);
    if (attributes_are_kept())
        __heddle_keep_detached(thread);
    return 0;
}

pthread_t pthread_self(void)
{
    return (pthread_t)__heddle_thread_self();
}

int(pthread_equal)(pthread_t one, pthread_t other)
{
    return one == other;
}

/* There are no processes to be forked. */
int pthread_atfork(void (*before)(void), void (*in_parent)(void), void (*in_child)(void))
{
    (void)before;
    (void)in_parent;
    (void)in_child;
    return 0;
}

/* The clock of another thread may show the same. */
int pthread_getcpuclockid(pthread_t thread, clockid_t *clock)
{
    (void)thread;
    *clock = CLOCK_THREAD_CPUTIME_ID;
    return 0;
}

/* Headers may redirect pthread_yield to sched_yield, so it is named in assembler. */
int old_pthread_yield(void) __asm__("pthread_yield");
int old_pthread_yield(void)
{
    return 0;
}

/* ---- cleanup handlers ---- */

/* A stack of the thread's own, not a list of frames: so nobody has to think of others who might change it. */
enum { MOST_CLEANUPS = 32 };

static _Thread_local struct {
    void (*routine)(void *);
    void *argument;
} cleanups[MOST_CLEANUPS];

static _Thread_local unsigned cleanup_count;
/* Cleanup regions of a file that was preprocessed with glibc's macros; see __pthread_register_cancel. */
static _Thread_local int opaque_regions;

void __heddle_cleanup_push(void (*routine)(void *), void *argument)
{
    if (cleanup_count == MOST_CLEANUPS)
        __heddle_unsupported("more than 32 cleanup handlers of one thread");
    cleanups[cleanup_count].routine = routine;
    cleanups[cleanup_count].argument = argument;
    cleanup_count++;
}

void __heddle_cleanup_pop(int execute)
{
    cleanup_count--;
    if (execute)
        cleanups[cleanup_count].routine(cleanups[cleanup_count].argument);
}

static _Noreturn void end_thread(void *result)
{
    __heddle_run_key_destructors();
    if (robust_mutexes_exist())
        __heddle_leave_robust_mutexes();
    if (has_exit_handlers())
        __heddle_thread_leaves();
    if (lives_are_watched())
        __heddle_life_ends((uint64_t)__heddle_thread_self());
    __heddle_thread_end(result);
}

_Noreturn void __heddle_thread_return(void *result)
{
    if (can_be_cancelled())
        __heddle_cancel_no_more();
    end_thread(result);
}

_Noreturn void __heddle_thread_exit(void *result)
{
    if (opaque_regions)
        __heddle_unsupported("pthread_exit between pthread_cleanup_push and its pop in a preprocessed file");
    if (can_be_cancelled())
        __heddle_cancel_no_more();
    while (cleanup_count > 0)
        __heddle_cleanup_pop(1);
    end_thread(result);
}

/* For the program alone, so that it is known whether it calls it. */
_Noreturn void pthread_exit(void *result)
{
    __heddle_thread_exit(result);
}

/* glibc's pthread_cleanup_push calls setjmp (which here only ever returns for the first time), then
 * __pthread_register_cancel; pthread_cleanup_pop calls __pthread_unregister_cancel and then the handler, if it is to be
 * executed. So all goes well until a thread ends in between: then the handler, which only the user's code knows, would
 * have to be found through the jump. */
int __sigsetjmp(struct __jmp_buf_tag *buffer, int save_signals)
{
    (void)buffer;
    (void)save_signals;
    return 0;
}

void __pthread_register_cancel(__pthread_unwind_buf_t *buffer)
{
    (void)buffer;
    opaque_regions++;
}

void __pthread_unregister_cancel(__pthread_unwind_buf_t *buffer)
{
    (void)buffer;
    opaque_regions--;
}

_Noreturn void __pthread_unwind_next(__pthread_unwind_buf_t *buffer)
{
    (void)buffer;
    __heddle_unsupported("unwinding a thread");
}
