/* A local that only some paths set: harmless while it is used on those only.
 *
 * Verdict: SC bounded
 * Check: safe
 * Options: --observe done --nondet 0..3
 * Outcomes: done=7 | done=9
 */
#include <assert.h>

_Bool __VERIFIER_nondet_bool(void);
int done;

int main(void)
{
    _Bool set = __VERIFIER_nondet_bool();
    int value, other;
    for (int i = 0; i < 2; i++) {
        if (set)
            value = 7;
        if (i == 0)
            other = value;
    }
    if (!set)
        value = 9;
    done = set ? other : value;
    return 0;
}
