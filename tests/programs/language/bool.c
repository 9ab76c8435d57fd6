/* _Bool holds 0 or 1, whatever is assigned.
 *
 * Verdict: SC safe
 * Options: --observe done
 * Outcomes: done=1
 */
#include <assert.h>
#include <stdbool.h>

int done;
_Bool flags[3];
bool global = 256;

static bool is_odd(int n)
{
    return n & 1;
}

int main(void)
{
    int many = 512;
    double half = 0.5;
    void *pointer = &many;
    flags[0] = many;
    flags[1] = half;
    flags[2] = pointer;
    assert(flags[0] + flags[1] + flags[2] == 3 && global == 1);
    flags[1] = !flags[1];
    flags[0] &= flags[1];
    assert(!flags[0] && !flags[1] && flags[2]);
    assert(is_odd(3) && !is_odd(4) && sizeof(bool) == 1);
    done = (is_odd(5) || many / 0) && !(is_odd(2) && many / 0);
    return 0;
}
