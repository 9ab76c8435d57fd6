#include "support/relation.h"

#include "base/alloc.h"

void relation_init(relation *r, uint32_t count)
{
    *r = (relation){.count = count, .words = (count + 63) / 64};
    r->rows = alloc_zeroed((size_t)count * r->words + 1, sizeof(uint64_t));
}

void relation_clear(relation *r)
{
    free(r->rows);
    vec_clear(&r->saved);
}

bool relation_add(relation *r, uint32_t a, uint32_t b)
{
    if (a == b || relation_has(r, b, a))
        return false;
    if (relation_has(r, a, b))
        return true;
    r->additions++;
    const uint64_t *after = &r->rows[(size_t)b * r->words];
    for (uint32_t x = 0; x < r->count; x++) {
        if (x != a && !relation_has(r, x, a))
            continue;
        uint64_t *row = &r->rows[(size_t)x * r->words];
        for (uint32_t i = 0; i < r->words; i++)
            row[i] |= after[i];
        row[b / 64] |= UINT64_C(1) << b % 64;
    }
    return true;
}

void relation_save(relation *r)
{
    vec_append(&r->saved, r->rows, r->count * r->words);
}

void relation_restore(relation *r)
{
    r->saved.size -= r->count * r->words;
    if (r->count * r->words > 0)
        memcpy(r->rows, r->saved.data + r->saved.size, (size_t)r->count * r->words * sizeof(uint64_t));
}
