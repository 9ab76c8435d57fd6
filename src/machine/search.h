/* A search through all states of the machine, each visited once: breadth first, so that the first schedule that leads
 * to something is one with fewest choices. It is plain: no reduction beyond what machine.h says of visible
 * instructions, unless the machine's options name quiet variables. Then it goes in large steps, and preserves
 * violations and what is not modelled, but not the ends of executions (quiet.h).
 *
 * A state is known by its 128-bit hash. That two different ones collide in a search of n states has probability
 * about n^2 / 2^129: below 10^-24 for ten million.
 *
 * Invariant: every state that was reached is either expanded (all that can happen next in it was tried), waiting to
 * be, or put aside because a store buffer was full. */
#ifndef HEDDLE_MACHINE_SEARCH_H
#define HEDDLE_MACHINE_SEARCH_H

#include "machine/machine.h"

typedef struct search search;

/* How something was reached: by `choice` in the state that node `from` stands for. */
typedef struct search_place {
    uint32_t from;
    const machine_choice *choice; /* NULL: it is that state itself */
} search_place;

/* Who wants to know what is found. Any function may be NULL; results that are handed over are then the listener's. */
typedef struct search_listener {
    void *context;
    void (*on_violation)(void *context, search *s, search_place at, machine_result *result);
    void (*on_unsupported)(void *context, search *s, search_place at, machine_result *result);
    /* Nobody can go on, but for those who wake up without a reason. */
    void (*on_end)(void *context, search *s, search_place at, const machine_state *state);
} search_listener;

typedef struct search_options {
    /* Nondeterministic values of more than 8 bits are taken from this range; narrower ones are all tried. */
    int64_t nondet_low, nondet_high;
    bool nondet_is_given;  /* nobody asks about values outside of that range: nothing is left out without them */
    bool only_few_values;  /* a value of more than 8 bits ends the search instead */
    bool may_grow_buffers; /* when all else is done, states where a store buffer was full go on with one twice as large
                            */
    bool finds_hangs;      /* when all states are known, a state that hangs (hangs.h) is a violation */
    uint64_t max_states;   /* 0: no limit */
    search_listener listener;
} search_options;

typedef struct search_counts {
    uint64_t states, transitions, waiting;
    uint64_t waiting_bytes;  /* about what those take that wait */
    uint32_t threads;        /* the most in one state */
    uint32_t largest_buffer; /* how many stores a buffer may hold now */
    bool buffers_were_cut;   /* states are put aside */
    bool values_were_cut;
} search_counts;

/* `m` outlives the search. Its options should have `normalise`. */
search *search_new(machine *m, const search_options *options);
void search_free(search *s);

/* Expands one state. False if none is waiting, or the search cannot go on (search_problem). */
bool search_advance(search *s);
/* Why the search ended before all states were seen: a limit of the machine, ...; NULL: it did not. */
const char *search_problem(const search *s);
search_counts search_count(const search *s);
/* About how much memory it has. */
uint64_t search_bytes(const search *s);

/* The choices that lead there from the start, one by one. Takes as long as taking them. */
machine_choices search_schedule(search *s, search_place at);

#endif
