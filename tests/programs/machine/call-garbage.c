/* Calling an address at which there is no function.
 *
 * Verdict: SC violation, TSO violation, PSO violation
 */
#include <stdint.h>

uintptr_t address = 0x1234;

int main(void)
{
    void (*f)(void) = (void (*)(void))address;
    f();
    return 0;
}
