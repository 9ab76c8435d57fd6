/* memmove is made for places that overlap.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 */
#include <assert.h>
#include <string.h>

char a[8] = "abcdefg";

int main(void)
{
    memmove(a + 1, a, 6);
    assert(strcmp(a, "aabcdef") == 0);
    return 0;
}
