/* All the ways in which an assertion fails.
 *
 * Verdict: SC violation
 * Prints: assertions.c:24: assertion `which != 0` failed
 * Prints: assertions.c:28: assertion `assert_perror` failed
 * Prints: assertions.c:31: assertion `old` failed
 * Prints: assertions.c:35: assertion `__VERIFIER_assert` failed
 * Prints: assertions.c:39: assertion `text of the user` failed
 * Prints: assertions.c:42: reach_error is called
 * Prints: assertions.c:45: __VERIFIER_error is called
 */
#define _GNU_SOURCE
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assert(int condition);
void __VERIFIER_error(void);
void reach_error(void);
void __CPROVER_assert(_Bool condition, const char *description);
void __assert(const char *assertion, const char *file, int line);

static void fail(unsigned char which)
{
    assert(which != 0);
    switch (which) {
    case 1:
        assert_perror(0);
        assert_perror(2);
        break;
    case 2:
        __assert("old", __FILE__, __LINE__);
        break;
    case 3:
        __VERIFIER_assert(1);
        __VERIFIER_assert(0);
        break;
    case 4:
        __CPROVER_assert(1, "no");
        __CPROVER_assert(0, "text of the user");
        break;
    case 5:
        reach_error();
        break;
    case 6:
        __VERIFIER_error();
        break;
    }
}

int main(void)
{
    fail(__VERIFIER_nondet_uchar());
    return 0;
}
