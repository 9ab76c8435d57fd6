/* weak_soak FIRST COUNT: `heddle check` against the axioms on as many generated programs as one likes.
 * weak_soak FILE.litmus...: the same on litmus tests. The variable ENGINE names an engine, if it is to be one alone. */
#include <stdio.h>
#include <stdlib.h>

#include "litmus/litmus.h"
#include "support/weak_agrees.h"

int main(int argc, char **argv)
{
    const char *engine = getenv("ENGINE");
    setvbuf(stdout, NULL, _IOLBF, 0); /* whoever stops it early sees what there was */
    weak_agrees_result r = {0};
    if (argc < 2 || (argc != 3 && !litmus_is_file(argv[1]))) {
        fprintf(stderr, "usage: weak_soak FIRST COUNT, or weak_soak FILE.litmus...\n");
        return 2;
    }
    if (litmus_is_file(argv[1]))
        for (int i = 1; i < argc; i++)
            weak_agrees_on_litmus(engine, argv[i], &r, stdout);
    else
        r = weak_agrees_on_programs(engine, strtoull(argv[1], NULL, 10), strtoull(argv[2], NULL, 10), stdout);
    printf("%llu safe, %llu violations, %llu open, %llu different\n", (unsigned long long)r.safe,
           (unsigned long long)r.violations, (unsigned long long)r.open, (unsigned long long)r.different);
    return r.different > 0;
}
