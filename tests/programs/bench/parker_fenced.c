/* Parking with sequentially consistent atomics: safe everywhere.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 */
#define N 2
#define FENCES
#include "../../../bench/programs/parker.c"
