/* What depends on the result of a function that nobody defines may go either way.
 *
 * Options: --undefined-functions nondet
 * Verdict: SC violation
 * Prints: undefined_function_any_fails.c:13: assertion `!is_late\(\)` failed
 */
#include <assert.h>

_Bool is_late(void);

int main(void)
{
    assert(!is_late());
    return 0;
}
