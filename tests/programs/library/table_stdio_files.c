/* Files: rows that hold whether a file is there or not.
 *
 * Options: --nondet 0..1
 * Verdict: SC bounded
 * Check: safe
 */
#include "table.h"

#include <stdio.h>
#include <unistd.h>

static int is_errno_set(int result)
{
    return result == 0 || errno != 0;
}

static void check_file(FILE *file)
{
    if (!file) {
        ROW(errno != 0, 1);
        return;
    }
    ROW(fileno(file) > 2, 1);
    (void)feof(file);
    rewind(file);
    ROW(is_errno_set(fseek(file, 0, SEEK_SET)), 1);
    ROW(ftell(file) >= -1, 1);
    ROW(is_errno_set(fclose(file)), 1);
}

/* They stay open: to close them would be one more choice each. */
static void check_opening(FILE *file)
{
    ROW(is_errno_set(file == NULL), 1);
    errno = 0;
}

int main(void)
{
    errno = 0;
    check_file(tmpfile());
    errno = 0;
    check_opening(fopen("/dev/null", "r"));
    check_opening(fopen64("/dev/null", "r"));
    check_opening(fdopen(77, "r"));
    ROW(is_errno_set(remove("/no/such/file")), 1);
    ROW(is_errno_set(unlink("/no/such/file")), 1);
    ROW(is_errno_set(rename("/no/such/file", "/no/such/other")), 1);
    END_OF_TABLE();
    return 0;
}
