#include <stdlib.h>

#include "engine/check.h"

void check_result_clear(check_result *r)
{
    vec_clear(&r->cut);
    vec_clear(&r->loops);
    vec_clear(&r->circle);
    vec_clear(&r->counters);
    free(r->message);
    machine_result_clear(&r->violation);
    vec_clear(&r->schedule);
}

uint64_t check_counted(const check_result *r, const char *name)
{
    for (uint32_t i = 0; i < r->counters.size; i++)
        if (strcmp(r->counters.data[i].name, name) == 0)
            return r->counters.data[i].count;
    return 0;
}
