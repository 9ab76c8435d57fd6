#include "base/map.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/hash.h"

enum { FIRST_CAPACITY = 16 };

static map_entry *place_of(const map *m, uint64_t key)
{
    uint64_t mask = m->capacity - 1;
    uint64_t i = hash_mix(key) & mask;
    while (m->entries[i].key != MAP_NO_KEY && m->entries[i].key != key)
        i = (i + 1) & mask;
    return &m->entries[i];
}

uint64_t *map_find(const map *m, uint64_t key)
{
    assert(key != MAP_NO_KEY);
    if (m->capacity == 0)
        return NULL;
    map_entry *entry = place_of(m, key);
    return entry->key == key ? &entry->value : NULL;
}

uint64_t map_get(const map *m, uint64_t key, uint64_t otherwise)
{
    const uint64_t *value = map_find(m, key);
    return value ? *value : otherwise;
}

static void rebuild(map *m, uint64_t capacity)
{
    map bigger = {.entries = alloc_bytes(capacity * sizeof(map_entry)), .count = m->count, .capacity = capacity};
    memset(bigger.entries, 0xff, capacity * sizeof(map_entry));
    for (uint64_t i = 0; i < m->capacity; i++)
        if (m->entries[i].key != MAP_NO_KEY)
            *place_of(&bigger, m->entries[i].key) = m->entries[i];
    free(m->entries);
    *m = bigger;
}

void map_put(map *m, uint64_t key, uint64_t value)
{
    assert(key != MAP_NO_KEY);
    if (m->count * 8 >= m->capacity * 5)
        rebuild(m, m->capacity ? m->capacity * 2 : FIRST_CAPACITY);
    map_entry *entry = place_of(m, key);
    if (entry->key == MAP_NO_KEY)
        m->count++;
    *entry = (map_entry){key, value};
}

void map_clear(map *m)
{
    free(m->entries);
    *m = (map){0};
}
