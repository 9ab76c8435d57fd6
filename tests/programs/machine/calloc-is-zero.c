/* Memory from calloc is zero.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 */
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    int *p = calloc(2, sizeof *p);
    assert(p[0] == 0 && p[1] == 0);
    free(p);
    return 0;
}
