/* Compares the two searches on random programs: symex_soak FIRST_SEED COUNT. Prints what differs, with the seed, and
 * ends with 1 if anything does. */
#include <stdio.h>
#include <stdlib.h>

#include "support/random_programs.h"

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "usage: symex_soak FIRST_SEED COUNT\n");
        return 2;
    }
    random_programs_result r =
        random_programs_compare(strtoull(argv[1], NULL, 10), strtoull(argv[2], NULL, 10), stdout);
    printf("%llu programs: %llu equal, %llu bounded, %llu given up, %llu different\n", (unsigned long long)r.total,
           (unsigned long long)r.count[COMPARE_EQUAL], (unsigned long long)r.count[COMPARE_BOUNDED],
           (unsigned long long)r.count[COMPARE_GAVE_UP], (unsigned long long)r.count[COMPARE_DIFFERENT]);
    return r.count[COMPARE_DIFFERENT] > 0;
}
