/* switch over a value of one byte and over one that only 64 bits can hold; empty switches.
 *
 * Verdict: SC safe
 * Options: --observe done
 * Outcomes: done=1
 */
#include <assert.h>

int done;

static int of_byte(unsigned char c)
{
    switch (c) {
    case 255:
        return 1;
    case 'x':
        return 2;
    }
    return 3;
}

static int of_wide(unsigned long long n)
{
    switch (n) {
    case ~0ull:
        return 1;
    case 1ull << 63:
        return 2;
    default:
        return 3;
    }
}

int main(void)
{
    assert(of_byte(255) == 1 && of_byte('x') == 2 && of_byte(0) == 3);
    assert(of_wide(~0ull) == 1 && of_wide(1ull << 63) == 2 && of_wide(0) == 3);
    switch (of_byte(1)) {
    }
    switch (of_byte(1)) {
    default:
        done = 1;
    }
    return 0;
}
