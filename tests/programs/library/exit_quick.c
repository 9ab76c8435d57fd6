/* quick_exit runs its own handlers only; _exit, _Exit and abort run none.
 *
 * Verdict: SC safe
 * Options: --observe quick
 * Outcomes: quick=0 | quick=1
 */
#include <assert.h>
#include <stdlib.h>
#include <unistd.h>

unsigned char __VERIFIER_nondet_uchar(void);

int quick;

static void handler(void)
{
    quick++;
}

static void wrong(void)
{
    assert(0);
}

int main(void)
{
    assert(at_quick_exit(handler) == 0);
    assert(atexit(wrong) == 0);
    switch (__VERIFIER_nondet_uchar()) {
    case 0:
        quick_exit(0);
    case 1:
        _exit(0);
    case 2:
        _Exit(0);
    default:
        abort();
    }
    assert(0);
}
