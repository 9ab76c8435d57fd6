/* A work-stealing queue with the fences it needs: safe everywhere.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 */
#define N 2
#define FENCES
#include "../../../bench/programs/work_stealing_queue.c"
