/* Attributes, names, priorities and the state of cancellation are accepted; attributes keep what they were given.
 *
 * Verdict: SC safe, PSO safe
 */
#define _GNU_SOURCE
#include <assert.h>
#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>

static void *nothing(void *unused)
{
    (void)unused;
    return NULL;
}

static void check_attributes(pthread_attr_t *attribute)
{
    size_t size;
    int value;
    void *stack;
    struct sched_param parameter = {.sched_priority = 3};
    assert(pthread_attr_setstacksize(attribute, PTHREAD_STACK_MIN) == 0);
    assert(pthread_attr_getstacksize(attribute, &size) == 0 && size == (size_t)PTHREAD_STACK_MIN);
    assert(pthread_attr_setguardsize(attribute, 8192) == 0);
    assert(pthread_attr_getguardsize(attribute, &size) == 0 && size == 8192);
    assert(pthread_attr_setscope(attribute, PTHREAD_SCOPE_SYSTEM) == 0);
    assert(pthread_attr_getscope(attribute, &value) == 0 && value == PTHREAD_SCOPE_SYSTEM);
    assert(pthread_attr_setinheritsched(attribute, PTHREAD_EXPLICIT_SCHED) == 0);
    assert(pthread_attr_getinheritsched(attribute, &value) == 0 && value == PTHREAD_EXPLICIT_SCHED);
    assert(pthread_attr_setschedpolicy(attribute, SCHED_RR) == 0);
    assert(pthread_attr_getschedpolicy(attribute, &value) == 0 && value == SCHED_RR);
    assert(pthread_attr_setschedparam(attribute, &parameter) == 0);
    parameter.sched_priority = 0;
    assert(pthread_attr_getschedparam(attribute, &parameter) == 0 && parameter.sched_priority == 3);
    assert(pthread_attr_getdetachstate(attribute, &value) == 0 && value == PTHREAD_CREATE_JOINABLE);
    assert(pthread_attr_setstack(attribute, &size, 1 << 16) == 0);
    assert(pthread_attr_getstack(attribute, &stack, &size) == 0 && stack == &size && size == 1 << 16);
}

static void check_settings(pthread_t thread)
{
    struct sched_param parameter = {0};
    char name[16] = "?";
    int old = -1, policy;
    cpu_set_t set;
    sigset_t signals;
    assert(pthread_setname_np(thread, "worker") == 0);
    assert(pthread_getname_np(thread, name, sizeof name) == 0);
    assert(name[0] != '?');
    assert(pthread_setschedparam(thread, SCHED_OTHER, &parameter) == 0);
    assert(pthread_getschedparam(thread, &policy, &parameter) == 0 && policy == SCHED_OTHER);
    assert(pthread_setschedprio(thread, 0) == 0);
    CPU_ZERO(&set);
    CPU_SET(0, &set);
    assert(pthread_setaffinity_np(thread, sizeof set, &set) == 0);
    assert(sched_setaffinity(0, sizeof set, &set) == 0);
    assert(sched_getcpu() >= 0);
    assert(sched_get_priority_min(SCHED_FIFO) <= sched_get_priority_max(SCHED_FIFO));
    assert(pthread_setconcurrency(2) == 0);
    assert(pthread_getconcurrency() >= 0);
    assert(pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old) == 0 && old == PTHREAD_CANCEL_ENABLE);
    assert(pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &old) == 0 && old == PTHREAD_CANCEL_DEFERRED);
    pthread_testcancel();
    assert(pthread_sigmask(SIG_BLOCK, NULL, &signals) == 0);
}

int main(void)
{
    pthread_t thread;
    pthread_attr_t attribute;
    pthread_attr_init(&attribute);
    check_attributes(&attribute);
    pthread_attr_init(&attribute);
    assert(pthread_create(&thread, &attribute, nothing, NULL) == 0);
    assert(pthread_attr_destroy(&attribute) == 0);
    assert(pthread_join(thread, NULL) == 0);
    check_settings(pthread_self());
    return 0;
}
