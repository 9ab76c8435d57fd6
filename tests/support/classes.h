/* All classes of executions of a small program (rf/explore.h), found by going through all executions of the traced
 * machine: every interleaving, every commit, every value. What is left out is only what changes nothing: two ways that
 * lead to the same state, with the same nodes and the same writes in memory and buffers, have the same continuations.
 *
 * No execution may be endless: no spinning, and nobody who wakes up for no reason. */
#ifndef HEDDLE_TESTS_CLASSES_H
#define HEDDLE_TESTS_CLASSES_H

#include "base/map.h"
#include "base/strbuf.h"
#include "rf/trace.h"

typedef struct classes {
    map found;         /* class -> how often */
    VEC(char *) texts; /* of those that are asked for */
    uint64_t visited;
    bool has_deadlock, has_violation, has_unsupported;
    const char *problem; /* NULL: all classes were found */
} classes;

/* `options` as for an exploration; the cells are the same, so that classes are. `wanted`, if not NULL: classes
 * whose text is to be kept. */
classes classes_enumerate(const ir_program *program, const machine_options *options, places *places,
                          uint64_t max_visited, const map *wanted);
void classes_clear(classes *c);

/* A number for what threads have done and read from where. Not MAP_NO_KEY. */
uint64_t classes_hash(const rf_trace *t);
/* The same for a person: a line for each node that reads or writes. */
void classes_describe(const rf_trace *t, strbuf *out);

#endif
