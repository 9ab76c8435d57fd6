/* A circular buffer that is circular for both sides.
 *
 * Verdict: SC safe
 */
#define N 10
#define REPAIRED
#include "../../../bench/programs/circular_buffer.c"
