/* What a mutex attribute is made of, and what a mutex keeps of it. */
#ifndef HEDDLE_MODELS_MUTEX_H
#define HEDDLE_MODELS_MUTEX_H

#include "internal.h"

/* The bits of an attribute; the first two are those of a mutex's kind as well. */
enum {
    MUTEX_TYPE = 0x3,
    MUTEX_ROBUST = 0x10,
    MUTEX_SHARED = 0x20,
    MUTEX_PROTOCOL = 0x300,
    MUTEX_PROTOCOL_SHIFT = 8,
    MUTEX_CEILING = 0xff0000,
    MUTEX_CEILING_SHIFT = 16,
};

static inline _Bool robust_mutexes_exist(void)
{
    return __heddle_is_linked("pthread_mutexattr_setrobust");
}

/* A thread ends: others learn that it held those that it still holds. */
void __heddle_leave_robust_mutexes(void);

/* Inside an atomic block: the mutex is free if this thread held it, however often. */
void __heddle_drop_mutex(pthread_mutex_t *mutex);

/* ---- priorities: kept for whoever asks ---- */

static inline _Bool mutexes_have_ceilings(void)
{
    return __heddle_is_linked("pthread_mutex_getprioceiling") || __heddle_is_linked("pthread_mutex_setprioceiling");
}

/* The ceiling of a mutex that has one, or 0. It lies behind all that glibc's static initialisers set. */
static inline short *mutex_ceiling(const pthread_mutex_t *mutex)
{
    enum { BEHIND_KIND_AND_USERS = 20 };
    return (short *)((char *)mutex + BEHIND_KIND_AND_USERS);
}

static inline int mutexattr_protocol(int attribute)
{
    return (attribute & MUTEX_PROTOCOL) >> MUTEX_PROTOCOL_SHIFT;
}

static inline short mutexattr_ceiling(int attribute)
{
    if (mutexattr_protocol(attribute) != PTHREAD_PRIO_PROTECT)
        return 0;
    return (short)((attribute & MUTEX_CEILING) >> MUTEX_CEILING_SHIFT);
}

#endif
