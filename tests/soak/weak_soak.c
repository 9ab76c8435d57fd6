/* weak_soak FIRST COUNT: `heddle check` against the axioms on as many generated programs as one likes. */
#include <stdio.h>
#include <stdlib.h>

#include "support/weak_agrees.h"

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "usage: weak_soak FIRST COUNT\n");
        return 2;
    }
    weak_agrees_result r = weak_agrees_on_programs(strtoull(argv[1], NULL, 10), strtoull(argv[2], NULL, 10), stdout);
    printf("%llu safe, %llu violations, %llu open, %llu different\n", (unsigned long long)r.safe,
           (unsigned long long)r.violations, (unsigned long long)r.open, (unsigned long long)r.different);
    return r.different > 0;
}
