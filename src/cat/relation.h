/* Sets and relations over events 0 … count-1 as bits: a set is a row of words, a relation `count` rows, row a the
 * events that a is related to. Bits beyond `count` are zero.
 *
 * Who calls owns the words: cat_set_words and cat_relation_words of them. In the costs below, n is the number of
 * events, w = n / 64 rounded up, m the number of pairs. Results may be an operand, unless it is said otherwise. */
#ifndef HEDDLE_CAT_RELATION_H
#define HEDDLE_CAT_RELATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct cat_size {
    uint32_t count; /* n */
    uint32_t words; /* w */
} cat_size;

static inline cat_size cat_size_of(uint32_t count)
{
    return (cat_size){count, (count + 63) / 64};
}

static inline size_t cat_set_words(cat_size size)
{
    return size.words;
}

static inline size_t cat_relation_words(cat_size size)
{
    return (size_t)size.count * size.words;
}

static inline uint64_t *cat_row(cat_size size, uint64_t *relation, uint32_t a)
{
    return relation + (size_t)a * size.words;
}

static inline const uint64_t *cat_row_const(cat_size size, const uint64_t *relation, uint32_t a)
{
    return relation + (size_t)a * size.words;
}

static inline bool cat_bits_have(const uint64_t *set, uint32_t a)
{
    return set[a / 64] >> (a % 64) & 1;
}

static inline void cat_bits_add(uint64_t *set, uint32_t a)
{
    set[a / 64] |= (uint64_t)1 << (a % 64);
}

static inline bool cat_relation_has(cat_size size, const uint64_t *relation, uint32_t a, uint32_t b)
{
    return cat_bits_have(cat_row_const(size, relation, a), b);
}

static inline void cat_relation_add(cat_size size, uint64_t *relation, uint32_t a, uint32_t b)
{
    cat_bits_add(cat_row(size, relation, a), b);
}

/* For every event of a set, in order: for (uint32_t a = cat_bits_next(size, set, 0); a < size.count; a =
 * cat_bits_next(size, set, a + 1)). The next one that is not before `from`, or count. */
static inline uint32_t cat_bits_next(cat_size size, const uint64_t *set, uint32_t from)
{
    uint32_t word = from / 64;
    if (word >= size.words)
        return size.count;
    uint64_t rest = set[word] & (~(uint64_t)0 << (from % 64));
    while (!rest) {
        if (++word == size.words)
            return size.count;
        rest = set[word];
    }
    return word * 64 + (uint32_t)__builtin_ctzll(rest);
}

/* All events: O(w). */
void cat_set_fill(cat_size size, uint64_t *out);

/* On any words, sets and relations alike: O(words). */
void cat_bits_or(size_t words, uint64_t *out, const uint64_t *a, const uint64_t *b);
void cat_bits_and(size_t words, uint64_t *out, const uint64_t *a, const uint64_t *b);
void cat_bits_minus(size_t words, uint64_t *out, const uint64_t *a, const uint64_t *b);
bool cat_bits_are_empty(size_t words, const uint64_t *bits);

/* a; b, added to what `out` has: O(nw + mw), m of a. `out` is neither of both. */
void cat_relation_add_then(cat_size size, uint64_t *out, const uint64_t *a, const uint64_t *b);
/* Pairs whose first event is in the set; whose second one is: O(nw). */
void cat_relation_restrict_first(cat_size size, uint64_t *out, const uint64_t *relation, const uint64_t *set);
void cat_relation_restrict_second(cat_size size, uint64_t *out, const uint64_t *relation, const uint64_t *set);
/* S * T: O(nw). */
void cat_relation_cross(cat_size size, uint64_t *out, const uint64_t *s, const uint64_t *t);
/* [S]: O(nw). */
void cat_relation_identity(cat_size size, uint64_t *out, const uint64_t *s);
/* O(nw + m). `out` is not the operand. */
void cat_relation_invert(cat_size size, uint64_t *out, const uint64_t *relation);
/* Transitive closure in place: O(n² + n² w) at worst. */
void cat_relation_close(cat_size size, uint64_t *relation);
/* O(nw). */
void cat_relation_domain(cat_size size, uint64_t *out, const uint64_t *relation);
void cat_relation_range(cat_size size, uint64_t *out, const uint64_t *relation);
bool cat_relation_is_irreflexive(cat_size size, const uint64_t *relation);
/* O(n² w) at worst, O(nw) where few edges lead back. */
bool cat_relation_is_acyclic(cat_size size, const uint64_t *relation);

#endif
