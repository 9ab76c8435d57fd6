/* Trying out a schedule that may not fit: what is not possible is left out, and what is missing at the end is made up
 * for, without switching between threads more than is needed.
 *
 * An item stands for a choice independently of what comes before it, as far as that can be: a commit names the
 * thread's n-th store, not a place in the buffer, and nondeterministic values belong to the thread, whose n-th
 * question gets its n-th value. So items can be dropped and moved. */
#ifndef HEDDLE_REPLAY_MINIMISE_TRIAL_H
#define HEDDLE_REPLAY_MINIMISE_TRIAL_H

#include "replay/minimise.h"

typedef struct trial_item {
    uint16_t thread;
    uint8_t kind;   /* machine_choice_kind */
    uint32_t store; /* of a commit: which of the stores that the thread put into its buffer, from 0 */
} trial_item;

typedef VEC(trial_item) trial_items;

/* A store that went through a buffer; choices are counted from 0. */
typedef struct trial_store {
    uint32_t thread, number;
    uint32_t made;      /* the choice in which it entered the buffer */
    uint32_t committed; /* the choice that committed it; IR_NONE: none did */
} trial_store;

typedef struct trial_value {
    uint64_t value[2];
} trial_value;

typedef struct trial_thread {
    VEC(uint32_t) waiting; /* in its buffer, oldest first: index into the run's stores */
    uint32_t stores;       /* put into the buffer so far */
    uint32_t asked;        /* values used so far */
    VEC(trial_value) values;
} trial_thread;

/* What came of a trial. */
typedef struct trial_run {
    trial_items items;       /* that were possible, up to the violation */
    machine_choices choices; /* the same as choices */
    VEC(trial_store) stores;
    minimise_cost cost;
    machine_result result; /* of the last choice */
} trial_run;

typedef struct trial {
    machine *m;
    machine_state *state;
    VEC(trial_thread) threads;
    trial_run run;
    uint64_t budget;       /* what is left of it */
    struct budget *limits; /* of time and memory; may be NULL */
} trial;

void trial_init(trial *t, const ir_program *program, const machine_options *options, uint64_t budget);
void trial_clear(trial *t);
/* Makes items of the schedule, and keeps the values that it gives, for all later trials. */
void trial_read(trial *t, const machine_choices *schedule, trial_items *items);
/* Runs the items from the start to the first violation. If they come to none, each thread in turn goes on as far as it
 * can, its stores going to memory at once, for at most as many choices as `more`. False if the budget is used up. */
bool trial_take(trial *t, const trial_items *items, uint32_t more);

void trial_run_clear(trial_run *run);
bool minimise_is_simpler(const minimise_cost *a, const minimise_cost *b);

#endif
