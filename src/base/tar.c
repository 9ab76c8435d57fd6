#include "base/tar.h"

#include <stdio.h>
#include <string.h>

enum { BLOCK = 512 };

/* The header of a file; unused fields are zero. Numbers are octal text. */
typedef struct tar_header {
    char name[100], mode[8], owner[8], group[8], size[12], time[12], checksum[8], type, link[100], magic[6], version[2];
    char rest[BLOCK - 265];
} tar_header;

_Static_assert(sizeof(tar_header) == BLOCK, "one block");

static void pad(strbuf *archive)
{
    static const char ZEROS[BLOCK];
    strbuf_add_bytes(archive, ZEROS, (BLOCK - archive->size % BLOCK) % BLOCK);
}

bool tar_add(strbuf *archive, const char *name, const void *bytes, size_t size)
{
    tar_header header = {.mode = "0000644", .owner = "0000000", .group = "0000000", .time = "00000000000"};
    unsigned sum = 0;
    if (strlen(name) >= sizeof header.name)
        return false;
    memcpy(header.name, name, strlen(name));
    snprintf(header.size, sizeof header.size, "%011llo", (unsigned long long)size);
    header.type = '0';
    memcpy(header.magic, "ustar", sizeof header.magic);
    memcpy(header.version, "00", sizeof header.version);
    memset(header.checksum, ' ', sizeof header.checksum);
    for (size_t i = 0; i < sizeof header; i++)
        sum += ((const unsigned char *)&header)[i];
    snprintf(header.checksum, sizeof header.checksum, "%06o", sum);
    strbuf_add_bytes(archive, &header, sizeof header);
    strbuf_add_bytes(archive, bytes, size);
    pad(archive);
    return true;
}

void tar_end(strbuf *archive)
{
    static const char ZEROS[2 * BLOCK];
    strbuf_add_bytes(archive, ZEROS, sizeof ZEROS);
}
