/* Numbers and strings that are not known, formatted into memory: every digit is where it belongs, and a buffer that is
 * too small for the greatest number is found.
 *
 * Verdict: SC violation
 * Options: --nondet 0..255
 * Prints: sprintf_unknown.c:22: .*bounds
 * Prints-not: sprintf_unknown.c:(3|41)
 */
#include <assert.h>
#include <stdio.h>
#include <string.h>

unsigned char __VERIFIER_nondet_uchar(void);

static char small[4];

static void check_bounds(unsigned char number)
{
    if (number > 200)
        return;
    sprintf(small, "%u", number);
    sprintf(small, "-%u", number);
}

static void check_digits(unsigned char number)
{
    char text[16];
    int length = sprintf(text, "<%d>", number - 100);
    int negative = number < 100, magnitude = negative ? 100 - number : number - 100;
    assert(length == 3 + negative + (magnitude >= 10) + (magnitude >= 100));
    assert(text[0] == '<' && text[length - 1] == '>' && text[length] == '\0');
    assert((text[1] == '-') == negative);
    assert(text[length - 2] == '0' + magnitude % 10);
    assert(magnitude < 10 || text[length - 3] == '0' + magnitude / 10 % 10);
    assert(magnitude < 100 || text[length - 4] == '0' + magnitude / 100);
}

int main(void)
{
    check_digits(__VERIFIER_nondet_uchar());
    check_bounds(__VERIFIER_nondet_uchar());
    return 0;
}
