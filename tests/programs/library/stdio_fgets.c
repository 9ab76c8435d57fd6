/* fgets reads any line, which may be cut, or none.
 *
 * Verdict: SC violation
 * Options: --nondet 10..11
 * Prints: stdio_fgets.c:19: assertion `strlen\(line\) == 1` failed
 * Prints-not: stdio_fgets.c:(1[^9]|2)
 */
#include <assert.h>
#include <stdio.h>
#include <string.h>

char line[4] = "xyz";

int main(void)
{
    char *result = fgets(line, 3, stdin);
    assert(result == NULL || (result == line && strlen(line) <= 2));
    if (result && line[0] != '\n')
        assert(strlen(line) == 1);
    assert(!result || line[0] != '\n' || line[1] == '\0');
    assert(line[3] == '\0');
    assert(fgets(line, 1, stdin) == line && line[0] == '\0');
    assert(fgets(line, 0, stdin) == NULL);
    return 0;
}
