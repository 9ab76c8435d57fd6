/* Compares `heddle check` with the machine on random programs: check_soak FIRST_SEED COUNT [FAMILY ...]. The variable
 * ENGINES names the engines (ord), or is `default`; with REFINE_SOLVER=cadical `refine` uses that, with
 * CLOCK=idl `clock`. Prints what differs, with the seed, and ends with 1 if anything does. */
#include <stdlib.h>

#include "support/agree.h"

static bool is_set(const char *variable, const char *value)
{
    const char *set = getenv(variable);
    return set && strcmp(set, value) == 0;
}

static agree_setup setup_for(const char *engines)
{
    return (agree_setup){
        .engines = engines == NULL                   ? "ord"
                   : strcmp(engines, "default") == 0 ? NULL
                                                     : engines,
        .refine_cadical = is_set("REFINE_SOLVER", "cadical"),
        .clock_idl = is_set("CLOCK", "idl"),
    };
}

static bool soak(const family *family, uint64_t first, uint64_t count)
{
    agree_setup setup = setup_for(getenv("ENGINES"));
    agree_result r = agree_on_programs(family, first, count, &setup, stdout);
    printf("%s: %llu programs under three models: %llu safe, %llu violations, %llu violations by other values, "
           "%llu open, %llu different\n",
           family->name, (unsigned long long)r.programs, (unsigned long long)r.count[AGREE_SAFE],
           (unsigned long long)r.count[AGREE_VIOLATION], (unsigned long long)r.count[AGREE_VALUES],
           (unsigned long long)r.count[AGREE_OPEN], (unsigned long long)r.count[AGREE_DIFFERENT]);
    fflush(stdout);
    return r.count[AGREE_DIFFERENT] == 0;
}

int main(int argc, char **argv)
{
    if (argc < 3) {
        fprintf(stderr, "usage: check_soak FIRST_SEED COUNT [FAMILY ...]\n");
        return 2;
    }
    uint64_t first = strtoull(argv[1], NULL, 10), count = strtoull(argv[2], NULL, 10);
    bool agrees = true;
    for (uint32_t i = 0; argc == 3 && i < FAMILY_COUNT; i++)
        agrees &= soak(&FAMILIES[i], first, count);
    for (int i = 3; i < argc; i++) {
        const family *family = family_find(argv[i]);
        if (family == NULL) {
            fprintf(stderr, "check_soak: no family of programs is called %s\n", argv[i]);
            return 2;
        }
        agrees &= soak(family, first, count);
    }
    return !agrees;
}
