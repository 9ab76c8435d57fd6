/* Input: rows that hold whatever is read.
 *
 * Options: --nondet 0..1
 * Verdict: SC bounded
 * Check: safe
 */
#include "table.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static char line[4];

static int is_character(int c)
{
    return c == EOF || (c >= 0 && c < 256);
}

static int scan(const char *text, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int result = vsscanf(text, format, list);
    va_end(list);
    return result;
}

static void check_input(void)
{
    int number = 0;
    ROW(is_character(getchar()), 1);
    ROW(is_character(getc(stdin)), 1);
    ROW(is_character(fgetc(stdin)), 1);
    char *result = fgets(line, 3, stdin);
    assert(result == NULL || (result == line && strlen(line) <= 2));
    ROW(fread(line, 1, 1, stdin) <= 1, 1);
    ROW(fread(line, 0, 3, stdin), 0);
    ROW(fread(line, 1, 0, stdin), 0);
    clearerr(stdin);
    ROW(scan("7 x", "%d %c", &number, line), 2);
    ROW(number, 7);
    ROW(line[0], 'x');
}

int main(void)
{
    check_input();
    END_OF_TABLE();
    return 0;
}
