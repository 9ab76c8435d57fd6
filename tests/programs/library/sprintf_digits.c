/* Numbers that are not known, formatted into memory: every digit is where it belongs.
 *
 * Verdict: SC safe
 * Options: --nondet 0..255
 */
#include <assert.h>
#include <stdio.h>

unsigned char __VERIFIER_nondet_uchar(void);

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
    return 0;
}
