/* A walk from what makes an axiom fail down to facts. A goal is a pair that is, or is not, in the value of a node; each
 * is replaced by goals about operands that together imply it, as cat/evaluate.h says, until facts are left. */
#ifndef HEDDLE_CAT_WALK_H
#define HEDDLE_CAT_WALK_H

#include "base/map.h"
#include "cat/session.h"

typedef struct walk_goal {
    uint32_t node, a, b; /* of a set b is 0 */
    bool is_absent;
} walk_goal;

typedef struct walk {
    cat_session *s;
    cat_reason *reason;
    VEC(walk_goal) open;
    map seen;
    bool tells_all; /* there is no better reason than all of the execution */
} walk;

/* walk.c: adds a goal, or facts. */
void walk_want(walk *w, uint32_t node, uint32_t a, uint32_t b, bool is_absent);
void walk_tell(walk *w, cat_fact_kind kind, uint32_t a, uint32_t b);
void walk_tell_event(walk *w, uint32_t a);
/* SAME or DIFFERENT, unless places are fixed. */
void walk_tell_place(walk *w, cat_fact_kind kind, uint32_t a, uint32_t b);
void walk_tell_rf(walk *w, uint32_t write, uint32_t read);
void walk_tell_co(walk *w, uint32_t a, uint32_t b);

/* What replaces a goal that is in the value (present.c), and one that is not (absent.c). */
void walk_present(walk *w, const walk_goal *goal);
void walk_absent(walk *w, const walk_goal *goal);

#endif
