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
    uint32_t *numbers = v->numbers ? alloc_zeroed(capacity, sizeof *numbers) : NULL;
    for (uint64_t i = 0; i < v->capacity; i++) {
        if (is_empty(&v->table[i]))
            continue;
        hash128 *slot = slot_of(table, capacity, v->table[i]);
        *slot = v->table[i];
        if (numbers)
            numbers[slot - table] = v->numbers[i];
    }
    free(v->table);
    free(v->numbers);
    v->table = table;
    v->numbers = numbers;
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

uint32_t visited_number(visited *v, hash128 h, uint32_t number)
{
    if (v->capacity == 0)
        grow(v);
    if (v->numbers == NULL)
        v->numbers = alloc_zeroed(v->capacity, sizeof *v->numbers);
    bool is_new = visited_add(v, h);
    uint32_t *known = &v->numbers[slot_of(v->table, v->capacity, h) - v->table];
    if (is_new)
        *known = number;
    return *known;
}

void visited_clear(visited *v)
{
    free(v->numbers);
    free(v->table);
    *v = (visited){0};
}
