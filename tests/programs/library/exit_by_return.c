/* The return of main ends it without running the handlers of atexit.
 *
 * Verdict: SC safe
 */
#include <assert.h>
#include <stdlib.h>

static void wrong(void)
{
    assert(0);
}

int main(void)
{
    assert(atexit(wrong) == 0);
    return 0;
}
