/* Threads, their attributes, names and scheduling: what is set is kept, what there is not is refused.
 *
 * Verdict: SC safe
 */
#include "table.h"

#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <string.h>

static void check_numbers(pthread_attr_t *a)
{
    int value = -1;
    size_t size = 0;
    GIVES(pthread_attr_getdetachstate(a, &value), value, PTHREAD_CREATE_JOINABLE);
    ROW(pthread_attr_setdetachstate(a, PTHREAD_CREATE_DETACHED), 0);
    ROW(pthread_attr_setdetachstate(a, 7), EINVAL);
    GIVES(pthread_attr_getdetachstate(a, &value), value, PTHREAD_CREATE_DETACHED);
    ROW(pthread_attr_setdetachstate(a, PTHREAD_CREATE_JOINABLE), 0);
    ROW(pthread_attr_setstacksize(a, 1 << 20), 0);
    ROW(pthread_attr_setstacksize(a, 16383), EINVAL);
    GIVES(pthread_attr_getstacksize(a, &size), size, 1 << 20);
    ROW(pthread_attr_setguardsize(a, 8192), 0);
    GIVES(pthread_attr_getguardsize(a, &size), size, 8192);
    ROW(pthread_attr_setscope(a, PTHREAD_SCOPE_SYSTEM), 0);
    ROW(pthread_attr_setscope(a, PTHREAD_SCOPE_PROCESS), ENOTSUP);
    ROW(pthread_attr_setscope(a, 9), EINVAL);
    GIVES(pthread_attr_getscope(a, &value), value, PTHREAD_SCOPE_SYSTEM);
    ROW(pthread_attr_setstack(a, a, 100), EINVAL);
    static char place[1 << 16] __attribute__((aligned(4096)));
    void *stack = NULL;
    ROW(pthread_attr_setstack(a, place, sizeof place), 0);
    GIVES(pthread_attr_getstack(a, &stack, &size), stack, place);
    ROW(size, sizeof place);
}

static void check_scheduling(pthread_attr_t *a)
{
    int value = -1;
    struct sched_param parameter = {.sched_priority = 5};
    ROW(pthread_attr_setschedparam(a, &parameter), EINVAL); /* SCHED_OTHER has none */
    ROW(pthread_attr_setschedpolicy(a, SCHED_FIFO), 0);
    ROW(pthread_attr_setschedpolicy(a, 100), EINVAL);
    GIVES(pthread_attr_getschedpolicy(a, &value), value, SCHED_FIFO);
    ROW(pthread_attr_setschedparam(a, &parameter), 0);
    parameter.sched_priority = 100;
    ROW(pthread_attr_setschedparam(a, &parameter), EINVAL);
    GIVES(pthread_attr_getschedparam(a, &parameter), parameter.sched_priority, 5);
    ROW(pthread_attr_setinheritsched(a, PTHREAD_EXPLICIT_SCHED), 0);
    ROW(pthread_attr_setinheritsched(a, 2), EINVAL);
    GIVES(pthread_attr_getinheritsched(a, &value), value, PTHREAD_EXPLICIT_SCHED);
    ROW(sched_get_priority_min(SCHED_RR), 1);
    ROW(sched_get_priority_max(SCHED_FIFO), 99);
    ROW(sched_get_priority_max(SCHED_OTHER), 0);
    FAILS(sched_get_priority_min(100), EINVAL);
    FAILS(sched_get_priority_max(-1), EINVAL);
}

static void check_names(pthread_t thread)
{
    char name[16];
    ROW(pthread_setname_np(thread, "a name too long."), ERANGE);
    ROW(pthread_setname_np(thread, "fifteen letters"), 0);
    ROW(pthread_getname_np(thread, name, 15), ERANGE);
    ROW(pthread_getname_np(thread, name, sizeof name), 0);
    ROW(strcmp(name, "fifteen letters"), 0);
    ROW(pthread_setname_np(thread, ""), 0);
    ROW(pthread_getname_np(thread, name, sizeof name), 0);
    ROW(name[0], '\0');
}

static void check_own_scheduling(void)
{
    int policy = -1;
    struct sched_param parameter = {.sched_priority = 7};
    ROW(pthread_setschedparam(pthread_self(), SCHED_OTHER, &parameter), EINVAL);
    ROW(pthread_setschedparam(pthread_self(), 100, &parameter), EINVAL);
    int error = pthread_setschedparam(pthread_self(), SCHED_RR, &parameter);
    assert(error == 0 || error == EPERM);
    if (error == 0) {
        GIVES(pthread_getschedparam(pthread_self(), &policy, &parameter), policy, SCHED_RR);
        ROW(parameter.sched_priority, 7);
        ROW(pthread_setschedprio(pthread_self(), 0), EINVAL);
        ROW(pthread_setschedprio(pthread_self(), 8), 0);
        GIVES(pthread_getschedparam(pthread_self(), &policy, &parameter), parameter.sched_priority, 8);
    }
    ROW(pthread_setconcurrency(-1), EINVAL);
    ROW(pthread_setconcurrency(3), 0);
    ROW(pthread_getconcurrency(), 3);
}

static void check_processors(void)
{
    cpu_set_t set;
    CPU_ZERO(&set);
    ROW(pthread_setaffinity_np(pthread_self(), sizeof set, &set), EINVAL);
    ROW(pthread_getaffinity_np(pthread_self(), sizeof set, &set), 0);
    assert(CPU_COUNT(&set) > 0);
    ROW(pthread_setaffinity_np(pthread_self(), sizeof set, &set), 0);
}

static void check_cancellation(void)
{
    int old = -1;
    GIVES(pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old), old, PTHREAD_CANCEL_ENABLE);
    ROW(pthread_setcancelstate(9, &old), EINVAL);
    GIVES(pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &old), old, PTHREAD_CANCEL_DISABLE);
    GIVES(pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, &old), old, PTHREAD_CANCEL_DEFERRED);
    ROW(pthread_setcanceltype(9, &old), EINVAL);
    GIVES(pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &old), old, PTHREAD_CANCEL_ASYNCHRONOUS);
}

static void *nothing(void *argument)
{
    return argument;
}

static void *ask(void *unused)
{
    pthread_attr_t a;
    int state = -1;
    size_t size = 0;
    ROW(pthread_getattr_np(pthread_self(), &a), 0);
    GIVES(pthread_attr_getdetachstate(&a, &state), state, PTHREAD_CREATE_JOINABLE);
    GIVES(pthread_attr_getstacksize(&a, &size), size, 1 << 18);
    ROW(pthread_attr_destroy(&a), 0);
    return unused;
}

static void check_running(void)
{
    pthread_attr_t a;
    pthread_t thread;
    ROW(pthread_attr_init(&a), 0);
    ROW(pthread_attr_setstacksize(&a, 1 << 18), 0);
    ROW(pthread_create(&thread, &a, ask, NULL), 0);
    ROW(pthread_join(thread, NULL), 0);
    ROW(pthread_attr_destroy(&a), 0);
}

/* A policy that comes after the priority that it does not have. */
static void check_wrong_schedule(void)
{
    pthread_attr_t a;
    pthread_t thread;
    struct sched_param parameter = {.sched_priority = 5};
    ROW(pthread_attr_init(&a), 0);
    ROW(pthread_attr_setschedpolicy(&a, SCHED_FIFO), 0);
    ROW(pthread_attr_setschedparam(&a, &parameter), 0);
    ROW(pthread_attr_setschedpolicy(&a, SCHED_OTHER), 0);
    ROW(pthread_create(&thread, &a, nothing, NULL), 0); /* that of its creator counts */
    ROW(pthread_join(thread, NULL), 0);
    ROW(pthread_attr_setinheritsched(&a, PTHREAD_EXPLICIT_SCHED), 0);
    ROW(pthread_create(&thread, &a, nothing, NULL), EINVAL);
    ROW(pthread_attr_destroy(&a), 0);
}

static void check_joining(void)
{
    pthread_t thread;
    ROW(pthread_yield(), 0);
    void *result = NULL;
    ROW(pthread_join(pthread_self(), NULL), EDEADLK);
    ROW(pthread_create(&thread, NULL, nothing, &thread), 0);
    ROW(pthread_equal(thread, pthread_self()), 0);
    GIVES(pthread_join(thread, &result), result, &thread);
    ROW(pthread_create(&thread, NULL, nothing, NULL), 0);
    ROW(pthread_detach(thread), 0);
}

int main(void)
{
    pthread_attr_t a;
    ROW(pthread_attr_init(&a), 0);
    check_numbers(&a);
    check_scheduling(&a);
    ROW(pthread_attr_destroy(&a), 0);
    check_names(pthread_self());
    check_own_scheduling();
    check_processors();
    check_cancellation();
    check_joining();
    check_running();
    check_wrong_schedule();
    END_OF_TABLE();
    return 0;
}
