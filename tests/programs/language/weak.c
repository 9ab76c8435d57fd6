/* A weak symbol that nobody defines has the null address; one that somebody defines has not.
 *
 * Verdict: SC safe
 * Options: --observe done
 * Outcomes: done=1
 */
#include <assert.h>
#include <stddef.h>

extern int missing_variable __attribute__((weak));
void missing_function(void) __attribute__((weak));
int present(void) __attribute__((weak));
int done;

int present(void)
{
    return 5;
}

int main(void)
{
    assert(&missing_variable == NULL && missing_function == NULL);
    if (missing_function)
        missing_function();
    assert(present && present() == 5);
    done = 1;
    return 0;
}
