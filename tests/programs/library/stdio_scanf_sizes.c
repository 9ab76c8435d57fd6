/* Each conversion writes as many bytes as its type has, and nothing besides.
 *
 * Options: --nondet 0..1
 * Verdict: SC bounded
 * Check: safe
 */
#include <assert.h>
#include <stdint.h>
#include <stdio.h>

#define GUARD 42

static struct {
    signed char tiny, after_tiny;
    short small, after_small;
    int plain, after_plain;
    long big, after_big;
    long long huge, after_huge;
    float single, after_single;
    double real, after_real;
    char letters[2], after_letters;
} in;

unsigned char __VERIFIER_nondet_uchar(void);

static int ask(void)
{
    switch (__VERIFIER_nondet_uchar()) {
    case 0:
        return scanf("%hhd", &in.tiny);
    case 1:
        return scanf("%hu", (unsigned short *)&in.small);
    case 2:
        return scanf("%i", &in.plain);
    case 3:
        return scanf("%lx", (unsigned long *)&in.big);
    case 4:
        return scanf("%lld", &in.huge);
    case 5:
        return scanf("%f", &in.single);
    case 6:
        return scanf("%lg", &in.real);
    default:
        return scanf("%2c", in.letters);
    }
}

int main(void)
{
    in.after_tiny = GUARD;
    in.after_small = GUARD;
    in.after_plain = GUARD;
    in.after_big = GUARD;
    in.after_huge = GUARD;
    in.after_single = 1.0f;
    in.after_real = 1.0;
    in.after_letters = GUARD;
    ask();
    assert(in.after_tiny == GUARD && in.after_small == GUARD && in.after_plain == GUARD);
    assert(in.after_big == GUARD && in.after_huge == GUARD && in.after_letters == GUARD);
    assert(in.after_single == 1.0f && in.after_real == 1.0);
    return 0;
}
