/* Variable arguments of every kind of type, va_copy, passing a va_list on, more than fit in registers.
 *
 * `heddle check` does not model text that is formatted into memory.
 *
 * Verdict: SC safe
 * Options: --observe done
 * Outcomes: done=1
 * Check: unsupported
 */
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct pair {
    long a, b;
};
struct large {
    int numbers[6];
};
struct floats {
    float x, y;
};
int done;

static int sum_list(int n, va_list arguments)
{
    int sum = 0;
    while (n-- > 0)
        sum += va_arg(arguments, int);
    return sum;
}

static int sum(int n, ...)
{
    va_list arguments, again;
    va_start(arguments, n);
    va_copy(again, arguments);
    int first = sum_list(n, arguments), second = sum_list(n, again);
    va_end(again);
    va_end(arguments);
    assert(first == second);
    return first;
}

static void check_types(const char *kinds, ...)
{
    va_list arguments;
    va_start(arguments, kinds);
    for (; *kinds; kinds++)
        switch (*kinds) {
        case 'c':
            assert((char)va_arg(arguments, int) == 'x');
            break;
        case 'l':
            assert(va_arg(arguments, long) == -5);
            break;
        case 'd':
            assert(va_arg(arguments, double) == 2.5);
            break;
        case 's':
            assert(strcmp(va_arg(arguments, char *), "text") == 0);
            break;
        case 'p': {
            struct pair pair = va_arg(arguments, struct pair);
            assert(pair.a == 1 && pair.b == 2);
            break;
        }
        case 'L': {
            struct large large = va_arg(arguments, struct large);
            assert(large.numbers[0] == 10 && large.numbers[5] == 15);
            break;
        }
        case 'f': {
            struct floats floats = va_arg(arguments, struct floats);
            assert(floats.x == 0.5f && floats.y == 1.5f);
            break;
        }
        case 'w':
            assert(va_arg(arguments, __int128) == (__int128)1 << 90);
            break;
        }
    va_end(arguments);
}

int (*pointer)(int, ...) = sum;

int main(void)
{
    assert(sum(0) == 0 && sum(3, 1, 2, 3) == 6 && sum(9, 1, 1, 1, 1, 1, 1, 1, 1, 1) == 9);
    struct pair pair = {1, 2};
    struct large large = {{10, 11, 12, 13, 14, 15}};
    struct floats floats = {0.5f, 1.5f};
    check_types("cldspLfw", 'x', -5l, 2.5, "text", pair, large, floats, (__int128)1 << 90);
    check_types("wwcdw", (__int128)1 << 90, (__int128)1 << 90, 'x', 2.5f, (__int128)1 << 90);
    assert(pointer(2, 40, 2) == 42 && pointer(0) == 0);
    char text[32];
    assert(snprintf(text, sizeof text, "%d %s %.1f", 7, "x", 0.5) == 7 && strcmp(text, "7 x 0.5") == 0);
    done = 1;
    return 0;
}
