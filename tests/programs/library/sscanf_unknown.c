/* A text of which some characters are inputs.
 *
 * Verdict: SC violation
 * Options: --nondet 48..58
 * Prints: assertion `number != 42` failed
 */
#include <assert.h>
#include <stdio.h>

char __VERIFIER_nondet_char(void);

int main(void)
{
    char text[] = "?? end", word[8];
    int number;
    text[0] = __VERIFIER_nondet_char();
    text[1] = __VERIFIER_nondet_char();
    if (text[0] <= ' ' || text[1] <= ' ')
        return 0;
    if (sscanf(text, "%d %7s", &number, word) != 2)
        return 0;
    assert(number >= -9 && number < 100);
    assert(number != 42);
    return 0;
}
