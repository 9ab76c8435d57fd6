/* Memory models, as data: what docs/ground-truth.md says of a model is one row, in a file of its own.
 *
 * A row is asked through its columns, never by its name: whoever explores, encodes or shows executions looks at what
 * the model keeps. So a further model is a further row. Strength is not a number but a lattice: a row names the models
 * whose executions are all executions of it. What the columns mean:
 *
 *   - keeps: the preserved program order. keeps[a][b] says when an access of kind a comes before a later one of kind b
 *     of the same thread in the global order: never, if they hit the same place, if the second depends on the first, or
 *     always;
 *   - rfi, rfe: is "reads from", inside of a thread and between threads, part of the global order?
 *   - fences: the pairs for which a fence means something: those that are not always kept anyway. A fence names the
 *     pairs that it orders, and counts if it names one of these;
 *   - buffers: what stores wait in before they reach memory, on the machine that has these executions;
 *   - forwards: a thread reads its own stores while they wait. Otherwise its loads of such a place wait for them;
 *   - includes: the next stronger models: all of their executions are executions of this one.
 *
 * The columns say the same thing twice, for the axioms (keeps, rfi, rfe, fences) and for the machine (buffers,
 * forwards); that both agree is tested, not assumed. Coherence is not a column: all models have it. */
#ifndef HEDDLE_MODEL_MODEL_H
#define HEDDLE_MODEL_MODEL_H

#include <stdbool.h>
#include <stdint.h>

#include "ir/fence.h"

typedef enum model_access { MODEL_READ, MODEL_WRITE, MODEL_ACCESS_COUNT } model_access;

/* When a pair of accesses is kept in order: a set. */
enum {
    MODEL_NEVER = 0,
    MODEL_SAME_PLACE = 1,
    MODEL_DEPENDENT = 2, /* address, data or control: nobody follows these yet */
    MODEL_ALWAYS = 7,
};

/* Sets of pairs of accesses, first then second. */
#define MODEL_PAIR(first, second) (1u << (MODEL_ACCESS_COUNT * (first) + (second)))
enum {
    MODEL_RR = MODEL_PAIR(MODEL_READ, MODEL_READ),
    MODEL_RW = MODEL_PAIR(MODEL_READ, MODEL_WRITE),
    MODEL_WR = MODEL_PAIR(MODEL_WRITE, MODEL_READ),
    MODEL_WW = MODEL_PAIR(MODEL_WRITE, MODEL_WRITE),
    MODEL_ALL_PAIRS = MODEL_RR | MODEL_RW | MODEL_WR | MODEL_WW,
};

_Static_assert((int)MODEL_RR == IR_RR && (int)MODEL_RW == IR_RW && (int)MODEL_WR == IR_WR && (int)MODEL_WW == IR_WW,
               "fences name pairs by the same bits");

typedef enum model_buffers {
    MODEL_NO_BUFFER,
    MODEL_ONE_BUFFER, /* of each thread: stores leave it in the order they entered */
    MODEL_BUFFER_PER_PLACE,
    MODEL_NO_MACHINE, /* executions are known by the axioms alone */
} model_buffers;

typedef struct model {
    const char *name;    /* "SC" */
    const char *summary; /* a line for people */
    uint8_t keeps[MODEL_ACCESS_COUNT][MODEL_ACCESS_COUNT];
    bool rfi_is_global, rfe_is_global;
    uint8_t fences; /* a set of pairs */
    model_buffers buffers;
    bool forwards;
    const struct model *const *includes; /* ends with NULL */
} model;

/* The models that users can ask for, first the default: what is behind MODEL_, and their names. FIRST is applied to the
 * default, NEXT to the others, so that texts can list them. */
#define MODEL_ROWS(FIRST, NEXT) FIRST(SC) NEXT(TSO) NEXT(PSO)

#define MODEL_DECLARE(id) extern const model MODEL_##id;
MODEL_ROWS(MODEL_DECLARE, MODEL_DECLARE)
#undef MODEL_DECLARE

#define MODEL_COUNT_ONE(id) +1
enum { MODEL_COUNT = 0 MODEL_ROWS(MODEL_COUNT_ONE, MODEL_COUNT_ONE) };
#undef MODEL_COUNT_ONE

extern const model *const MODELS[MODEL_COUNT];

/* "SC, TSO, PSO", for messages. */
#define MODEL_FIRST_NAME(id) #id
#define MODEL_NEXT_NAME(id) ", " #id
#define MODEL_NAMES MODEL_ROWS(MODEL_FIRST_NAME, MODEL_NEXT_NAME)

/* The row with the name, in upper or lower case; NULL if there is none. */
const model *model_find(const char *name);

/* Are all executions of `stronger` executions of `weaker`? True for the same row twice. */
bool model_includes(const model *weaker, const model *stronger);

/* Sorts models into an order in which to check them: a weakest one first, because what is safe there is safe under all
 * that it includes; then a strongest one, because what is violated there is violated under all that include it; and so
 * on from both ends. */
void model_sort(const model **models, uint32_t count);

/* What holds under all models of the table, as a row: it keeps what all of them keep. It has no machine. */
model model_in_common(void);

/* Is all of program order in the global order? Then fences say nothing. */
static inline bool model_keeps_all(const model *m)
{
    return m->fences == 0;
}

/* Do stores wait before they reach memory? */
static inline bool model_is_buffered(const model *m)
{
    return m->buffers != MODEL_NO_BUFFER;
}

#endif
