/* Computed gotos into the middle of loops: the loops get one entry, and everything comes out as written.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 */
#include <assert.h>

_Bool __VERIFIER_nondet_bool(void);

static unsigned walk(int enters_second, unsigned fuel)
{
    unsigned trace = 1;
    void *const at[] = {&&first, &&second, &&out};
    goto *at[enters_second];
first:
    trace = trace * 2;
    if (fuel-- == 0)
        goto *at[2];
second:
    trace = trace * 2 + 1;
    if (fuel-- == 0)
        goto out;
    goto *at[trace & 4 ? 0 : 1];
out:
    return trace;
}

int main(void)
{
    assert(walk(0, 0) == 2 && walk(1, 0) == 3);
    assert(walk(0, 3) == 21 && walk(1, 3) == 29);
    _Bool second = __VERIFIER_nondet_bool();
    assert(walk(second, 1) == (second ? 7u : 5u));
    return 0;
}
