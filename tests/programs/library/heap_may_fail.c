/* With --malloc-may-fail, each allocation may return NULL, and then sets errno.
 *
 * Verdict: SC violation
 * Options: --malloc-may-fail --observe failures
 * Outcomes: failures=0 | failures=1 | failures=2
 * Prints: heap_may_fail.c:26: .*[Nn]ull pointer
 */
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

int failures;

int main(void)
{
    int *checked = malloc(sizeof *checked), *unchecked = malloc(sizeof *unchecked);
    char *copy = strdup("text");
    if (!checked)
        failures++;
    else
        *checked = 1;
    if (!copy)
        failures++;
    assert(failures == 0 || errno == ENOMEM);
    *unchecked = 1;
    return 0;
}
