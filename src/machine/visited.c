#include "machine/visited.h"

#include <stdlib.h>

#include "base/alloc.h"

enum { FIRST_CAPACITY = 1024 };

static bool is_empty(const hash128 *h)
{
    return h->a == 0 && h->b == 0;
}

static hash128 *slot_of(hash128 *table, uint64_t capacity, hash128 h)
{
    uint64_t i = h.a & (capacity - 1);
    while (!is_empty(&table[i]) && (table[i].a != h.a || table[i].b != h.b))
        i = (i + 1) & (capacity - 1);
    return &table[i];
}

static void grow(visited *v)
{
    uint64_t capacity = v->capacity ? v->capacity * 2 : FIRST_CAPACITY;
    hash128 *table = alloc_zeroed(capacity, sizeof *table);
    for (uint64_t i = 0; i < v->capacity; i++)
        if (!is_empty(&v->table[i]))
            *slot_of(table, capacity, v->table[i]) = v->table[i];
    free(v->table);
    v->table = table;
    v->capacity = capacity;
}

bool visited_add(visited *v, hash128 h)
{
    if (v->count * 2 >= v->capacity)
        grow(v);
    hash128 *slot = slot_of(v->table, v->capacity, h);
    if (!is_empty(slot))
        return false;
    *slot = h;
    v->count++;
    return true;
}

void visited_clear(visited *v)
{
    free(v->table);
    *v = (visited){0};
}
