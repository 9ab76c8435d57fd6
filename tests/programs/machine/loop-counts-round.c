/* An endless loop whose state comes back after 256 rounds.
 *
 * `heddle check` does not notice that a state comes back.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Check: bounded
 * Check-options: --unwind 2
 */
#include <assert.h>

int bound = 256;

int main(void)
{
    for (unsigned char i = 0;; i++)
        assert(i < bound);
}
