/* Can what was observed have happened under a model? If so, in which order; if not, why not, in words. */
#ifndef HEDDLE_OBSERVED_ANSWER_H
#define HEDDLE_OBSERVED_ANSWER_H

#include "base/strbuf.h"
#include "consistency/consistency.h"
#include "observed/observed.h"

typedef enum observed_moment {
    OBSERVED_HAPPENS,
    OBSERVED_WAITS,   /* it enters a store buffer */
    OBSERVED_AT_ONCE, /* it enters a store buffer, and reaches memory next */
    OBSERVED_ARRIVES, /* what was in the buffer reaches memory */
} observed_moment;

typedef struct observed_row {
    uint32_t event;
    observed_moment moment;
} observed_row;

/* One order that there must be. */
typedef struct observed_reason {
    uint32_t before, after; /* lines; 0: the end of a thread */
    char *text;             /* "line 2 (t1 read y 0) is before line 3 (t2 write y 1): ..." */
} observed_reason;

typedef struct observed_answer {
    const model *model;
    consistency_answer answer;
    const char *gave_up; /* why; NULL if there is an answer */
    VEC(observed_row) witness;
    VEC(observed_reason) reasons; /* each may name those before it, which are counted from 1 */
    VEC(uint32_t) cycle; /* numbers of reasons, from 0; empty if something cannot be at all, or all was tried */
    double seconds;
} observed_answer;

/* `c` is to be used again for other models. */
void observed_answer_find(observed_answer *a, const observed *o, const model *m, consistency *c, budget *b);
void observed_answer_clear(observed_answer *a);

/* For people. If `is_short`, only the verdict. */
void observed_answer_print(const observed_answer *a, const observed *o, bool is_short, strbuf *out);

/* Part of observed_answer_find: why there is no execution (explain.c). */
void observed_explain(observed_answer *a, const observed *o, const consistency_proof *proof);

#endif
