/* A number that is not known, formatted into a buffer that is too small for some of them.
 *
 * Verdict: SC violation
 * Options: --nondet 0..255
 * Prints: sprintf_unknown.c:18: .*bounds
 * Prints-not: sprintf_unknown.c:17
 */
#include <stdio.h>

unsigned char __VERIFIER_nondet_uchar(void);

static char small[4];

int main(void)
{
    unsigned char number = __VERIFIER_nondet_uchar();
    sprintf(small, "%u", number);
    sprintf(small, "-%u", number);
    return 0;
}
