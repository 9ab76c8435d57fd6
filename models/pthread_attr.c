/* Attributes of threads: kept for whoever asks. Only detach_state has an effect, and what a thread is scheduled by if
 * it asks for that. */
#include "internal.h"
#include "scheduling.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <sched.h>

typedef struct attributes {
    int detach_state, scope, inherit, policy, priority;
    size_t stack_size, guard_size;
    void *stack; /* or NO_PLACE */
} attributes;

_Static_assert(sizeof(attributes) <= sizeof(pthread_attr_t), "fits into the user's object");

enum { DEFAULT_STACK_SIZE = 8 << 20, LEAST_STACK_SIZE = 16384, PAGE_SIZE = 4096 };

/* Of a thread that runs: nobody knows where its stack lies. */
static void *const NO_PLACE = (void *)-1;

static attributes *attributes_of(const pthread_attr_t *user)
{
    return (attributes *)user;
}

int pthread_attr_init(pthread_attr_t *user)
{
    *attributes_of(user) = (attributes){
        .stack_size = DEFAULT_STACK_SIZE,
        .guard_size = PAGE_SIZE,
        .detach_state = PTHREAD_CREATE_JOINABLE,
        .scope = PTHREAD_SCOPE_SYSTEM,
        .inherit = PTHREAD_INHERIT_SCHED,
        .policy = SCHED_OTHER,
    };
    return 0;
}

_Bool __heddle_has_schedule(const pthread_attr_t *user)
{
    const attributes *own = attributes_of(user);
    return own->inherit == PTHREAD_INHERIT_SCHED || is_priority(own->policy, own->priority);
}

/* ---- of threads that run, by their number: kept only where somebody asks ---- */

static attributes running[MOST_THREADS + 1];

void __heddle_keep_attributes(int thread, const pthread_attr_t *attribute)
{
    if (thread > MOST_THREADS)
        __heddle_unsupported("pthread_getattr_np in a program with more than 128 threads");
    if (attribute)
        running[thread] = *attributes_of(attribute);
    else
        pthread_attr_init((pthread_attr_t *)&running[thread]);
}

void __heddle_keep_detached(uint64_t thread)
{
    if (thread > MOST_THREADS)
        return;
    __heddle_atomic_begin();
    running[thread].detach_state = PTHREAD_CREATE_DETACHED;
    __heddle_atomic_end();
}

int pthread_getattr_np(pthread_t thread, pthread_attr_t *user)
{
    attributes *own = attributes_of(user);
    if (thread == 0 || thread > MOST_THREADS)
        return ESRCH;
    if (thread == 1)
        pthread_attr_init(user);
    __heddle_atomic_begin();
    if (thread != 1)
        *own = running[thread];
    else
        own->detach_state = running[1].detach_state;
    own->stack = NO_PLACE;
    return finish(0);
}

/* ---- getters and setters ---- */

int pthread_attr_destroy(pthread_attr_t *user)
{
    check_bytes(user, sizeof *user);
    return 0;
}

static int problem_with_nothing(size_t value)
{
    (void)value;
    return 0;
}

static int problem_with_stacksize(size_t size)
{
    return size < LEAST_STACK_SIZE ? EINVAL : 0;
}

static int problem_with_detachstate(int state)
{
    return state == PTHREAD_CREATE_JOINABLE || state == PTHREAD_CREATE_DETACHED ? 0 : EINVAL;
}

/* As on Linux, where all threads compete with each other. */
static int problem_with_scope(int scope)
{
    if (scope == PTHREAD_SCOPE_PROCESS)
        return ENOTSUP;
    return scope == PTHREAD_SCOPE_SYSTEM ? 0 : EINVAL;
}

static int problem_with_inheritsched(int inherit)
{
    return inherit == PTHREAD_INHERIT_SCHED || inherit == PTHREAD_EXPLICIT_SCHED ? 0 : EINVAL;
}

static int problem_with_schedpolicy(int policy)
{
    return policy == SCHED_OTHER || policy == SCHED_FIFO || policy == SCHED_RR ? 0 : EINVAL;
}

#define ATTRIBUTE(name, type, field, problem_with)                                                                     \
    int pthread_attr_set##name(pthread_attr_t *user, type value)                                                       \
    {                                                                                                                  \
        int problem = problem_with(value);                                                                             \
        if (!problem)                                                                                                  \
            attributes_of(user)->field = value;                                                                        \
        return problem;                                                                                                \
    }                                                                                                                  \
    int pthread_attr_get##name(const pthread_attr_t *restrict user, type *restrict value)                              \
    {                                                                                                                  \
        const attributes *own = attributes_of(user);                                                                   \
        __heddle_check_init(&own->field, sizeof own->field);                                                           \
        *value = own->field;                                                                                           \
        return 0;                                                                                                      \
    }

ATTRIBUTE(stacksize, size_t, stack_size, problem_with_stacksize)
ATTRIBUTE(guardsize, size_t, guard_size, problem_with_nothing)
ATTRIBUTE(detachstate, int, detach_state, problem_with_detachstate)
ATTRIBUTE(scope, int, scope, problem_with_scope)
ATTRIBUTE(inheritsched, int, inherit, problem_with_inheritsched)
ATTRIBUTE(schedpolicy, int, policy, problem_with_schedpolicy)

int pthread_attr_setschedparam(pthread_attr_t *restrict user, const struct sched_param *restrict parameter)
{
    attributes *own = attributes_of(user);
    __heddle_check_init(&own->policy, sizeof own->policy);
    if (!is_priority(own->policy, parameter->sched_priority))
        return EINVAL;
    own->priority = parameter->sched_priority;
    return 0;
}

int pthread_attr_getschedparam(const pthread_attr_t *restrict user, struct sched_param *restrict parameter)
{
    const attributes *own = attributes_of(user);
    __heddle_check_init(&own->priority, sizeof own->priority);
    parameter->sched_priority = own->priority;
    return 0;
}

int pthread_attr_setstack(pthread_attr_t *user, void *stack, size_t size)
{
    int problem = problem_with_stacksize(size);
    if (problem)
        return problem;
    attributes_of(user)->stack = stack;
    attributes_of(user)->stack_size = size;
    return 0;
}

int pthread_attr_getstack(const pthread_attr_t *restrict user, void **restrict stack, size_t *restrict size)
{
    const attributes *own = attributes_of(user);
    __heddle_check_init(&own->stack, sizeof own->stack);
    __heddle_check_init(&own->stack_size, sizeof own->stack_size);
    if (own->stack == NO_PLACE)
        __heddle_unsupported("where the stack of a thread lies");
    *stack = own->stack;
    *size = own->stack_size;
    return 0;
}
