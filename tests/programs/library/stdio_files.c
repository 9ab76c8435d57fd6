/* Files: opening one may fail; what is read is anything, what is written is gone.
 *
 * Options: --nondet 0..1
 * Verdict: SC bounded
 * Check: safe
 */
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    char line[2];
    errno = 0;
    FILE *file = fopen("name", "r+");
    if (!file) {
        assert(errno != 0);
        return 1;
    }
    assert(file != stdin && file != stdout && fileno(file) > 2);
    fprintf(file, "%d\n", 5);
    fputs("text", file);
    if (fgets(line, sizeof line, file))
        assert(strlen(line) < sizeof line);
    assert(fread(line, 1, 1, file) <= 1);
    if (!feof(file))
        rewind(file);
    fclose(file);
    return 0;
}
