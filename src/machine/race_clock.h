/* A vector clock: a number for each thread; those that it does not have are 0. */
#ifndef HEDDLE_MACHINE_RACE_CLOCK_H
#define HEDDLE_MACHINE_RACE_CLOCK_H

#include "base/vec.h"

typedef VEC(uint32_t) race_clock;

static inline uint32_t race_clock_of(const race_clock *c, uint32_t thread)
{
    return thread < c->size ? c->data[thread] : 0;
}

static inline void race_clock_raise(race_clock *c, uint32_t thread, uint32_t to)
{
    if (thread >= c->size)
        vec_resize(c, thread + 1);
    if (c->data[thread] < to)
        c->data[thread] = to;
}

/* The larger of both in each component. */
static inline void race_clock_join(race_clock *c, const race_clock *with)
{
    for (uint32_t t = 0; t < with->size; t++)
        if (with->data[t])
            race_clock_raise(c, t, with->data[t]);
}

static inline void race_clock_set(race_clock *c, const race_clock *to)
{
    c->size = 0;
    vec_append(c, to->data, to->size);
}

static inline bool race_clock_has(const race_clock *c, const race_clock *other)
{
    for (uint32_t t = 0; t < other->size; t++)
        if (race_clock_of(c, t) < other->data[t])
            return false;
    return true;
}

#endif
