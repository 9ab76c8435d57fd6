/* An endless loop whose state comes back after 256 rounds.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 */
#include <assert.h>

int bound = 256;

int main(void)
{
    for (unsigned char i = 0;; i++)
        assert(i < bound);
}
