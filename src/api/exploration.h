/* What heddle_explore gives out, and what only the command line does with it. */
#ifndef HEDDLE_API_EXPLORATION_H
#define HEDDLE_API_EXPLORATION_H

#include <stdio.h>

#include "api/program.h"
#include "machine/outcomes.h"
#include "report/json.h"
#include "report/style.h"

struct heddle_exploration {
    machine_options machine_options;
    outcomes_options options;
    outcomes_places places;
    machine *m; /* that explored */
    outcomes_result result;
    double seconds;
    uint64_t instructions;
    heddle_verdict verdict;
    char *message;
    heddle_error error; /* in the options; code 0: there is none */
    VEC(char *) violations, violation_schedules, deadlock_schedules;
    ir_program *nothing; /* stands for the program where none was loaded; else NULL */
};

/* An exploration that there was no time for, maybe not even for the load. */
heddle_exploration *api_exploration_without_answer(heddle_model model, const char *why, double seconds);
/* One value, an element of "results" (report/result_json.h). */
void api_exploration_json(const heddle_exploration *e, json *j);
/* The schedule of the execution that is worth showing: the first violation's, or else the first deadlock's. NULL if
 * there is neither. */
const char *api_exploration_schedule(const heddle_exploration *e);
/* That execution, step by step. */
void api_exploration_trace(const heddle_exploration *e, FILE *out, style s);
/* What is not modelled and was reached, with its place, as an error. False if there is no such thing. */
bool api_exploration_complain(const heddle_exploration *e, strbuf *out);

#endif
