/* What printf and its kin return is the length of the text, also of what is not known; %n stores how much there was.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 */
#include <assert.h>
#include <errno.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

unsigned char __VERIFIER_nondet_uchar(void);

static int print(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int length = vfprintf(stderr, format, list);
    va_end(list);
    return length;
}

static void check_numbers(void)
{
    assert(printf("%d %5d %-5d %05d %+d % d %.3d %.0d.", 12, 12, 12, 12, -1, 12, 5, 0) == 33);
    assert(printf("%x %#x %#X %o %#o %#o %#.3o %u", 255u, 255u, 0u, 8u, 8u, 0u, 5u, 4000000000u) == 33);
    assert(printf("%hhd %hd %lld %llu", 300, 70000, -1LL << 63, ~0ULL) == 2 + 1 + 4 + 1 + 20 + 1 + 20);
    assert(printf("%ld %zu %jd %td", -1L, (size_t)12, (intmax_t)123, (ptrdiff_t)-7) == 2 + 1 + 2 + 1 + 3 + 1 + 2);
    assert(printf("%*d%-*d%.*d", 4, 1, -5, 1, 3, 1) == 12);
}

static void check_text(void)
{
    char open[2] = {'a', 'b'};
    assert(printf("%s %6s %-6s %.2s %c %%", "abc", "abc", "abc", "abc", 'x') == 24);
    assert(printf("%.2s%.*s", open, 1, open) == 3);
    assert(print("%s%d", "ab", 3) == 3 && puts("abc") == 4 && fputs("abc", stdout) == 1);
    assert(fwrite("abc", 1, 3, stdout) == 3 && fwrite("abc", 0, 3, stdout) == 0);
    errno = 0;
    assert(printf("%m") == (int)strlen(strerror(0)));
}

int main(void)
{
    int value = __VERIFIER_nondet_uchar(), first;
    signed char second;
    long long third;
    check_numbers();
    check_text();
    assert(printf("%d|%n%x%hhn%lln", value, &first, value, &second, &third) == second);
    assert(first == (value < 10    ? 2
                     : value < 100 ? 3
                                   : 4) &&
           second == first + (value < 16 ? 1 : 2) && third == second);
    return 0;
}
