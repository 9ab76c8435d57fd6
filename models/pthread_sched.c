/* Names, scheduling, affinity: kept for whoever asks, without effect on what a program may do. */
#include "internal.h"
#include "scheduling.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <unistd.h>

enum { NAME_SIZE = 16 }; /* of the longest name that Linux knows, with its end */

/* By the thread's number. */
static struct {
    int policy, priority;
    uint64_t no_processors; /* that it does not run on: one bit each */
} kept[MOST_THREADS + 1];

static char names[MOST_THREADS + 1][NAME_SIZE] = {[1] = "program"};

static void check_number(pthread_t thread)
{
    if (thread == 0 || thread > MOST_THREADS)
        __heddle_unsupported("names or scheduling of a thread that is none, or has a number above 128");
}

/* Inside the atomic block of pthread_create. */
void __heddle_inherit(int thread, const pthread_attr_t *attribute)
{
    int self = __heddle_thread_self(), inherit = PTHREAD_INHERIT_SCHED;
    check_number((pthread_t)thread);
    if (__heddle_is_linked("pthread_getname_np"))
        __heddle_memcpy(names[thread], names[self], NAME_SIZE);
    kept[thread] = kept[self];
    if (attribute)
        pthread_attr_getinheritsched(attribute, &inherit);
    if (inherit == PTHREAD_INHERIT_SCHED)
        return;
    struct sched_param parameter;
    pthread_attr_getschedparam(attribute, &parameter);
    pthread_attr_getschedpolicy(attribute, &kept[thread].policy);
    kept[thread].priority = parameter.sched_priority;
}

/* ---- names ---- */

int pthread_setname_np(pthread_t thread, const char *name)
{
    size_t length = strlen(name);
    if (length >= NAME_SIZE)
        return ERANGE;
    if (!__heddle_is_linked("pthread_getname_np"))
        return 0;
    check_number(thread);
    __heddle_atomic_begin();
    for (size_t i = 0; i <= length; i++)
        names[thread][i] = name[i];
    return finish(0);
}

int pthread_getname_np(pthread_t thread, char *name, size_t size)
{
    if (size < NAME_SIZE)
        return ERANGE;
    check_number(thread);
    __heddle_atomic_begin();
    __heddle_memcpy(name, names[thread], NAME_SIZE);
    return finish(0);
}

/* ---- policies and priorities ---- */

static int set_scheduling(pthread_t thread, int policy, int priority)
{
    if (!is_policy(policy) || !is_priority(policy, priority))
        return EINVAL;
    if (!scheduling_is_kept())
        return 0;
    check_number(thread);
    __heddle_atomic_begin();
    kept[thread].policy = policy;
    kept[thread].priority = priority;
    return finish(0);
}

int pthread_setschedparam(pthread_t thread, int policy, const struct sched_param *parameter)
{
    return set_scheduling(thread, policy, parameter->sched_priority);
}

int pthread_getschedparam(pthread_t thread, int *restrict policy, struct sched_param *restrict parameter)
{
    check_number(thread);
    __heddle_atomic_begin();
    *policy = kept[thread].policy;
    parameter->sched_priority = kept[thread].priority;
    return finish(0);
}

int pthread_setschedprio(pthread_t thread, int priority)
{
    int policy;
    struct sched_param parameter;
    pthread_getschedparam(thread, &policy, &parameter);
    return set_scheduling(thread, policy, priority);
}

static int limit_of(int policy, int limit)
{
    if (is_policy(policy))
        return has_priorities(policy) ? limit : 0;
    errno = EINVAL;
    return -1;
}

int sched_get_priority_min(int policy)
{
    return limit_of(policy, LEAST_PRIORITY);
}

int sched_get_priority_max(int policy)
{
    return limit_of(policy, GREATEST_PRIORITY);
}

int sched_yield(void)
{
    return 0;
}

/* ---- concurrency: a hint that somebody may ask for ---- */

static int concurrency;

int pthread_setconcurrency(int level)
{
    if (level < 0)
        return EINVAL;
    __heddle_atomic_begin();
    concurrency = level;
    return finish(0);
}

int pthread_getconcurrency(void)
{
    __heddle_atomic_begin();
    return finish(concurrency);
}

/* ---- processors ---- */

enum { ALL_PROCESSORS = (1 << PROCESSORS) - 1 };

static int set_processors(pthread_t thread, size_t size, const cpu_set_t *set)
{
    unsigned char first = 0;
    check_bytes(set, size);
    if (size > 0)
        __heddle_memcpy(&first, set, sizeof first);
    if ((first & ALL_PROCESSORS) == 0)
        return EINVAL;
    check_number(thread);
    __heddle_atomic_begin();
    kept[thread].no_processors = (unsigned)(~first & ALL_PROCESSORS);
    return finish(0);
}

static int get_processors(pthread_t thread, size_t size, cpu_set_t *set)
{
    if (size < sizeof(long))
        return EINVAL;
    check_number(thread);
    __heddle_memset(set, 0, size);
    __heddle_atomic_begin();
    *(unsigned char *)set = (unsigned char)(ALL_PROCESSORS & ~kept[thread].no_processors);
    return finish(0);
}

/* What a system call makes of an error number. */
static int result_of(int error)
{
    if (!error)
        return 0;
    errno = error;
    return -1;
}

/* 0 is the thread that asks. */
static pthread_t thread_of(pid_t number)
{
    return number == 0 ? pthread_self() : (pthread_t)(number - getpid() + 1);
}

int pthread_setaffinity_np(pthread_t thread, size_t size, const cpu_set_t *set)
{
    return set_processors(thread, size, set);
}

int pthread_getaffinity_np(pthread_t thread, size_t size, cpu_set_t *set)
{
    return get_processors(thread, size, set);
}

int sched_setaffinity(pid_t number, size_t size, const cpu_set_t *set)
{
    return result_of(set_processors(thread_of(number), size, set));
}

int sched_getaffinity(pid_t number, size_t size, cpu_set_t *set)
{
    return result_of(get_processors(thread_of(number), size, set));
}

/* The first one that it may run on. */
int sched_getcpu(void)
{
    uint64_t not_there = kept[__heddle_thread_self()].no_processors;
    return __builtin_ctzll(~not_there);
}

/* CPU_COUNT. */
int __sched_cpucount(size_t size, const cpu_set_t *set)
{
    const unsigned char *bytes = (const unsigned char *)set;
    int count = 0;
    for (size_t i = 0; i < size; i++)
        count += __builtin_popcount(bytes[i]);
    return count;
}

/* CPU_ALLOC and CPU_FREE. */
cpu_set_t *__sched_cpualloc(size_t count)
{
    return malloc(CPU_ALLOC_SIZE(count));
}

void __sched_cpufree(cpu_set_t *set)
{
    free(set);
}
