/* Taking more variable arguments than were passed.
 *
 * Verdict: SC violation
 * Prints: VIOLATION: .*varargs_missing.c:14:
 */
#include <stdarg.h>

static int sum(int n, ...)
{
    va_list arguments;
    int sum = 0;
    va_start(arguments, n);
    while (n-- > 0)
        sum += va_arg(arguments, int);
    va_end(arguments);
    return sum;
}

int main(void)
{
    return sum(3, 0, 0);
}
