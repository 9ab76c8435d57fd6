/* Writing tar archives (POSIX ustar): files one after another, in memory. */
#ifndef HEDDLE_BASE_TAR_H
#define HEDDLE_BASE_TAR_H

#include <stdbool.h>
#include <stddef.h>

#include "base/strbuf.h"

/* False if the name is too long (more than 99 bytes). */
bool tar_add(strbuf *archive, const char *name, const void *bytes, size_t size);
/* The blocks that end an archive. */
void tar_end(strbuf *archive);

#endif
