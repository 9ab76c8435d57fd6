/* sprintf into a buffer that is too small is out of bounds.
 *
 * `heddle check` does not model text that is formatted into memory.
 *
 * Verdict: SC violation
 * Prints: stdio_overflow.c:16: .*bounds
 * Check: unsupported
 */
#include <stdio.h>

char buffer[4];

int main(void)
{
    snprintf(buffer, sizeof buffer, "%d", 12345);
    sprintf(buffer, "%d", 12345);
    return 0;
}
