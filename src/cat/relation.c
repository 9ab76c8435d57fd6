#include "cat/relation.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

void cat_set_fill(cat_size size, uint64_t *out)
{
    memset(out, 0xff, size.words * sizeof *out);
    if (size.count % 64)
        out[size.words - 1] = ((uint64_t)1 << (size.count % 64)) - 1;
}

void cat_bits_or(size_t words, uint64_t *out, const uint64_t *a, const uint64_t *b)
{
    for (size_t i = 0; i < words; i++)
        out[i] = a[i] | b[i];
}

void cat_bits_and(size_t words, uint64_t *out, const uint64_t *a, const uint64_t *b)
{
    for (size_t i = 0; i < words; i++)
        out[i] = a[i] & b[i];
}

void cat_bits_minus(size_t words, uint64_t *out, const uint64_t *a, const uint64_t *b)
{
    for (size_t i = 0; i < words; i++)
        out[i] = a[i] & ~b[i];
}

bool cat_bits_are_empty(size_t words, const uint64_t *bits)
{
    for (size_t i = 0; i < words; i++)
        if (bits[i])
            return false;
    return true;
}

void cat_relation_add_then(cat_size size, uint64_t *out, const uint64_t *a, const uint64_t *b)
{
    for (uint32_t i = 0; i < size.count; i++) {
        const uint64_t *row = cat_row_const(size, a, i);
        uint64_t *to = cat_row(size, out, i);
        for (uint32_t k = cat_bits_next(size, row, 0); k < size.count; k = cat_bits_next(size, row, k + 1))
            cat_bits_or(size.words, to, to, cat_row_const(size, b, k));
    }
}

void cat_relation_restrict_first(cat_size size, uint64_t *out, const uint64_t *relation, const uint64_t *set)
{
    for (uint32_t i = 0; i < size.count; i++) {
        uint64_t *to = cat_row(size, out, i);
        if (!cat_bits_have(set, i))
            memset(to, 0, size.words * sizeof *to);
        else if (out != relation)
            memcpy(to, cat_row_const(size, relation, i), size.words * sizeof *to);
    }
}

void cat_relation_restrict_second(cat_size size, uint64_t *out, const uint64_t *relation, const uint64_t *set)
{
    for (uint32_t i = 0; i < size.count; i++)
        cat_bits_and(size.words, cat_row(size, out, i), cat_row_const(size, relation, i), set);
}

void cat_relation_cross(cat_size size, uint64_t *out, const uint64_t *s, const uint64_t *t)
{
    for (uint32_t i = 0; i < size.count; i++) {
        uint64_t *to = cat_row(size, out, i);
        if (cat_bits_have(s, i))
            memcpy(to, t, size.words * sizeof *to);
        else
            memset(to, 0, size.words * sizeof *to);
    }
}

void cat_relation_identity(cat_size size, uint64_t *out, const uint64_t *s)
{
    memset(out, 0, cat_relation_words(size) * sizeof *out);
    for (uint32_t i = cat_bits_next(size, s, 0); i < size.count; i = cat_bits_next(size, s, i + 1))
        cat_relation_add(size, out, i, i);
}

void cat_relation_invert(cat_size size, uint64_t *out, const uint64_t *relation)
{
    memset(out, 0, cat_relation_words(size) * sizeof *out);
    for (uint32_t i = 0; i < size.count; i++) {
        const uint64_t *row = cat_row_const(size, relation, i);
        for (uint32_t k = cat_bits_next(size, row, 0); k < size.count; k = cat_bits_next(size, row, k + 1))
            cat_relation_add(size, out, k, i);
    }
}

/* Warshall: after k rounds, ways through the first k events are known. */
void cat_relation_close(cat_size size, uint64_t *relation)
{
    for (uint32_t k = 0; k < size.count; k++) {
        const uint64_t *row = cat_row_const(size, relation, k);
        if (cat_bits_are_empty(size.words, row))
            continue;
        for (uint32_t i = 0; i < size.count; i++) {
            uint64_t *to = cat_row(size, relation, i);
            if (cat_bits_have(to, k))
                cat_bits_or(size.words, to, to, row);
        }
    }
}

void cat_relation_domain(cat_size size, uint64_t *out, const uint64_t *relation)
{
    memset(out, 0, size.words * sizeof *out);
    for (uint32_t i = 0; i < size.count; i++)
        if (!cat_bits_are_empty(size.words, cat_row_const(size, relation, i)))
            cat_bits_add(out, i);
}

void cat_relation_range(cat_size size, uint64_t *out, const uint64_t *relation)
{
    memset(out, 0, size.words * sizeof *out);
    for (uint32_t i = 0; i < size.count; i++)
        cat_bits_or(size.words, out, out, cat_row_const(size, relation, i));
}

bool cat_relation_is_irreflexive(cat_size size, const uint64_t *relation)
{
    for (uint32_t i = 0; i < size.count; i++)
        if (cat_relation_has(size, relation, i, i))
            return false;
    return true;
}

/* A depth-first search that keeps its way in `way`; `seen` are those that were on it. */
typedef struct search {
    uint64_t *seen, *on_way;
    uint32_t *way;
} search;

/* Is there a cycle that can be reached from the event? Looks at each event once over all calls. */
static bool finds_cycle(cat_size size, const uint64_t *relation, search *s, uint32_t from)
{
    uint32_t depth = 0;
    s->way[depth++] = from;
    cat_bits_add(s->seen, from);
    cat_bits_add(s->on_way, from);
    while (depth) {
        uint32_t at = s->way[depth - 1], next = size.count;
        const uint64_t *row = cat_row_const(size, relation, at);
        for (uint32_t w = 0; w < size.words && next == size.count; w++) {
            if (row[w] & s->on_way[w])
                return true;
            if (row[w] & ~s->seen[w])
                next = w * 64 + (uint32_t)__builtin_ctzll(row[w] & ~s->seen[w]);
        }
        if (next == size.count) {
            depth--;
            s->on_way[at / 64] &= ~((uint64_t)1 << (at % 64));
            continue;
        }
        s->way[depth++] = next;
        cat_bits_add(s->seen, next);
        cat_bits_add(s->on_way, next);
    }
    return false;
}

bool cat_relation_is_acyclic(cat_size size, const uint64_t *relation)
{
    uint64_t *sets = alloc_zeroed(2 * (size_t)size.words + 1, sizeof *sets);
    search s = {sets, sets + size.words, alloc_bytes((size.count + 1) * sizeof *s.way)};
    bool is_acyclic = true;
    for (uint32_t i = 0; i < size.count && is_acyclic; i++)
        if (!cat_bits_have(s.seen, i))
            is_acyclic = !finds_cycle(size, relation, &s, i);
    free(s.way);
    free(sets);
    return is_acyclic;
}
