#include "api/exit_code.h"

#include <stddef.h>

#include "base/diag.h"

int exit_code_of_verdict(heddle_verdict verdict)
{
    static const int CODES[] = {
        [HEDDLE_SAFE] = EXIT_SAFE,       [HEDDLE_VIOLATION] = EXIT_VIOLATION,       [HEDDLE_BOUNDED] = EXIT_BOUNDED,
        [HEDDLE_UNKNOWN] = STATUS_LIMIT, [HEDDLE_UNSUPPORTED] = STATUS_UNSUPPORTED,
    };
    return CODES[verdict];
}

int exit_code_worse(int a, int b)
{
    static const int ORDER[] = {EXIT_SAFE,        EXIT_BOUNDED,    STATUS_LIMIT,  STATUS_UNSUPPORTED,
                                STATUS_BAD_INPUT, STATUS_INTERNAL, EXIT_VIOLATION};
    for (size_t i = sizeof ORDER / sizeof *ORDER; i-- > 0;)
        if (a == ORDER[i] || b == ORDER[i])
            return ORDER[i];
    return a;
}
