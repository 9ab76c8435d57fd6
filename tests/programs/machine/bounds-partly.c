/* An access that begins inside an object and ends outside.
 *
 * Verdict: SC violation, TSO violation, PSO violation
 */
#include <stdint.h>

uint16_t x;
void *p = &x;
uint32_t r;

int main(void)
{
    r = *(uint32_t *)p;
    return 0;
}
