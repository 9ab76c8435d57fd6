/* All executions of a small program, by a search through the states of the machine (search.h). It is the oracle that
 * every engine is tested against. */
#ifndef HEDDLE_MACHINE_OUTCOMES_H
#define HEDDLE_MACHINE_OUTCOMES_H

#include <signal.h>

#include "machine/machine.h"

/* A place whose final value is of interest. */
typedef struct outcomes_place {
    const char *name; /* as the user wrote it */
    uint64_t address;
    uint8_t size;
    ir_id type;
} outcomes_place;

typedef struct outcomes_places {
    VEC(outcomes_place) list;
    VEC(char *) names;
} outcomes_places;

/* Finds the places of a list like "x,a[1],q.next". */
bool outcomes_find_places(const ir_program *program, const char *names, outcomes_places *places, diag *d);
void outcomes_places_clear(outcomes_places *places);

typedef struct outcomes_options {
    const outcomes_place *places;
    uint32_t place_count;
    uint64_t max_states;
    double timeout;      /* seconds; 0: no limit */
    uint64_t max_memory; /* bytes of the process; 0: no limit */
    /* Nondeterministic values of more than 8 bits are taken from this range; narrower ones are all tried. */
    int64_t nondet_low, nondet_high;
    bool nondet_is_given; /* nobody asks about values outside of that range: the result is not partial without them */
    const volatile sig_atomic_t *interrupt;
    /* Called now and then, if not NULL. */
    void (*on_progress)(void *context, uint64_t states, uint64_t waiting);
    /* Called for every final state with the values of all places, if not NULL; `finals` stays empty then. */
    void (*on_final)(void *context, const uint64_t *values);
    void *context;
} outcomes_options;

typedef struct outcomes_violation {
    machine_result result;
    machine_choices schedule; /* leads to it */
} outcomes_violation;

typedef enum outcomes_end {
    OUTCOMES_ALL,         /* everything was explored */
    OUTCOMES_PARTIAL,     /* everything up to a bound on buffers or values: see the flags */
    OUTCOMES_LIMIT,       /* states, time or another limit ran out; see `message` */
    OUTCOMES_UNSUPPORTED, /* see `stop` */
} outcomes_end;

typedef struct outcomes_result {
    outcomes_end end;
    bool buffers_were_cut, values_were_cut;
    char *message;
    machine_result stop; /* what could not be executed */
    uint64_t states, transitions, complete, blocked;
    VEC(char *) finals;                 /* "x=0 y=1", sorted, each once */
    VEC(outcomes_violation) violations; /* distinct by place and message, in the order found */
    VEC(char *) deadlocks;              /* explained; distinct */
    VEC(machine_choices) deadlock_schedules;
} outcomes_result;

outcomes_result outcomes_explore(machine *m, const outcomes_options *options);
void outcomes_result_clear(outcomes_result *result);
/* The choices as schedule text (schedule.h). Replays them on `m`, which may listen to what happens. */
void outcomes_print_schedule(machine *m, const machine_choices *choices, strbuf *out);

#endif
