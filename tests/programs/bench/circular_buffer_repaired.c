/* A circular buffer that is circular for both sides.
 *
 * `heddle check` is too slow for ten elements.
 *
 * Verdict: SC safe
 * Check: SC unknown
 * Check-options: --mm sc --timeout 2
 */
#define N 10
#define REPAIRED
#include "../../../bench/programs/circular_buffer.c"
