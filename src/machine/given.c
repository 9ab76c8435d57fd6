#include "machine/given.h"

void given_clear(given *g)
{
    for (uint32_t i = 0; i < GIVEN_THREADS; i++)
        vec_clear(&g->numbers[i]);
    map_clear(&g->inside);
    g->above = 0;
}

void given_add(given *g, uint32_t thread, uint64_t number)
{
    vec_push(&g->numbers[thread], number);
    g->above = number >= g->above ? number + 1 : g->above;
}

uint64_t given_number(given *g, uint32_t thread, uint32_t index, uint64_t inside)
{
    if (g->above == 0)
        return inside;
    if (index >= g->numbers[thread].size)
        return g->above + inside;
    map_put(&g->inside, g->numbers[thread].data[index], inside);
    return g->numbers[thread].data[index];
}

uint64_t given_inside(const given *g, uint64_t number)
{
    if (g->above == 0)
        return number;
    const uint64_t *inside = map_find(&g->inside, number);
    if (inside)
        return *inside;
    return number > g->above ? number - g->above : number;
}
