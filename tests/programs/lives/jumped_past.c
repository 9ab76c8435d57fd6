/* A variable whose declaration is jumped past is there all the same.
 *
 * Verdict: SC bounded
 * Options: --nondet 0..2
 * Check: SC safe
 */
#include <assert.h>

int __VERIFIER_nondet_int(void);

static void set(int *place, int value)
{
    *place = value;
}

int main(void)
{
    int which = __VERIFIER_nondet_int(), seen = 0;
    switch (which) {
        int inside;
    case 1:
        set(&inside, 1);
        seen = inside;
        break;
    case 2:
        set(&inside, 2);
        seen = inside;
        break;
    default:
        break;
    }
    if (which == 2)
        goto in;
    {
        int other = 7;
    in:
        set(&other, 8);
        seen += other;
    }
    assert(which != 2 || seen == 10);
    return 0;
}
