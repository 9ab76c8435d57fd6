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
 *   - cat: for a model that columns cannot say, the name of its axioms in the language cat (docs/cat.md). The columns
 *     then say what is weaker than the model and can be decided by one order: coherence, and full fences. What the
 *     orders of C11 mean is the model's own business (encode/mapping.h), not that of fences next to accesses;
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
/* What a model that is known by axioms keeps in its global order beside fences, as a set: the part of its axioms that
 * can be decided while the solver searches (memory/preserved.h). */
enum {
    MODEL_ADDRESS = 1,           /* addr */
    MODEL_DATA = 2,              /* data */
    MODEL_CONTROL = 4,           /* ctrl; [W] */
    MODEL_ADDRESS_BEHIND = 8,    /* addr; po; [W] */
    MODEL_FORWARDED = 16,        /* (addr | data); rfi */
    MODEL_UPDATE = 32,           /* rmw */
    MODEL_ACQUIRE = 64,          /* [acquire]; po */
    MODEL_RELEASE = 128,         /* po; [release] */
    MODEL_RELEASE_ACQUIRE = 256, /* [release]; po; [acquire] */
    MODEL_OVERWRITES = 512,      /* po-loc of a read and a write, and of two writes */
};

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
    const char *cat;      /* NULL: the columns say all */
    bool has_full_fences; /* of a model with `cat`: between two full fences, it is as under SC */
    uint16_t preserved;   /* of a model with `cat`: what its global order keeps. 0: there is no such order */
    const struct model *const *includes; /* ends with NULL */
} model;

/* The models that users can ask for, first the default, then others that have a machine, then those that are known by
 * axioms alone: what is behind MODEL_, and their names. FIRST is applied to the default, NEXT to the others, so that
 * texts can list them. */
#define MODEL_MACHINE_ROWS(FIRST, NEXT) FIRST(SC) NEXT(TSO) NEXT(PSO)
#define MODEL_ROWS(FIRST, NEXT)                                                                                        \
    MODEL_MACHINE_ROWS(FIRST, NEXT) NEXT(ARMv8) NEXT(Power) NEXT(RMO) NEXT(Alpha) NEXT(RISCV) NEXT(RC11) NEXT(Cat)

#define MODEL_DECLARE(id) extern const model MODEL_##id;
MODEL_ROWS(MODEL_DECLARE, MODEL_DECLARE)
#undef MODEL_DECLARE

#define MODEL_COUNT_ONE(id) +1
enum {
    MODEL_MACHINE_COUNT = 0 MODEL_MACHINE_ROWS(MODEL_COUNT_ONE, MODEL_COUNT_ONE),
    MODEL_COUNT = 0 MODEL_ROWS(MODEL_COUNT_ONE, MODEL_COUNT_ONE)
};
#undef MODEL_COUNT_ONE

extern const model *const MODELS[MODEL_COUNT];

/* "SC, TSO, PSO", for messages. */
#define MODEL_FIRST_NAME(id) #id
#define MODEL_NEXT_NAME(id) ", " #id
#define MODEL_NAMES MODEL_ROWS(MODEL_FIRST_NAME, MODEL_NEXT_NAME)
#define MODEL_MACHINE_NAMES MODEL_MACHINE_ROWS(MODEL_FIRST_NAME, MODEL_NEXT_NAME)

/* The row with the name, in upper or lower case; MODEL_Cat for the name of a file, FILE.cat; NULL if there is none. */
const model *model_find(const char *name);

/* Are all executions of `stronger` executions of `weaker`? True for the same row twice. */
bool model_includes(const model *weaker, const model *stronger);

/* Sorts models into an order in which to check them: a weakest one first, because what is safe there is safe under all
 * that it includes; then a strongest one, because what is violated there is violated under all that include it; and so
 * on from both ends. */
void model_sort(const model **models, uint32_t count);

/* What holds under all models of the table that have a machine, or, if `with_axioms`, under all of them, as a row: it
 * keeps what all of them keep. It has no machine. */
model model_in_common(bool with_axioms);

/* Is all of program order in the global order? Then fences say nothing. */
static inline bool model_keeps_all(const model *m)
{
    return m->fences == 0;
}

/* Do stores wait before they reach memory? */
static inline bool model_is_buffered(const model *m)
{
    return m->buffers == MODEL_ONE_BUFFER || m->buffers == MODEL_BUFFER_PER_PLACE;
}

/* Is there a machine that has its executions? Otherwise one that is told what reads read can show them. */
static inline bool model_has_machine(const model *m)
{
    return m->buffers != MODEL_NO_MACHINE;
}

#endif
