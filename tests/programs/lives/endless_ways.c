/* Two switches on the same number, each of which leads to the other.
 *
 * Verdict: SC safe
 */
#include <assert.h>

_Bool __VERIFIER_nondet_bool(void);

int main(void)
{
    int way = __VERIFIER_nondet_bool() ? 1 : 2, count = 0;
    if (way == 1)
        return 0;
    way = 3;
    goto first;
first:
    switch (way) {
    case 3:
        goto second;
    default:
        assert(count == 1);
        return 0;
    }
second:
    switch (way) {
    case 4:
        goto first;
    default:
        break;
    }
    way = 4;
    switch (way) {
    case 4:
        count++;
        way = 5;
        goto first;
    default:
        return 1;
    }
}
