/* Random numbers are any of their range: each value of the range that Heddle was given is met, and a seed does not
 * help.
 *
 * Verdict: SC violation
 * Options: --nondet 0..1 --observe first
 * Outcomes: first=0 | first=1
 * Prints: random.c:46: assertion
 * Prints: random.c:33: assertion
 * Prints-not: assertion `range`
 */
#define _GNU_SOURCE
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

uint32_t arc4random(void);
uint32_t arc4random_uniform(uint32_t bound);

int first;

static void check_ranges(void)
{
    unsigned seed = 3;
    double fraction = drand48();
    int range = fraction >= 0 && fraction < 1;
    assert(range);
    range = random() >= 0 && rand_r(&seed) >= 0 && lrand48() >= 0;
    assert(range);
    range = mrand48() <= INT32_MAX && arc4random() <= UINT32_MAX;
    assert(range);
    range = arc4random_uniform(1) == 0;
    assert(range);
    assert(arc4random_uniform(2) == 0);
}

int main(void)
{
    srand(7);
    srandom(7);
    srand48(7);
    first = rand();
    srand(7);
    if (first == rand())
        check_ranges();
    else
        assert(first == 1);
    return 0;
}
