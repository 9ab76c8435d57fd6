/* memcpy between places that overlap.
 *
 * Verdict: SC violation, TSO violation, PSO violation
 */
#include <string.h>

char a[8];
size_t size = 4;

int main(void)
{
    memcpy(a + 1, a, size);
    return 0;
}
