/* Calling a function that nobody defines is an error that names the call and what to do next.
 *
 * Verdict: SC unsupported
 * Prints: undefined_function.c:14: error: not modelled: function `ask`, .*--undefined-functions=nondet
 */
#include <assert.h>

int ask(int *question);

static int question;

int main(void)
{
    if (ask(&question))
        assert(question == 0);
    return 0;
}
