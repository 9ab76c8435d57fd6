/* Freeing a null pointer does nothing.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 */
#include <stdlib.h>

int main(void)
{
    free(NULL);
    return 0;
}
