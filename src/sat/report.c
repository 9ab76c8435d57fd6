/* Options by name, statistics, and the log. */
#include "base/log.h"
#include "sat/solver.h"

bool sat_set_option(sat_solver *s, const char *name, int value)
{
#define SET_OPTION(option, initial, least, greatest, description)                                                      \
    if (strcmp(name, #option) == 0) {                                                                                  \
        if (value < (least) || value > (greatest))                                                                     \
            return false;                                                                                              \
        s->options.option = value;                                                                                     \
        return true;                                                                                                   \
    }
    SAT_OPTIONS(SET_OPTION)
#undef SET_OPTION
    return false;
}

void sat_print_options(FILE *out)
{
#define PRINT_OPTION(option, initial, least, greatest, description)                                                    \
    fprintf(out, "%-22s %10d  [%d..%d]  %s\n", #option, initial, least, greatest, description);
    SAT_OPTIONS(PRINT_OPTION)
#undef PRINT_OPTION
}

const sat_statistics *sat_statistics_of(const sat_solver *s)
{
    return &s->stats;
}

void sat_log(const char *text, const lit *literals, uint32_t size)
{
    VEC(int) external = {0};
    for (uint32_t i = 0; i < size; i++)
        vec_push(&external, lit_export(literals[i]));
    log_numbers("sat", text, external.data, external.size);
    vec_clear(&external);
}
