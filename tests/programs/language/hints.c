/* What only tells the compiler something: expect, assume, unreachable code, prefetch, constant_p, object_size.
 *
 * Verdict: SC safe
 * Options: --observe done
 * Outcomes: done=1
 */
#include <assert.h>

int x = 3, done;

static int only_three(int n)
{
    if (n == 3)
        return 1;
    __builtin_unreachable();
}

int main(void)
{
    if (__builtin_expect(x == 3, 0))
        done++;
    assert(__builtin_expect_with_probability(x, 3, 0.9) == 3);
    __builtin_assume(x > 0);
    __builtin_prefetch(&x, 1, 3);
    assert(only_three(x) == 1 && !__builtin_constant_p(x));
    assert(__builtin_object_size(&x, 0) >= sizeof x && __builtin_object_size(&x, 2) <= sizeof x);
    int *aligned = __builtin_assume_aligned(&x, 4);
    assert(*aligned == 3 && __builtin_return_address(0) == __builtin_return_address(0));
    return 0;
}
