/* Pseudo-random numbers (splitmix64): the same seed gives the same sequence on every machine. */
#ifndef HEDDLE_BASE_RANDOM_H
#define HEDDLE_BASE_RANDOM_H

#include <stdint.h>

#include "base/hash.h"

typedef struct random_source {
    uint64_t state;
} random_source;

static inline random_source random_seeded(uint64_t seed)
{
    return (random_source){hash_mix(seed + 0x9e3779b97f4a7c15u)};
}

static inline uint64_t random_word(random_source *source)
{
    source->state += 0x9e3779b97f4a7c15u;
    return hash_mix(source->state);
}

/* Uniform in [0, bound), bound > 0, up to a bias below bound / 2^64. */
static inline uint64_t random_below(random_source *source, uint64_t bound)
{
    return (uint64_t)(((unsigned __int128)random_word(source) * bound) >> 64);
}

#endif
