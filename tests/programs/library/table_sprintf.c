/* Formatting into memory: the text, and its length.
 *
 * Verdict: SC safe
 */
#include "table.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char text[64];

#define TEXT(expected, ...)                                                                                            \
    do {                                                                                                               \
        ROW(sprintf(text, __VA_ARGS__), (int)sizeof(expected) - 1);                                                    \
        ROW(strcmp(text, expected), 0);                                                                                \
    } while (0)

static void check_decimal(void)
{
    TEXT("0", "%d", 0);
    TEXT("-2147483648", "%d", INT_MIN);
    TEXT("9223372036854775807", "%lld", LLONG_MAX);
    TEXT("18446744073709551615", "%llu", ULLONG_MAX);
    TEXT("4294967295", "%u", UINT_MAX);
    TEXT("   12|12   |00012|+12| 12|", "%5d|%-5d|%05d|%+d|% d|", 12, 12, 12, 12, 12);
    TEXT("-0012|00012| 0012|||", "%05d|%.5d|%5.4d|%.0d||", -12, 12, 12, 0);
    TEXT("-5|  -5|7  |", "%hhd|%*d|%-*d|", 251, 4, -5, 3, 7);
    TEXT("7   |0007|", "%*d|%.*d|", -4, 7, 4, 7);
    TEXT("-1 12 3", "%ld %zu %hd", -1L, (size_t)12, 65539);
}

static void check_others(void)
{
    TEXT("ff FF 0xff 0 377 0377 0", "%x %X %#x %#x %o %#o %#o", 255u, 255u, 255u, 0u, 255u, 255u, 0u);
    TEXT("0x00ff|  ff|ff  |00ff|", "%#06x|%4x|%-4x|%.4x|", 255u, 255u, 255u, 255u);
    TEXT("0010|010 |", "%#04o|%#-4o|", 8u, 8u);
    TEXT("deadbeefdeadbeef", "%llx", 0xdeadbeefdeadbeefULL);
    TEXT("a|  b|c  |", "%c|%3c|%-3c|", 'a', 'b', 'c');
    TEXT("abc|  abc|abc  |ab|  ab|", "%s|%5s|%-5s|%.2s|%4.2s|", "abc", "abc", "abc", "abc", "abc");
    TEXT("100% of %", "%d%% of %%", 100);
    TEXT("", "%s", "");
}

static void check_room(void)
{
    char *made = NULL;
    memset(text, '#', sizeof text);
    ROW(snprintf(text, 4, "%d", 123456), 6);
    ROW(strcmp(text, "123"), 0);
    ROW(text[4], '#');
    ROW(snprintf(text, 0, "%s", "nothing"), 7);
    ROW(text[0], '1');
    ROW(snprintf(NULL, 0, "%d", -1), 2);
    ROW(snprintf(text, 1, "%d", 5), 1);
    ROW(text[0], '\0');
    ROW(asprintf(&made, "%s-%d", "x", 3), 3);
    ROW(strcmp(made, "x-3"), 0);
    free(made);
}

int main(void)
{
    check_decimal();
    check_others();
    check_room();
    END_OF_TABLE();
    return 0;
}
