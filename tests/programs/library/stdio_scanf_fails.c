/* Input may be any number, and it may be missing.
 *
 * Verdict: SC violation
 * Prints: assertion `number != 3` failed
 * Prints: assertion `count == 1` failed
 */
#include <assert.h>
#include <stdio.h>

int main(void)
{
    short number = 0;
    int count = fscanf(stdin, " %hi", &number);
    if (count == 1)
        assert(number != 3);
    assert(count == 1);
    return 0;
}
