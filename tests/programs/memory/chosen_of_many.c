/* One of very many local variables, chosen by conditions that are not known.
 *
 * Verdict: SC violation
 * Options: --nondet 0..1
 * Prints: chosen_of_many.c:32: assertion
 */
#include <assert.h>

_Bool __VERIFIER_nondet_bool(void);

#define TWO(n) p = __VERIFIER_nondet_bool() ? v##n : p;
#define VARIABLE(n) int v##n[2] = {0, 0};
#define TEN(what, t) what(t##0) what(t##1) what(t##2) what(t##3) what(t##4) what(t##5) what(t##6) what(t##7) what(t##8)

int main(void)
{
    TEN(VARIABLE, 1)
    TEN(VARIABLE, 2)
    TEN(VARIABLE, 3)
    TEN(VARIABLE, 4)
    TEN(VARIABLE, 5)
    TEN(VARIABLE, 6)
    TEN(VARIABLE, 7)
    TEN(VARIABLE, 8)
    int *p = v10, last = __VERIFIER_nondet_bool();
    p = last ? v11 : v12;
    if (last)
        p = v33;
    else
        p = v88;
    TWO(20) TWO(21) TWO(87) p[last] = 7;
    assert(v87[1] == 0 || v33[1] == 7);
    return 0;
}
