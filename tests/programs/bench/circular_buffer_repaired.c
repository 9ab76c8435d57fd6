/* A circular buffer that is circular for both sides.
 *
 * The ordering engine alone is too slow for ten elements, but knows something before the time is over.
 *
 * Verdict: SC safe
 * Check: SC bounded
 * Check-options: --mm sc --timeout 4
 */
#define N 10
#define REPAIRED
#include "../../../bench/programs/circular_buffer.c"
