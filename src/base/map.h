/* A hash map from uint64_t to uint64_t: open addressing, linear probing, at most 5/8 full.
 * Keys may be any value but MAP_NO_KEY. A zeroed struct is the empty map. All operations are O(1) expected. */
#ifndef HEDDLE_BASE_MAP_H
#define HEDDLE_BASE_MAP_H

#include <stdbool.h>
#include <stdint.h>

#define MAP_NO_KEY UINT64_MAX

typedef struct map_entry {
    uint64_t key, value;
} map_entry;

typedef struct map {
    map_entry *entries;
    uint64_t count, capacity; /* capacity is zero or a power of two */
} map;

/* The place of the value of `key`, or NULL. Valid until the next map_put. */
uint64_t *map_find(const map *m, uint64_t key);
uint64_t map_get(const map *m, uint64_t key, uint64_t otherwise);
void map_put(map *m, uint64_t key, uint64_t value);
void map_clear(map *m);

/* Pointers as keys. */
static inline uint64_t map_key(const void *pointer)
{
    return (uint64_t)(uintptr_t)pointer;
}

#endif
