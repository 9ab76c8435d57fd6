#include "base/sha256.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { ROUNDS = 64, LENGTH_BYTES = 8, CHUNK = 65536 };

static const uint32_t FIRST[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                  0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};

/* The fractions of the cube roots of the first 64 primes. */
static const uint32_t CONSTANTS[ROUNDS] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static uint32_t rotate(uint32_t x, unsigned by)
{
    return x >> by | x << (32 - by);
}

static void expand(const uint8_t *block, uint32_t words[ROUNDS])
{
    for (unsigned i = 0; i < 16; i++, block += 4)
        words[i] = (uint32_t)block[0] << 24 | (uint32_t)block[1] << 16 | (uint32_t)block[2] << 8 | block[3];
    for (unsigned i = 16; i < ROUNDS; i++) {
        uint32_t a = words[i - 15], b = words[i - 2];
        uint32_t mixed_a = rotate(a, 7) ^ rotate(a, 18) ^ a >> 3, mixed_b = rotate(b, 17) ^ rotate(b, 19) ^ b >> 10;
        words[i] = words[i - 16] + mixed_a + words[i - 7] + mixed_b;
    }
}

static void compress(uint32_t state[8], const uint8_t *block)
{
    uint32_t words[ROUNDS], v[8];
    expand(block, words);
    memcpy(v, state, sizeof v);
    for (unsigned i = 0; i < ROUNDS; i++) {
        uint32_t choice = (v[4] & v[5]) ^ (~v[4] & v[6]), majority = (v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]);
        uint32_t one =
            v[7] + (rotate(v[4], 6) ^ rotate(v[4], 11) ^ rotate(v[4], 25)) + choice + CONSTANTS[i] + words[i];
        uint32_t two = (rotate(v[0], 2) ^ rotate(v[0], 13) ^ rotate(v[0], 22)) + majority;
        memmove(v + 1, v, 7 * sizeof *v);
        v[4] += one;
        v[0] = one + two;
    }
    for (unsigned i = 0; i < 8; i++)
        state[i] += v[i];
}

void sha256_init(sha256 *hash)
{
    *hash = (sha256){0};
    memcpy(hash->state, FIRST, sizeof FIRST);
}

void sha256_add(sha256 *hash, const void *bytes, size_t count)
{
    const uint8_t *from = bytes;
    while (count > 0) {
        size_t used = hash->size % SHA256_BLOCK, room = SHA256_BLOCK - used, part = count < room ? count : room;
        memcpy(hash->block + used, from, part);
        hash->size += part;
        from += part;
        count -= part;
        if (part == room)
            compress(hash->state, hash->block);
    }
}

void sha256_finish(sha256 *hash, uint8_t digest[SHA256_BYTES])
{
    static const uint8_t PADDING[SHA256_BLOCK] = {0x80};
    uint64_t bits = hash->size * 8;
    size_t used = hash->size % SHA256_BLOCK, end = SHA256_BLOCK - LENGTH_BYTES;
    sha256_add(hash, PADDING, used < end ? end - used : SHA256_BLOCK + end - used);
    uint8_t length[LENGTH_BYTES];
    for (unsigned i = 0; i < LENGTH_BYTES; i++)
        length[i] = (uint8_t)(bits >> (8 * (LENGTH_BYTES - 1 - i)));
    sha256_add(hash, length, sizeof length);
    for (unsigned i = 0; i < SHA256_BYTES; i++)
        digest[i] = (uint8_t)(hash->state[i / 4] >> (8 * (3 - i % 4)));
}

void sha256_hex(const uint8_t digest[SHA256_BYTES], char hex[SHA256_HEX])
{
    for (unsigned i = 0; i < SHA256_BYTES; i++)
        snprintf(hex + (size_t)2 * i, 3, "%02x", digest[i]);
}

bool sha256_file(const char *name, char hex[SHA256_HEX])
{
    FILE *file = fopen(name, "rb");
    if (file == NULL)
        return false;
    sha256 hash;
    sha256_init(&hash);
    uint8_t chunk[CHUNK], digest[SHA256_BYTES];
    for (size_t got; (got = fread(chunk, 1, sizeof chunk, file)) > 0;)
        sha256_add(&hash, chunk, got);
    bool ok = !ferror(file);
    int error = errno;
    fclose(file);
    errno = error;
    sha256_finish(&hash, digest);
    sha256_hex(digest, hex);
    return ok;
}
