/* A function that is only defined as `inline`, which a linker would not find, is the one that is called. So it is, too,
 * where functions that nobody defines may return anything.
 *
 * Options: --undefined-functions=nondet --nondet 0..1
 * Verdict: SC bounded
 * Check: safe
 */
#include <assert.h>

int unknown(void);

inline int twice(int number)
{
    return 2 * number;
}

extern inline int thrice(int number)
{
    return 3 * number;
}

static inline int hidden(int number)
{
    return twice(number) - number;
}

int main(void)
{
    int (*through_pointer)(int) = twice;
    (void)unknown();
    assert(twice(3) == 6 && thrice(1) == 3 && hidden(5) == 5 && through_pointer(7) == 14);
    return 0;
}
