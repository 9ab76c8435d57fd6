/* Locks that are used without having been initialised: with bytes that no write of the program can have written. That
 * somebody writes them, but perhaps too late, is not found. */
#ifndef HEDDLE_MEMORY_INITIALISED_H
#define HEDDLE_MEMORY_INITIALISED_H

#include "memory/may.h"
#include "memory/memory.h"

/* Adds to the claims of `m`. O(writes + checks * bytes). */
void memory_check_initialised(memory *m, const may_addresses *may);

#endif
