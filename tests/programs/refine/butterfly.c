/* What the threads are to see fits into no order, but no rule of the event order graph says so: whichever of the two
 * stores to w comes last, the stores to x (0, 2 and 3), or those to y (1, 4 and 5), have no order. Figure 6 of
 * "Scheduling constraint based abstraction refinement for multi-threaded program verification" is of this shape.
 *
 * Verdict: SC safe, TSO violation, PSO violation
 */
#include <assert.h>
#include <pthread.h>

enum { THREADS = 6 };

int w, m, n, x, y;
int seen[THREADS];

static void *run(void *argument)
{
    int me = *(int *)argument;
    switch (me) {
    case 0:
        w = 2;
        m = 1;
        seen[0] = x == 1;
        break;
    case 1:
        w = 1;
        n = 1;
        seen[1] = y == 1;
        break;
    case 2:
        x = 1;
        seen[2] = w == 1;
        break;
    case 3:
        x = 2;
        seen[3] = w == 1 && m == 1 && x == 2;
        break;
    case 4:
        y = 1;
        seen[4] = w == 2;
        break;
    default:
        y = 2;
        seen[5] = w == 2 && n == 1 && y == 2;
        break;
    }
    return NULL;
}

int main(void)
{
    static int numbers[THREADS] = {0, 1, 2, 3, 4, 5};
    pthread_t threads[THREADS];
    int all = 1;
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, run, &numbers[i]);
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        all = all && seen[i];
    }
    assert(!all);
    return 0;
}
