/* _BitInt of odd widths, in registers and in memory.
 *
 * Verdict: SC safe
 * Options: --observe done
 * Outcomes: done=1
 */
#include <assert.h>

int done;
unsigned _BitInt(3) three = 7;
_BitInt(17) seventeen = 65535;
unsigned _BitInt(37) odd = 1;
_BitInt(100) hundred = -3;
_BitInt(128) full = 5;
unsigned _BitInt(24) triple = 0xabcdef;

int main(void)
{
    three += 2;
    assert(three == 1);
    seventeen += 1;
    assert(seventeen == -65536);
    odd <<= 36;
    assert(odd == 68719476736 && odd * 2 == 0);
    hundred *= 1000000000000;
    hundred *= 1000000000000;
    assert(hundred / 1000000000000 == -3000000000000 && hundred < 0);
    full = full << 100 >> 99;
    assert(full == 10);
    triple += 0x543211;
    assert(triple == 0);
    done = 1;
    return 0;
}
