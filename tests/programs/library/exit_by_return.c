/* The return of main runs the handlers of atexit, the last registered first, also those that a handler registers; then
 * the functions that are destructors.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Options: --observe order
 * Outcomes: order=3214
 */
#include <assert.h>
#include <stdlib.h>

int order;

static void add(int digit)
{
    order = 10 * order + digit;
}

static void one(void)
{
    add(1);
}

static void two(void)
{
    add(2);
}

static void three(void)
{
    add(3);
    assert(atexit(two) == 0);
}

static void wrong(void)
{
    assert(0);
}

__attribute__((destructor)) static void four(void)
{
    add(4);
    assert(order == 3214);
}

int main(void)
{
    assert(atexit(one) == 0);
    assert(atexit(three) == 0);
    assert(at_quick_exit(wrong) == 0);
    assert(order == 0);
    return 0;
}
