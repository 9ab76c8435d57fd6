/* Signed addition wraps around: no error.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 */
#include <assert.h>
#include <limits.h>

int a = INT_MAX;

int main(void)
{
    assert(a + 1 == INT_MIN);
    return 0;
}
