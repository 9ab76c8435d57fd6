/* Integers of every width up to 128 bits: arithmetic, wrapping, shifts, conversions.
 *
 * Verdict: SC safe
 * Options: --observe done
 * Outcomes: done=1
 */
#include <assert.h>
#include <limits.h>
#include <stdint.h>

int done;
signed char minus_one = -1;
unsigned char big_byte = 200;
int ten = 10, minus_seven = -7;
unsigned all = UINT_MAX;
long long huge = LLONG_MAX;
unsigned __int128 wide = (unsigned __int128)1 << 100;
__int128 negative = -5;

int main(void)
{
    assert((unsigned char)minus_one == 255 && (unsigned)minus_one == UINT_MAX);
    assert((unsigned char)(big_byte + 100) == 44 && big_byte + 100 == 300);
    assert(minus_seven / 2 == -3 && minus_seven % 2 == -1 && minus_seven >> 1 == -4);
    assert((unsigned)minus_seven / 2 == 2147483644u);
    assert(all + 1 == 0 && huge + 1 == LLONG_MIN);
    assert(ten << 3 == 80 && ten * ten == 100 && (ten ^ 3) == 9 && (ten & 6) == 2 && (ten | 5) == 15 && ~ten == -11);
    assert(!ten == 0 && !!ten == 1 && -ten < 0 && ten > minus_seven && all > (unsigned)ten);
    assert((short)70000 == 4464 && (int16_t)(ten * 10000) == -31072);
    assert(wide >> 99 == 2 && (uint64_t)(wide >> 64) == UINT64_C(1) << 36 && (uint64_t)wide == 0);
    assert(wide * 3 / wide == 3 && (wide + 7) % wide == 7 && wide - 1 < wide);
    assert(negative * negative == 25 && negative / 2 == -2 && negative >> 64 == -1 && negative < 0);
    assert((unsigned __int128)negative > wide && (int)negative == -5);
    assert((double)wide == 1267650600228229401496703205376.0 && (__int128)1e30 > negative);
    done = 1;
    return 0;
}
