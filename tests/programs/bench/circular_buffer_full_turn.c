/* A circular buffer that is circular for the producer only: the tenth element does not come out.
 *
 * Verdict: SC violation
 * Check: SC violation
 * Check-options: --mm sc
 */
#define N 10
#include "../../../bench/programs/circular_buffer.c"
