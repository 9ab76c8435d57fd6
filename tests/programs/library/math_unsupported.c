/* Functions without an exact result are not modelled, and say so.
 *
 * Verdict: SC unsupported
 * Prints: math_unsupported.c:11: .*pow
 */
#include <math.h>

int main(void)
{
    volatile double half = 0.5;
    return pow(2, half) > 1;
}
