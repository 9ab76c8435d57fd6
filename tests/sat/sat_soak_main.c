/* sat_soak [FIRST [COUNT]]: runs many random instances; sat_soak -v SEED runs one and tells what it does. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sat/model_test.h"

static void print_counts(const model_test_counts *c)
{
    printf("%" PRIu64 " instances (%" PRIu64 " with theory, %" PRIu64 " with proof), %" PRIu64 " solves: %" PRIu64
           " sat, %" PRIu64 " unsat, %" PRIu64 " unknown\n",
           c->instances, c->with_theory, c->with_proof, c->solves, c->satisfiable, c->unsatisfiable, c->unknown);
    printf("%" PRIu64 " conflicts, %" PRIu64 " eliminated, %" PRIu64 " restored, %" PRIu64 " substituted, %" PRIu64
           " failed literals, %" PRIu64 " vivified, %" PRIu64 " subsumed, %" PRIu64 " strengthened, %" PRIu64
           " reduced, %" PRIu64 " lemmas\n",
           c->conflicts, c->eliminated, c->restored, c->substituted, c->probed, c->vivified, c->subsumed,
           c->strengthened, c->reduced, c->lemmas);
}

int main(int count, char **values)
{
    model_test_counts counts = {0};
    if (count == 3 && strcmp(values[1], "-v") == 0) {
        const char *finding = model_test_run(strtoull(values[2], NULL, 10), true, &counts);
        printf("%s\n", finding ? finding : "no finding");
        print_counts(&counts);
        return finding != NULL;
    }
    uint64_t first = count > 1 ? strtoull(values[1], NULL, 10) : 0;
    uint64_t instances = count > 2 ? strtoull(values[2], NULL, 10) : 1000000;
    uint64_t findings = 0;
    for (uint64_t seed = first; seed < first + instances && findings < 10; seed++) {
        const char *finding = model_test_run(seed, false, &counts);
        if (finding) {
            printf("seed %" PRIu64 ": %s\n", seed, finding);
            fflush(stdout);
            findings++;
        }
    }
    print_counts(&counts);
    printf("%" PRIu64 " findings\n", findings);
    return findings != 0;
}
