/* Hashing. hash_mix is a bijection on 64 bits with good avalanche; a hash128 accumulates words and bytes so that
 * two different inputs collide with probability about 2^-128 (for inputs that do not attack it on purpose). */
#ifndef HEDDLE_BASE_HASH_H
#define HEDDLE_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

static inline uint64_t hash_mix(uint64_t x)
{
    x ^= x >> 30;
    x *= 0xbf58476d1ce4e5b9u;
    x ^= x >> 27;
    x *= 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

typedef struct hash128 {
    uint64_t a, b;
} hash128;

static inline hash128 hash128_start(void)
{
    return (hash128){0x9e3779b97f4a7c15u, 0xc2b2ae3d27d4eb4fu};
}

static inline void hash128_word(hash128 *h, uint64_t word)
{
    h->a = hash_mix(h->a + word) + h->b;
    h->b = hash_mix(h->b ^ (word * 0xff51afd7ed558ccdu)) ^ (h->a << 23 | h->a >> 41);
}

static inline void hash128_bytes(hash128 *h, const void *bytes, size_t count)
{
    const unsigned char *p = bytes;
    uint64_t word;
    for (; count >= sizeof word; p += sizeof word, count -= sizeof word) {
        memcpy(&word, p, sizeof word);
        hash128_word(h, word);
    }
    word = (uint64_t)count << 56;
    memcpy(&word, p, count);
    hash128_word(h, word);
}

/* ---- sums, from which a part can be taken out again ---- */

/* The content at a place, for a sum over places: each word is mixed with the place, so that no two are exchanged. */
static inline hash128 hash128_part(uint64_t place, hash128 content)
{
    return (hash128){
        hash_mix(content.a + (place + 1) * 0x9e3779b97f4a7c15u),
        hash_mix((content.b * 0xff51afd7ed558ccdu) ^ ((place + 1) * 0xc2b2ae3d27d4eb4fu)),
    };
}

static inline void hash128_add(hash128 *sum, hash128 part)
{
    sum->a += part.a;
    sum->b += part.b;
}

static inline void hash128_subtract(hash128 *sum, hash128 part)
{
    sum->a -= part.a;
    sum->b -= part.b;
}

/* Words at places one after the other. None waits for the one before it, and zeros add nothing. */
static inline void hash128_add_words(hash128 *sum, uint64_t place, const void *words, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint64_t word;
        memcpy(&word, (const unsigned char *)words + i * sizeof word, sizeof word);
        if (word)
            hash128_add(sum, hash128_part(place + i, (hash128){word, word}));
    }
}

#endif
