/* Without --malloc-may-fail, an allocation succeeds.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 */
#include <stdlib.h>

int main(void)
{
    int *p = malloc(sizeof *p);
    *p = 1;
    free(p);
    return 0;
}
