/* Memory from malloc has an unknown value, but the same one each time it is read.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Options: --observe zero
 * Outcomes: zero=0 | zero=1
 */
#include <assert.h>
#include <stdlib.h>

int zero;

int main(void)
{
    unsigned char *p = malloc(1);
    unsigned char first = *p;
    assert(first == *p);
    zero = first == 0;
    free(p);
    return 0;
}
