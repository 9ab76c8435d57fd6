#include <stdlib.h>

#include "engine/check.h"

static void free_violation(check_violation *v)
{
    machine_result_clear(&v->result);
    vec_clear(&v->schedule);
    vec_clear(&v->circle);
    free(v);
}

void check_result_clear(check_result *r)
{
    for (uint32_t i = 0; i < r->violations.size; i++)
        free_violation(r->violations.data[i]);
    vec_clear(&r->violations);
    vec_clear(&r->cut);
    vec_clear(&r->loops);
    vec_clear(&r->counters);
    free(r->message);
}

const machine_known *check_known(const check_result *r)
{
    return r->violations.size > 0 ? &(*vec_last(&r->violations))->key : NULL;
}

uint64_t check_counted(const check_result *r, const char *name)
{
    for (uint32_t i = 0; i < r->counters.size; i++)
        if (strcmp(r->counters.data[i].name, name) == 0)
            return r->counters.data[i].count;
    return 0;
}
