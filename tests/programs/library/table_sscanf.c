/* Formatted input out of memory: how many were stored, and what.
 *
 * Verdict: SC safe
 */
#include "table.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

static int a, b;
static unsigned u;
static char text[16], other[16];

static void check_whole_numbers(void)
{
    ROW(sscanf("12 -7", "%d%d", &a, &b), 2);
    ROW(a, 12);
    ROW(b, -7);
    ROW(sscanf("  +5x", "%d%d", &a, &b), 1);
    ROW(a, 5);
    ROW(sscanf("0x1f 017 9", "%i %i %i", &a, &b, (int *)&u), 3);
    ROW(a, 31);
    ROW(b, 15);
    ROW(u, 9);
    ROW(sscanf("ff 0XFF 77", "%x%x%o", &u, (unsigned *)&a, (unsigned *)&b), 3);
    ROW(u, 255);
    ROW(a, 255);
    ROW(b, 63);
    ROW(sscanf("12345", "%2d%3d", &a, &b), 2);
    ROW(a, 12);
    ROW(b, 345);
    ROW(sscanf("-1", "%u", &u), 1);
    ROW(u, UINT_MAX);
    ROW(sscanf("1,2", "%d,%*d%n", &a, &b), 1);
    ROW(b, 3);
}

static void check_sizes(void)
{
    long long wide;
    short narrow = -1;
    signed char least;
    ROW(sscanf("9223372036854775808 65537 300", "%lld%hd%hhd", &wide, &narrow, &least), 3);
    ROW(wide, LLONG_MAX);
    ROW(narrow, 1);
    ROW(least, 44);
    ROW(sscanf("-9223372036854775809", "%lld", &wide), 1);
    ROW(wide, LLONG_MIN);
}

static void check_ends(void)
{
    ROW(sscanf("", "%d", &a), EOF);
    ROW(sscanf("  ", "%d", &a), EOF);
    ROW(sscanf("x", "%d", &a), 0);
    ROW(sscanf("-", "%d", &a), 0);
    ROW(sscanf("3", "%d%d", &a, &b), 1);
    ROW(sscanf("3", "%*d%d", &a), EOF);
    ROW(sscanf("", "a"), EOF);
    ROW(sscanf("b", "a"), 0);
    ROW(sscanf("50%", "%d%%%n", &a, &b), 1);
    ROW(b, 3);
    ROW(sscanf("", ""), 0);
}

static void check_text(void)
{
    ROW(sscanf("  one two", "%s %15s", text, other), 2);
    ROW(strcmp(text, "one"), 0);
    ROW(strcmp(other, "two"), 0);
    ROW(sscanf("abcdef", "%3s%c", text, other), 2);
    ROW(strcmp(text, "abc"), 0);
    ROW(other[0], 'd');
    ROW(sscanf("key=value;", "%[a-z]=%[^;]", text, other), 2);
    ROW(strcmp(text, "key"), 0);
    ROW(strcmp(other, "value"), 0);
    ROW(sscanf("]-x", "%[]-]%c", text, other), 2);
    ROW(strcmp(text, "]-"), 0);
    ROW(sscanf("7", "%[a-z]", text), 0);
    ROW(sscanf(" ab", "%2c", text), 1);
    ROW(memcmp(text, " a", 2), 0);
}

static void check_floats(void)
{
    double d;
    float f;
    ROW(sscanf("1.5 -2.25e2x", "%lf%f", &d, &f), 2);
    ROW(d, 1.5);
    ROW(f, -225.0F);
}

int main(void)
{
    check_whole_numbers();
    check_sizes();
    check_ends();
    check_text();
    check_floats();
    END_OF_TABLE();
    return 0;
}
