/* A computed goto back to the headers of two loops, one inside of the other: the way back to the outer one leads out of
 * the inner one, with no block in between.
 *
 * Verdict: SC violation, TSO violation, PSO violation
 * Prints: assertion .* failed
 */
#include <assert.h>

int main(void)
{
    static const void *const ways[] = {&&outer, &&inner, &&inner, &&outer, &&left};
    unsigned step = 0, trace = 1;
outer:
    trace = trace * 2;
inner:
    trace = trace * 2 + 1;
    goto *ways[step++];
left:
    assert(trace != 349);
    return 0;
}
