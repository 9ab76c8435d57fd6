/* What verifiers know without a declaration: assert, which takes everything that has a truth value, and functions that
 * return any value of their type.
 *
 * Verdict: SC violation
 * Prints: undeclared.c:31: assertion `assert` failed
 * Prints-not: undeclared.c:(2|30|32)
 * Options: -- -w
 */
#include <stddef.h>

typedef struct reading {
    short low, high;
} reading;

unsigned char nondet_uchar(void);
struct reading nondet_reading(void);
int *__VERIFIER_nondet_place(void);

int object;

int main(void)
{
    int *pointer = &object;
    assert(pointer);
    assert(0x100000000);
    assert(nondet_uchar() < 256);
    reading r = nondet_reading();
    assert(r.low == r.low && r.high == r.high);
    assert(nondet_int() % 2 != 5);
    if (__VERIFIER_nondet_place() == NULL)
        assert(nondet_int() != 1);
    assert(nondet_long() - 1 < 3 || 1);
    return 0;
}
