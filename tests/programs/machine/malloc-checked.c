/* With --malloc-may-fail, both results of an allocation are tried; a program that checks is safe.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Options: --malloc-may-fail --observe failed
 * Outcomes: failed=0 | failed=1
 */
#include <stdlib.h>

int failed;

int main(void)
{
    int *p = malloc(sizeof *p);
    if (!p) {
        failed = 1;
        return 0;
    }
    *p = 1;
    free(p);
    return 0;
}
