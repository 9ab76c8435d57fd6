/* Policies and priorities, as Linux has them. They have no effect on what a program may do: any thread may be slow. */
#ifndef HEDDLE_MODELS_SCHEDULING_H
#define HEDDLE_MODELS_SCHEDULING_H

#include <sched.h>

enum { LEAST_PRIORITY = 1, GREATEST_PRIORITY = 99 }; /* of a policy that has any */

static inline _Bool has_priorities(int policy)
{
    return policy == SCHED_FIFO || policy == SCHED_RR;
}

static inline _Bool is_policy(int policy)
{
    return has_priorities(policy) || policy == SCHED_OTHER || policy == SCHED_BATCH || policy == SCHED_IDLE;
}

static inline _Bool is_priority(int policy, int priority)
{
    if (has_priorities(policy))
        return priority >= LEAST_PRIORITY && priority <= GREATEST_PRIORITY;
    return priority == 0;
}

#endif
