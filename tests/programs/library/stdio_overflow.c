/* sprintf into a buffer that is too small is out of bounds.
 *
 * Verdict: SC violation
 * Prints: stdio_overflow.c:13: .*bounds
 */
#include <stdio.h>

char buffer[4];

int main(void)
{
    snprintf(buffer, sizeof buffer, "%d", 12345);
    sprintf(buffer, "%d", 12345);
    return 0;
}
