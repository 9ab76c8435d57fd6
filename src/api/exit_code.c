#include "api/exit_code.h"

#include <stddef.h>

#include "base/diag.h"

int exit_code_worse(int a, int b)
{
    static const int ORDER[] = {EXIT_SAFE,        EXIT_BOUNDED,    STATUS_LIMIT,  STATUS_UNSUPPORTED,
                                STATUS_BAD_INPUT, STATUS_INTERNAL, EXIT_VIOLATION};
    for (size_t i = sizeof ORDER / sizeof *ORDER; i-- > 0;)
        if (a == ORDER[i] || b == ORDER[i])
            return ORDER[i];
    return a;
}
