/* Threads: creation, end, cleanup handlers. A pthread_t is the thread's number. */
#include "internal.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>

/* ---- life of a thread ---- */

/* As in glibc, the new thread can read its own number in *thread. */
int pthread_create(pthread_t *restrict thread, const pthread_attr_t *restrict attribute, void *(*routine)(void *),
                   void *restrict argument)
{
    __heddle_atomic_begin();
    int detach_state = PTHREAD_CREATE_JOINABLE;
    if (attribute)
        pthread_attr_getdetachstate(attribute, &detach_state);
    int number = __heddle_thread_start(routine, argument);
    if (detach_state == PTHREAD_CREATE_DETACHED)
        __heddle_thread_detach((uint64_t)number);
    if (lives_are_watched())
        __heddle_life_begins(number);
    *thread = (pthread_t)number;
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

int pthread_detach(pthread_t thread)
{
    __heddle_thread_detach(thread);
    if (lives_are_watched())
        __heddle_life_ends(thread);
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

/* Headers may redirect pthread_yield to sched_yield, so it is named in assembler. */
int old_pthread_yield(void) __asm__("pthread_yield");
int old_pthread_yield(void)
{
    return 0;
}

int sched_yield(void)
{
    return 0;
}

/* ---- cleanup handlers, innermost first ---- */

static _Thread_local struct __heddle_cleanup *cleanups;
/* Cleanup regions of a file that was preprocessed with glibc's macros; see __pthread_register_cancel. */
static _Thread_local int opaque_regions;

void __heddle_cleanup_push(struct __heddle_cleanup *frame, void (*routine)(void *), void *argument)
{
    frame->routine = routine;
    frame->argument = argument;
    frame->outer = cleanups;
    cleanups = frame;
}

void __heddle_cleanup_pop(struct __heddle_cleanup *frame, int execute)
{
    cleanups = frame->outer;
    if (execute)
        frame->routine(frame->argument);
}

static _Bool run_innermost_cleanup(void)
{
    struct __heddle_cleanup *frame = cleanups;
    if (!frame)
        return 0;
    cleanups = frame->outer;
    frame->routine(frame->argument);
    return 1;
}

static _Noreturn void end_thread(void *result)
{
    __heddle_run_key_destructors();
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

_Noreturn void pthread_exit(void *result)
{
    if (opaque_regions)
        __heddle_unsupported("pthread_exit between pthread_cleanup_push and its pop in a preprocessed file");
    if (can_be_cancelled())
        __heddle_cancel_no_more();
    while (run_innermost_cleanup())
        continue;
    end_thread(result);
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

/* ---- names, scheduling, signals: without effect on what a program may do ---- */

enum { NAME_SIZE = 16 }; /* of the longest name that Linux knows, with its end */

int pthread_setname_np(pthread_t thread, const char *name)
{
    (void)thread;
    return strlen(name) < NAME_SIZE ? 0 : ERANGE;
}

int pthread_getname_np(pthread_t thread, char *name, size_t size)
{
    (void)thread;
    if (size < NAME_SIZE)
        return ERANGE;
    *name = '\0';
    return 0;
}

int pthread_setschedparam(pthread_t thread, int policy, const struct sched_param *parameter)
{
    (void)thread;
    (void)policy;
    check_bytes(parameter, sizeof *parameter);
    return 0;
}

int pthread_getschedparam(pthread_t thread, int *restrict policy, struct sched_param *restrict parameter)
{
    (void)thread;
    *policy = SCHED_OTHER;
    parameter->sched_priority = 0;
    return 0;
}

int pthread_setschedprio(pthread_t thread, int priority)
{
    (void)thread;
    (void)priority;
    return 0;
}

int pthread_setconcurrency(int level)
{
    (void)level;
    return 0;
}

int pthread_getconcurrency(void)
{
    return 0;
}

int pthread_setaffinity_np(pthread_t thread, size_t size, const cpu_set_t *set)
{
    (void)thread;
    check_bytes(set, size);
    return 0;
}

int sched_setaffinity(pid_t process, size_t size, const cpu_set_t *set)
{
    (void)process;
    check_bytes(set, size);
    return 0;
}

int sched_getcpu(void)
{
    return 0;
}

int sched_get_priority_min(int policy)
{
    return policy == SCHED_FIFO || policy == SCHED_RR ? 1 : 0;
}

int sched_get_priority_max(int policy)
{
    return policy == SCHED_FIFO || policy == SCHED_RR ? 99 : 0;
}

int pthread_sigmask(int how, const sigset_t *restrict set, sigset_t *restrict old)
{
    (void)how;
    if (set)
        check_bytes(set, sizeof *set);
    if (old)
        __heddle_memset(old, 0, sizeof *old);
    return 0;
}
