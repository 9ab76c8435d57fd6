/* Variable arguments lie in memory, each in whole words.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Options: --32
 */
#include <assert.h>
#include <stdarg.h>

struct small {
    char c;
    short s;
};
struct large {
    int numbers[5];
    double fraction;
};

static void check(int count, ...)
{
    va_list list, again;
    va_start(list, count);
    va_copy(again, list);
    assert(va_arg(list, int) == -1);
    assert(va_arg(list, long long) == 1LL << 40);
    assert(va_arg(list, double) == 2.5);
    struct small small = va_arg(list, struct small);
    assert(small.c == 'c' && small.s == -3);
    struct large large = va_arg(list, struct large);
    assert(large.numbers[4] == 9 && large.fraction == 0.5);
    assert(*va_arg(list, int *) == count);
    va_end(list);
    assert(va_arg(again, int) == -1 && va_arg(again, long long) > 0);
    va_end(again);
}

static struct large make(int number)
{
    return (struct large){{0, 0, 0, 0, number}, 0.5};
}

int main(void)
{
    int count = 6;
    void (*volatile function)(int, ...) = check;
    check(count, -1, 1LL << 40, 2.5, (struct small){'c', -3}, make(9), &count);
    function(count, -1, 1LL << 40, 2.5, (struct small){'c', -3}, make(9), &count);
    return 0;
}
