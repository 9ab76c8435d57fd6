/* Text to floating-point numbers: the number, and how much of the text it takes.
 *
 * Verdict: SC safe
 */
#include "table.h"

#include <math.h>
#include <stdlib.h>

static char *end;

#define NUMBER(function, text, expected, length)                                                                       \
    do {                                                                                                               \
        static const char TEXT[] = text;                                                                               \
        ROW(function(TEXT, &end), expected);                                                                           \
        ROW(end - TEXT, length);                                                                                       \
    } while (0)

static void check_doubles(void)
{
    NUMBER(strtod, "1", 1, 1);
    NUMBER(strtod, "  -0.1e1x", -1, 8);
    NUMBER(strtod, ".5.", 0.5, 2);
    NUMBER(strtod, "3.e", 3, 2);
    NUMBER(strtod, "2e+", 2, 1);
    NUMBER(strtod, "0.1", 0.1, 3);
    NUMBER(strtod, "123456.789", 123456.789, 10);
    NUMBER(strtod, "1e22", 1e22, 4);
    NUMBER(strtod, "17e-22", 17e-22, 6);
    NUMBER(strtod, "0e999", 0, 5);
    NUMBER(strtod, ".", 0, 0);
    NUMBER(strtod, "x", 0, 0);
    NUMBER(strtod, "-infinit", -INFINITY, 4);
    NUMBER(strtod, "INFINITY", INFINITY, 8);
    ROW(isnan(strtod("nan", &end)), 1);
    ROW(atof("-2.5"), -2.5);
    NUMBER(strtold, "-2.5x", -2.5L, 4);
}

static void check_floats(void)
{
    NUMBER(strtof, "0.1", 0.1F, 3);
    NUMBER(strtof, "16777217", 16777216.0F, 8);
    NUMBER(strtof, "3.4e10", 3.4e10F, 6);
    NUMBER(strtof, "-1e-10", -1e-10F, 6);
    NUMBER(strtof, "+", 0, 0);
}

int main(void)
{
    check_doubles();
    check_floats();
    END_OF_TABLE();
    return 0;
}
