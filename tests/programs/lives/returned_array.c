/* The same with an array, with alloca, and chosen by a condition: only one of them is gone.
 *
 * Verdict: SC violation
 * Prints: dangling pointer: reading own
 */
#include <stddef.h>

_Bool __VERIFIER_nondet_bool(void);

static int *of(int index)
{
    int own[3] = {1, 2, 3};
    return &own[index];
}

static int made(void)
{
    int *room = __builtin_alloca(2 * sizeof *room);
    room[0] = 1;
    room[1] = 2;
    return room[1];
}

int main(void)
{
    int here = 1, *pointer = __VERIFIER_nondet_bool() ? &here : of(made());
    return *pointer;
}
