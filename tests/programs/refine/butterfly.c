/* What the threads are to see fits into no order, but no rule of the event order graph says so: whichever of the two
 * stores to w comes last, the stores to x (0, 2 and 3), or those to y (1, 4 and 5), have no order. Figure 6 of
 * "Scheduling constraint based abstraction refinement for multi-threaded program verification" is of this shape.
 *
 * Verdict: SC safe
 * Check: TSO violation, PSO violation
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

enum { THREADS = 6 };

int w, m, n, x, y;

static void *run(void *argument)
{
    int has_seen = 0;
    switch (*(int *)argument) {
    case 0:
        w = 2;
        m = 1;
        has_seen = x == 1;
        break;
    case 1:
        w = 1;
        n = 1;
        has_seen = y == 1;
        break;
    case 2:
        x = 1;
        has_seen = w == 1;
        break;
    case 3:
        x = 2;
        has_seen = w == 1 && m == 1 && x == 2;
        break;
    case 4:
        y = 1;
        has_seen = w == 2;
        break;
    default:
        y = 2;
        has_seen = w == 2 && n == 1 && y == 2;
        break;
    }
    return has_seen ? argument : NULL;
}

int main(void)
{
    static int numbers[THREADS] = {0, 1, 2, 3, 4, 5};
    pthread_t threads[THREADS];
    int all = 1;
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, run, &numbers[i]);
    for (int i = 0; i < THREADS; i++) {
        void *seen;
        pthread_join(threads[i], &seen);
        all = all && seen != NULL;
    }
    assert(!all);
    return 0;
}
