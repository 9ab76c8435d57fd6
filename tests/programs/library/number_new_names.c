/* The names that newer headers of glibc give to strtol and its kin.
 *
 * Verdict: SC safe
 */
#include <assert.h>
#include <limits.h>
#include <stddef.h>
#include <stdint.h>

long __isoc23_strtol(const char *text, char **end, int base);
unsigned long __isoc23_strtoul(const char *text, char **end, int base);
long long __isoc23_strtoll(const char *text, char **end, int base);
unsigned long long __isoc23_strtoull(const char *text, char **end, int base);
intmax_t __isoc23_strtoimax(const char *text, char **end, int base);
uintmax_t __isoc23_strtoumax(const char *text, char **end, int base);

int main(void)
{
    char *end;
    assert(__isoc23_strtol("-12,", &end, 10) == -12 && *end == ',');
    assert(__isoc23_strtoul("-1", NULL, 10) == ULONG_MAX);
    assert(__isoc23_strtoll("7f", NULL, 16) == 127);
    assert(__isoc23_strtoull("010", NULL, 0) == 8);
    assert(__isoc23_strtoimax("-3", NULL, 10) == -3);
    assert(__isoc23_strtoumax("3", NULL, 10) == 3);
    return 0;
}
