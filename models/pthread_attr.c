/* Attributes of threads: kept for whoever asks; only detach_state has an effect. */
#include "internal.h"

#include <pthread.h>
#include <sched.h>

typedef struct attributes {
    int detach_state, scope, inherit, policy, priority;
    size_t stack_size, guard_size;
    void *stack;
} attributes;

_Static_assert(sizeof(attributes) <= sizeof(pthread_attr_t), "fits into the user's object");

enum { DEFAULT_STACK_SIZE = 8 << 20, PAGE_SIZE = 4096 };

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

int pthread_attr_destroy(pthread_attr_t *user)
{
    check_bytes(user, sizeof *user);
    return 0;
}

#define ATTRIBUTE(name, type, field)                                                                                   \
    int pthread_attr_set##name(pthread_attr_t *user, type value)                                                       \
    {                                                                                                                  \
        attributes_of(user)->field = value;                                                                            \
        return 0;                                                                                                      \
    }                                                                                                                  \
    int pthread_attr_get##name(const pthread_attr_t *restrict user, type *restrict value)                              \
    {                                                                                                                  \
        const attributes *own = attributes_of(user);                                                                   \
        __heddle_check_init(&own->field, sizeof own->field);                                                           \
        *value = own->field;                                                                                           \
        return 0;                                                                                                      \
    }

ATTRIBUTE(stacksize, size_t, stack_size)
ATTRIBUTE(guardsize, size_t, guard_size)
ATTRIBUTE(detachstate, int, detach_state)
ATTRIBUTE(scope, int, scope)
ATTRIBUTE(inheritsched, int, inherit)
ATTRIBUTE(schedpolicy, int, policy)

int pthread_attr_setschedparam(pthread_attr_t *restrict user, const struct sched_param *restrict parameter)
{
    attributes_of(user)->priority = parameter->sched_priority;
    return 0;
}

int pthread_attr_getschedparam(const pthread_attr_t *restrict user, struct sched_param *restrict parameter)
{
    parameter->sched_priority = attributes_of(user)->priority;
    return 0;
}

int pthread_attr_setstack(pthread_attr_t *user, void *stack, size_t size)
{
    attributes_of(user)->stack = stack;
    attributes_of(user)->stack_size = size;
    return 0;
}

int pthread_attr_getstack(const pthread_attr_t *restrict user, void **restrict stack, size_t *restrict size)
{
    *stack = attributes_of(user)->stack;
    *size = attributes_of(user)->stack_size;
    return 0;
}
