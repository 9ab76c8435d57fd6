#include "support/families.h"

#include <string.h>

#include "property/kinds.h"
#include "support/generate.h"
#include "support/generate_control.h"
#include "support/generate_entries.h"
#include "support/generate_locals.h"

const family FAMILIES[] = {
    {"threads", "shared variables, pointers, locks, atomics, fences", generate_program, NULL, NULL, 60, 0, 0},
    {"locals", "local arrays by pointer and index, lives of variables, copies, sizes", generate_locals, NULL, "-w", 60,
     0, 0},
    {"mistakes", "mistakes of threads that do not count", generate_mistakes, generate_ignored, NULL, 40, 0, 0},
    {"optimised", "the same, as clang -O1 compiles them", generate_program, NULL, "-O1", 10, 0, 0},
    {"library", "library functions with good and bad arguments", generate_library, NULL, "-w", 25, 0, 0},
    {"known", "lives, addresses, sizes and nested threads, right or wrong by construction", generate_known, NULL, "-w",
     30, 0, 0},
    {"graphs", "loops of gotos, computed gotos and switches", generate_graphs, NULL, NULL, 20, 0, 0},
    {"blocks", "atomic blocks that may not come to their end", generate_blocks, NULL, NULL, 20, 0, 0},
    {"waits", "waiting on condition variables while somebody counts", generate_waits, NULL, NULL, 6, 3, 0},
    {"graphs_optimised", "the same, as clang -O1 compiles them", generate_graphs, NULL, "-O1", 6, 0, 0},
    {"guarded", "plain variables that locks, flags, blocks and joins keep apart, or do not", generate_guarded, NULL,
     NULL, 40, 0, 0},
    {"entries", "thread functions with parameters and results of many types", generate_entries, NULL, NULL, 12, 0, 0},
    {"overflow", "signed arithmetic near the limits of its types, with expected results", generate_overflow, NULL, "-w",
     40, 0, 1u << PROPERTY_OVERFLOW},
    {"deadlocks", "locks in any order, lost signals, semaphores, barriers, joins", generate_deadlocks, NULL, "-w", 25,
     0, 1u << PROPERTY_DEADLOCK},
    {"stands", "waiting for locks of all kinds, signals in rounds, threads that are stopped", generate_stands,
     generate_stands_ignored, "-w", 20, 4, 1u << PROPERTY_DEADLOCK},
    {"hangs", "loops that wait for what nobody may do any more", generate_hangs, NULL, "-w", 25, 0,
     1u << PROPERTY_LIVENESS},
    {"leaks", "objects that threads hand over, lose and free, or not", generate_leaks, NULL, "-w", 25, 0,
     1u << PROPERTY_LEAK},
    {"lost", "the same, and what nothing points to", generate_leaks, NULL, "-w", 10, 0, 1u << PROPERTY_LOST},
    {"unset", "values that were never set, copied, computed with, handed over and used", generate_unset, NULL, "-w", 40,
     0, 1u << PROPERTY_UNINITIALISED},
};

const uint32_t FAMILY_COUNT = sizeof FAMILIES / sizeof *FAMILIES;

const family *family_find(const char *name)
{
    for (uint32_t i = 0; i < FAMILY_COUNT; i++)
        if (strcmp(FAMILIES[i].name, name) == 0)
            return &FAMILIES[i];
    return NULL;
}
