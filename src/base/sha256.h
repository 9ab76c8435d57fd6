/* SHA-256 (FIPS 180-4): names files in reports that others check, and makes identifiers that depend on content only. */
#ifndef HEDDLE_BASE_SHA256_H
#define HEDDLE_BASE_SHA256_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SHA256_BYTES = 32, SHA256_BLOCK = 64, SHA256_HEX = 2 * SHA256_BYTES + 1 };

typedef struct sha256 {
    uint32_t state[8];
    uint64_t size; /* bytes so far; the last size % SHA256_BLOCK of them wait in `block` */
    uint8_t block[SHA256_BLOCK];
} sha256;

void sha256_init(sha256 *hash);
void sha256_add(sha256 *hash, const void *bytes, size_t count);
void sha256_finish(sha256 *hash, uint8_t digest[SHA256_BYTES]);

/* Lower case, with a zero at the end. */
void sha256_hex(const uint8_t digest[SHA256_BYTES], char hex[SHA256_HEX]);
/* Of a file's content; false, with errno, if it cannot be read. */
bool sha256_file(const char *name, char hex[SHA256_HEX]);

#endif
