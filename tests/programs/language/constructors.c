/* Functions that run before main, in the order of their priorities.
 *
 * Verdict: SC safe
 * Options: --observe done
 * Outcomes: done=123
 */
#include <assert.h>

int done;

__attribute__((constructor(200))) static void second(void)
{
    done = done * 10 + 2;
}

__attribute__((constructor(101))) static void first(void)
{
    done = done * 10 + 1;
}

int main(void)
{
    assert(done == 12);
    done = done * 10 + 3;
    return 0;
}
