/* A schedule: the choices that make one execution, as a value and as text that a person can read and write:
 *
 *     # heddle schedule
 *     model TSO
 *     T0 step             # main at sb.c:20
 *     T1 step
 *     T1 step = 5         # a step that needs a nondeterministic value
 *     T1 commit x         # T1's oldest buffered store to x reaches memory
 *     T2 wake             # wakes up by itself (spurious wake-up, time-out)
 *     T2 sees 0x5400000500 4 = 0   # under a model without a machine: what these bytes are for T2's next step
 *     T1 object = 37      # at the beginning: where T1's next object lies, if the program looks at addresses
 *
 * Everything after '#' is a comment. A commit may also name the place in the buffer: `commit #0` is the oldest. */
#ifndef HEDDLE_MACHINE_SCHEDULE_H
#define HEDDLE_MACHINE_SCHEDULE_H

#include "machine/machine.h"

typedef struct schedule_line {
    machine_choice choice;
    char *place;   /* of a commit by name; NULL otherwise */
    uint32_t line; /* in the file, for messages */
} schedule_line;

typedef struct schedule {
    const model *model; /* NULL: it names none */
    VEC(schedule_line) lines;
} schedule;

bool schedule_parse(const char *text, const char *file, schedule *out, diag *d);
void schedule_clear(schedule *s);
/* The choice that the line means in this state: finds the store that a commit names. False if there is none. */
bool schedule_resolve(const machine *m, const machine_state *state, const schedule_line *line, machine_choice *choice);
/* Appends the line for `choice`, which is about to be made in `state`. */
void schedule_print_choice(const machine *m, const machine_state *state, const machine_choice *choice, strbuf *out);
void schedule_print_header(const model *model, strbuf *out);

#endif
