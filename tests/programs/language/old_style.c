/* Definitions and calls from before prototypes, with too few and too many arguments.
 *
 * Verdict: SC bounded
 * Check: safe
 * Options: --observe done --nondet 0..0
 * Outcomes: done=1
 */
#include <assert.h>

int done;
int second();

int caller(void)
{
    return second(1, 2, 3);
}

int second(a, b)
int a, b;
{
    return b;
}

int ignores_its_parameter();

int short_caller(void)
{
    return ignores_its_parameter();
}

int ignores_its_parameter(n)
int n;
{
    (void)n;
    return 9;
}

char narrow(c)
char c;
{
    return c + 1;
}

int main()
{
    assert(caller() == 2 && short_caller() == 9 && narrow('a') == 'b');
    done = 1;
    return 0;
}
