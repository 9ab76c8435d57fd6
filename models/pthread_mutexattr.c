/* Attributes of mutexes, and the ceilings that come from them. The type and robustness have an effect; the rest is kept
 * for whoever asks. */
#include "mutex.h"
#include "scheduling.h"

#include <errno.h>

static int *bits_of(const pthread_mutexattr_t *attribute)
{
    __heddle_check_init(attribute, sizeof(int));
    return (int *)attribute;
}

static int set(pthread_mutexattr_t *attribute, int mask, int bits)
{
    int *own = bits_of(attribute);
    *own = (*own & ~mask) | bits;
    return 0;
}

int pthread_mutexattr_init(pthread_mutexattr_t *attribute)
{
    *(int *)attribute = PTHREAD_MUTEX_DEFAULT | LEAST_PRIORITY << MUTEX_CEILING_SHIFT;
    return 0;
}

int pthread_mutexattr_destroy(pthread_mutexattr_t *attribute)
{
    check_bytes(attribute, sizeof *attribute);
    return 0;
}

int pthread_mutexattr_settype(pthread_mutexattr_t *attribute, int type)
{
    if (type < PTHREAD_MUTEX_NORMAL || type > PTHREAD_MUTEX_ADAPTIVE_NP)
        return EINVAL;
    return set(attribute, MUTEX_TYPE, type);
}

int pthread_mutexattr_gettype(const pthread_mutexattr_t *restrict attribute, int *restrict type)
{
    *type = *bits_of(attribute) & MUTEX_TYPE;
    return 0;
}

/* Their names before POSIX had the type. */
int pthread_mutexattr_setkind_np(pthread_mutexattr_t *attribute, int type)
{
    return pthread_mutexattr_settype(attribute, type);
}

int pthread_mutexattr_getkind_np(const pthread_mutexattr_t *restrict attribute, int *restrict type)
{
    return pthread_mutexattr_gettype(attribute, type);
}

int pthread_mutexattr_setpshared(pthread_mutexattr_t *attribute, int shared)
{
    return is_sharing(shared) ? set(attribute, MUTEX_SHARED, shared ? MUTEX_SHARED : 0) : EINVAL;
}

int pthread_mutexattr_getpshared(const pthread_mutexattr_t *restrict attribute, int *restrict shared)
{
    *shared = *bits_of(attribute) & MUTEX_SHARED ? PTHREAD_PROCESS_SHARED : PTHREAD_PROCESS_PRIVATE;
    return 0;
}

int pthread_mutexattr_setrobust(pthread_mutexattr_t *attribute, int robustness)
{
    if (robustness != PTHREAD_MUTEX_STALLED && robustness != PTHREAD_MUTEX_ROBUST)
        return EINVAL;
    __heddle_keep((const void *)__heddle_thread_return);
    return set(attribute, MUTEX_ROBUST, robustness == PTHREAD_MUTEX_ROBUST ? MUTEX_ROBUST : 0);
}

int pthread_mutexattr_getrobust(const pthread_mutexattr_t *restrict attribute, int *restrict robustness)
{
    *robustness = *bits_of(attribute) & MUTEX_ROBUST ? PTHREAD_MUTEX_ROBUST : PTHREAD_MUTEX_STALLED;
    return 0;
}

/* ---- priorities ---- */

int pthread_mutexattr_setprotocol(pthread_mutexattr_t *attribute, int protocol)
{
    if (protocol != PTHREAD_PRIO_NONE && protocol != PTHREAD_PRIO_INHERIT && protocol != PTHREAD_PRIO_PROTECT)
        return EINVAL;
    return set(attribute, MUTEX_PROTOCOL, protocol << MUTEX_PROTOCOL_SHIFT);
}

int pthread_mutexattr_getprotocol(const pthread_mutexattr_t *restrict attribute, int *restrict protocol)
{
    *protocol = mutexattr_protocol(*bits_of(attribute));
    return 0;
}

int pthread_mutexattr_setprioceiling(pthread_mutexattr_t *attribute, int ceiling)
{
    if (!is_priority(SCHED_FIFO, ceiling))
        return EINVAL;
    return set(attribute, MUTEX_CEILING, ceiling << MUTEX_CEILING_SHIFT);
}

int pthread_mutexattr_getprioceiling(const pthread_mutexattr_t *restrict attribute, int *restrict ceiling)
{
    *ceiling = (*bits_of(attribute) & MUTEX_CEILING) >> MUTEX_CEILING_SHIFT;
    return 0;
}

int pthread_mutex_getprioceiling(const pthread_mutex_t *restrict mutex, int *restrict ceiling)
{
    if (*mutex_ceiling(mutex) == 0)
        return EINVAL;
    *ceiling = *mutex_ceiling(mutex);
    return 0;
}

int pthread_mutex_setprioceiling(pthread_mutex_t *restrict mutex, int ceiling, int *restrict old)
{
    if (*mutex_ceiling(mutex) == 0 || !is_priority(SCHED_FIFO, ceiling))
        return EINVAL;
    int error = pthread_mutex_lock(mutex);
    if (error)
        return error;
    *old = *mutex_ceiling(mutex);
    *mutex_ceiling(mutex) = (short)ceiling;
    return pthread_mutex_unlock(mutex);
}
