/* Memory from the C heap that is never NULL: running out ends the process with one message, because no
 * caller could do better. */
#ifndef HEDDLE_BASE_ALLOC_H
#define HEDDLE_BASE_ALLOC_H

#include <stddef.h>

void *alloc_bytes(size_t size);
void *alloc_zeroed(size_t count, size_t size);
void *alloc_resize(void *old, size_t size);
char *alloc_string(const char *text);
/* What the C library could not make for lack of memory is NULL, and ends the process as well. */
void *alloc_checked(void *memory);

#endif
