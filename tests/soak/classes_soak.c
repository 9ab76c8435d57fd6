/* Compares the classes that are explored with those of all executions, on random programs: classes_soak FIRST_SEED
 * COUNT [KIND ...]. The variable BATCH says how many programs are compiled at once (25). Prints what differs, with the
 * seed, and ends with 1 if anything does. */
#include <stdlib.h>
#include <string.h>

#include "support/classes_programs.h"

enum { MAX_VISITED = 20000, BATCH = 25 };

static uint64_t number(const char *text, uint64_t otherwise)
{
    return text ? strtoull(text, NULL, 10) : otherwise;
}

static bool soak(const generate_classes_kind *kind, uint64_t first, uint64_t count)
{
    classes_setup setup = {
        .max_visited = number(getenv("VISITED"), MAX_VISITED),
        .batch = (uint32_t)number(getenv("BATCH"), BATCH),
        .tells_all = getenv("TELL") != NULL,
    };
    classes_result r = classes_compare_programs(kind, first, count, &setup, stdout);
    bool is_good = r.programs == count;
    for (uint32_t i = 0; i < MODEL_MACHINE_COUNT; i++) {
        const uint64_t *n = r.count[i];
        printf("%s, %s: %llu programs: %llu the same (%llu classes, at most %llu), %llu too large, %llu refused, "
               "%llu repeated, %llu different\n",
               kind->name, MODELS[i]->name, (unsigned long long)r.programs, (unsigned long long)n[CLASSES_SAME],
               (unsigned long long)r.classes[i], (unsigned long long)r.most[i],
               (unsigned long long)n[CLASSES_TOO_LARGE], (unsigned long long)n[CLASSES_REFUSED],
               (unsigned long long)n[CLASSES_REPEATED], (unsigned long long)n[CLASSES_DIFFERENT]);
        is_good &= n[CLASSES_REPEATED] + n[CLASSES_DIFFERENT] == 0;
        is_good &= kind->may_refuse || n[CLASSES_REFUSED] == 0;
    }
    fflush(stdout);
    return is_good;
}

int main(int argc, char **argv)
{
    bool is_good = true;
    if (argc < 3) {
        fprintf(stderr, "usage: classes_soak FIRST_SEED COUNT [KIND ...]\n");
        return 2;
    }
    for (uint32_t k = 0; k < GENERATE_CLASSES_KIND_COUNT; k++) {
        const generate_classes_kind *kind = &GENERATE_CLASSES_KINDS[k];
        bool is_wanted = argc == 3;
        for (int i = 3; i < argc; i++)
            is_wanted |= strcmp(argv[i], kind->name) == 0;
        if (is_wanted)
            is_good &= soak(kind, strtoull(argv[1], NULL, 10), strtoull(argv[2], NULL, 10));
    }
    return !is_good;
}
