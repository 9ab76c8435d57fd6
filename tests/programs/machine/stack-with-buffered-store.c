/* A function may return while a store to its local variable still waits in the store buffer.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 */
#include <assert.h>

int *p, r;

static void leaves_store(int value)
{
    int local;
    p = &local;
    *p = value;
    r = local;
}

int main(void)
{
    leaves_store(1);
    leaves_store(2);
    assert(r == 2);
    return 0;
}
