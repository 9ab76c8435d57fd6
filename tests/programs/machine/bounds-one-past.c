/* The address just after an array may be formed and compared.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 */
#include <assert.h>

int a[3] = {1, 2, 3};

int main(void)
{
    int sum = 0;
    for (int *p = a; p != a + 3; p++)
        sum += *p;
    assert(sum == 6);
    return 0;
}
