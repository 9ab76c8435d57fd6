/* Static locals keep their value and are told apart by their function.
 *
 * Verdict: SC safe
 * Options: --observe done,first::count,second::count
 * Outcomes: done=1 first::count=3 second::count=12
 */
#include <assert.h>

int done;

static int first(void)
{
    static int count;
    return ++count;
}

static int second(void)
{
    static int count = 10;
    {
        static char count = 'a';
        assert(count == 'a');
    }
    return ++count;
}

int main(void)
{
    first();
    second();
    first();
    assert(first() == 3 && second() == 12);
    done = 1;
    return 0;
}
