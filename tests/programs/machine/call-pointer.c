/* Calling through a pointer that is set at run time.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 */
#include <assert.h>

static int add(int a, int b)
{
    return a + b;
}

static int multiply(int a, int b)
{
    return a * b;
}

int (*const table[])(int, int) = {add, multiply};

int main(void)
{
    int r[2];
    for (int i = 0; i < 2; i++)
        r[i] = table[i](3, 4);
    assert(r[0] == 7 && r[1] == 12);
    return 0;
}
