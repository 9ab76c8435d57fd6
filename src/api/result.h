/* What heddle_check gives out. */
#ifndef HEDDLE_API_RESULT_H
#define HEDDLE_API_RESULT_H

#include "api/program.h"
#include "api/unwindset.h"

struct heddle_result {
    check_options options;
    budget limits; /* as they were when it ended */
    unwindset bounds;
    property_set asked; /* by the property file; 0: there is none */
    check_result results[MODEL_COUNT];
    check_report report;
    char *messages[MODEL_COUNT];
    heddle_violation violations[MODEL_COUNT];
    char *svcomp;
    heddle_error error;  /* in the options; code 0: there is none */
    ir_program *nothing; /* stands for the program where none was loaded; else NULL */
};

/* The result of a check that there was no time for, maybe not even for the load; `files` are those of the program, and
 * must outlive it. */
heddle_result *api_result_without_answer(const char *const *files, size_t file_count,
                                         const heddle_check_options *options, const char *why);

#endif
