/* A program unrolled to a depth: symbolic execution, and the cells of memory that it touches. For engines that decide
 * about all executions at once.
 *
 * Loops whose end is not known are followed `depth` times. Loops whose end is known are followed to it, unless that is
 * too much work: then the depth holds for them as well, so that something is known of the program before all is. The
 * same for objects whose size is not known: they are as large as they may be, unless accesses could hit too many
 * places. */
#ifndef HEDDLE_ENGINE_UNROLL_H
#define HEDDLE_ENGINE_UNROLL_H

#include "engine/check.h"
#include "memory/memory.h"

typedef struct unroll {
    const ir_program *program;
    const check_options *options;
    budget *budget;
    uint32_t depth;
    bool cuts_known;      /* the depth holds for loops whose end is known, too */
    bool cuts_sizes;      /* and for objects whose size is not known */
    uint32_t done_depth;  /* the depth before; 0: none */
    VEC(symex_done) done; /* loops that it cut */
    /* What came out. Where all violations are asked for, threads stop at every one of them. */
    symex *s;
    memory *m;
    uint32_t sections; /* critical sections taken for one step */
    double seconds;    /* of processor time, over all depths */
} unroll;

void unroll_init(unroll *u, const ir_program *program, const check_options *options, budget *budget);
/* At u->depth. False if the budget is spent, or with a diagnostic if another limit is hit. What came out before is
 * freed. */
bool unroll_program(unroll *u, diag *d);
/* Would a larger depth follow any loop further? Not those that have bounds of their own, from the user. */
bool unroll_can_go_deeper(const unroll *u);
/* Nothing more is to be known of executions that this depth did not cut. */
void unroll_note_done(unroll *u);
/* What was unrolled is not needed any more. */
void unroll_drop(unroll *u);
void unroll_clear(unroll *u);

#endif
