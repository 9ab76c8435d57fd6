/* A string without a width may be longer than its array.
 *
 * Options: --max-states 1000
 * Verdict: SC limit
 * Check: SC violation
 * Check-options: --unwind 4
 */
#include <stdio.h>

int main(void)
{
    char word[2];
    word[0] = '\0';
    return scanf("%s", word) + word[0];
}
