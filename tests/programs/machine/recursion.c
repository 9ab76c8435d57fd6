/* Functions that call themselves and each other.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 */
#include <assert.h>
#include <stdbool.h>

static bool is_odd(unsigned n);

static bool is_even(unsigned n)
{
    return n == 0 || is_odd(n - 1);
}

static bool is_odd(unsigned n)
{
    return n != 0 && is_even(n - 1);
}

static int ackermann(int m, int n)
{
    if (m == 0)
        return n + 1;
    return ackermann(m - 1, n == 0 ? 1 : ackermann(m, n - 1));
}

int main(void)
{
    assert(is_even(10) && !is_odd(10));
    assert(ackermann(2, 3) == 9);
    return 0;
}
