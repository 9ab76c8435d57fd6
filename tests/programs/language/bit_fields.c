/* Bit-fields share bytes, have a sign, and wrap on their own.
 *
 * Verdict: SC safe
 * Options: --observe done
 * Outcomes: done=1
 */
#include <assert.h>

struct fields {
    unsigned a : 3;
    int b : 5;
    unsigned : 0;
    unsigned long c : 40;
    _Bool d : 1;
} f = {5, -16, 1ul << 39, 1};
int done;

int main(void)
{
    assert(f.a == 5 && f.b == -16 && f.c == 1ul << 39 && f.d);
    f.a += 4;
    assert(f.a == 1 && f.b == -16);
    f.b--;
    assert(f.b == 15 && f.a == 1);
    f.b = -1;
    f.c--;
    assert(f.c == (1ul << 39) - 1 && f.d);
    f.d = 0;
    struct fields copy = f;
    assert(copy.c == f.c && !copy.d && copy.b == -1);
    done = 1;
    return 0;
}
