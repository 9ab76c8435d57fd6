/* Compares the checker of reads-from maps with all executions: consistency_soak FIRST_SEED COUNT, for each model.
 * Prints what differs, and ends with 1 if anything does. */
#include <stdlib.h>

#include "support/consistency_agrees.h"
#include "support/no_forwarding.h"

static bool soak(const model *m, uint64_t first, uint64_t count)
{
    consistency_agrees_counts c = consistency_agrees(m, first, count, stdout);
    printf("%s: %llu histories: %llu executable, %llu refuted by closure, %llu by search, %llu different\n", m->name,
           (unsigned long long)c.histories, (unsigned long long)c.executable, (unsigned long long)c.closure,
           (unsigned long long)c.search, (unsigned long long)c.different);
    fflush(stdout);
    return c.different + consistency_agrees_on_tangles(m, count / 10, stdout) == 0;
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "usage: consistency_soak FIRST_SEED COUNT\n");
        return 2;
    }
    bool agrees = true;
    for (int i = 0; i < TESTED_COUNT; i++)
        agrees &= soak(tested_model(i), strtoull(argv[1], NULL, 10), strtoull(argv[2], NULL, 10));
    return !agrees;
}
