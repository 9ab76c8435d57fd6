/* A packed struct has members at odd addresses, which the compiler knows.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 */
#include <assert.h>

struct __attribute__((packed)) record {
    char tag;
    int value;
} r = {'a', 1};

int main(void)
{
    r.value += 0x01020304;
    assert(r.tag == 'a' && r.value == 0x01020305);
    return 0;
}
