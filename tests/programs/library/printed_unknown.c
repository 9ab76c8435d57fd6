/* How long a floating-point number or an address is when it is printed is known to the machine alone; nobody has to
 * know unless the program asks.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Check: SC unsupported, TSO unsupported, PSO unsupported
 */
#include <assert.h>
#include <stdio.h>

int main(void)
{
    double half = 0.5;
    printf("%g %p\n", half, (void *)&half);
    assert(printf("%.2f", half) == 4);
    return 0;
}
