/* A local variable that was never set has any value, but always the same one; storing it is a store.
 *
 * Verdict: SC bounded, TSO bounded, PSO bounded
 * Check: safe
 * Options: --observe r1,r2 --nondet 0..1
 * Outcomes: r1=0 r2=0 | r1=1 r2=1
 */
#include <assert.h>

int r1 = 5, r2 = 6;

static int maybe_set(int sets)
{
    int value;
    if (sets)
        value = 3;
    assert(value == value);
    return sets ? value : 3;
}

int main(void)
{
    int x, once = 0;
    r1 = x;
    r2 = x;
    if (x)
        once = 1;
    assert(once == (x != 0));
    assert(maybe_set(1) == 3);
    return 0;
}
