/* Members that are not aligned are read and written in pieces.
 *
 * Verdict: SC safe
 * Options: --observe done,p.number,p.wide
 * Outcomes: done=1 p.number=-2 p.wide=72623859790382856
 */
#include <assert.h>
#include <stdint.h>

struct __attribute__((packed)) packed {
    char tag;
    int number;
    uint64_t wide;
    short last;
} p = {'p', 1, 2, 3};
int done;

int main(void)
{
    p.number -= 3;
    p.wide = 0x0102030405060708;
    p.last = -1;
    assert(p.tag == 'p' && p.number == -2 && p.last == -1 && sizeof p == 15);
    uint64_t copy = p.wide;
    assert(copy >> 56 == 1 && (copy & 255) == 8);
    done = 1;
    return 0;
}
