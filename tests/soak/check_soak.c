/* Compares `heddle check` with the machine on random programs: check_soak FIRST_SEED COUNT. Prints what differs, with
 * the seed, and ends with 1 if anything does. */
#include <stdlib.h>

#include "support/agree.h"

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "usage: check_soak FIRST_SEED COUNT\n");
        return 2;
    }
    agree_result r =
        agree_on_programs(strtoull(argv[1], NULL, 10), strtoull(argv[2], NULL, 10), &(ord_options){0}, stdout);
    printf("%llu programs under three models: %llu safe, %llu violations, %llu violations by other values, %llu open, "
           "%llu different\n",
           (unsigned long long)r.programs, (unsigned long long)r.count[AGREE_SAFE],
           (unsigned long long)r.count[AGREE_VIOLATION], (unsigned long long)r.count[AGREE_VALUES],
           (unsigned long long)r.count[AGREE_OPEN], (unsigned long long)r.count[AGREE_DIFFERENT]);
    return r.count[AGREE_DIFFERENT] > 0;
}
