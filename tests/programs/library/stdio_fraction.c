/* Text of floating-point numbers: `heddle check` does not model it.
 *
 * Verdict: SC safe
 * Check: unsupported
 */
#include <assert.h>
#include <stddef.h>
#include <stdio.h>

int main(void)
{
    assert(snprintf(NULL, 0, "%.2f", 1.5) == 4);
    return 0;
}
