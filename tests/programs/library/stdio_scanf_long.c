/* A string without a width may be longer than its array.
 *
 * Verdict: SC violation
 * Prints: stdio_scanf_long.c:13: out of bounds: writing 1 byte at offset 2 of word
 * Check-options: --unwind 4
 */
#include <stdio.h>

int main(void)
{
    char word[2];
    word[0] = '\0';
    return scanf("%s", word) + word[0];
}
