/* memcpy past the end of its target.
 *
 * Verdict: SC violation, TSO violation, PSO violation
 */
#include <string.h>

char from[8], to[4];
size_t size = 8;

int main(void)
{
    memcpy(to, from, size);
    return 0;
}
