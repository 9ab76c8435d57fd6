/* What heddle_check gives out. */
#ifndef HEDDLE_API_RESULT_H
#define HEDDLE_API_RESULT_H

#include "api/program.h"
#include "api/unwindset.h"
#include "report/check_report.h"

struct heddle_result {
    check_options options;
    model cat;     /* the row of the user's own model, if it is asked for */
    budget limits; /* as they were when it ended */
    unwindset bounds;
    property_set asked; /* by the property file; 0: there is none */
    check_result results[MODEL_COUNT];
    check_report report;
    char *messages[MODEL_COUNT];
    VEC(heddle_violation) violations; /* those of report.traces */
    char *svcomp;
    heddle_error error; /* in the options; code 0: there is none */
};

#endif
