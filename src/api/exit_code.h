/* Verdicts as exit codes; what is no verdict has the codes of base/diag.h. */
#ifndef HEDDLE_API_EXIT_CODE_H
#define HEDDLE_API_EXIT_CODE_H

#include "heddle.h"

enum {
    EXIT_SAFE = 0,
    EXIT_BOUNDED = 4,
    EXIT_VIOLATION = 10,
};

int exit_code_of_verdict(heddle_verdict verdict);
/* Of several models' exit codes, the one that matters most. */
int exit_code_worse(int a, int b);

#endif
