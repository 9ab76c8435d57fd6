/* Two names for one function or variable, weak definitions, and the linkage that `inline` has.
 *
 * Verdict: SC safe
 * Options: --observe done,original
 * Outcomes: done=1 original=5
 */
#include <assert.h>

int original = 4, done;
extern int other_name __attribute__((alias("original")));

static int twice(int n)
{
    return 2 * n;
}

int doubled(int n) __attribute__((alias("twice")));
__attribute__((weak)) int replaceable(void)
{
    return 3;
}

static inline int small(int n)
{
    return n + 1;
}

int main(void)
{
    other_name++;
    assert(doubled(21) == 42 && doubled == twice && &other_name == &original && replaceable() == small(2));
    done = 1;
    return 0;
}
