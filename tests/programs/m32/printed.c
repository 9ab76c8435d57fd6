/* How arguments are printed: the widths of a 32-bit program, and 64 bits where the format says so.
 *
 * Verdict: SC safe
 * Options: --32
 * Check: unsupported
 */
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    char text[80];
    snprintf(text, sizeof text, "%d %ld %lld %zu %hd %.1f %s %c %*d", -1, -2l, 1ll << 40, sizeof(long), 70000, 0.5, "s",
             'c', 3, 7);
    assert(strcmp(text, "-1 -2 1099511627776 4 4464 0.5 s c   7") == 0);
    return 0;
}
