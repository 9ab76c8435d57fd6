/* The inner loop must be left after its third iteration, in the outer loop's second.
 *
 * Verdict: SC violation, TSO violation, PSO violation
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

atomic_int rows, columns;

static void *worker(void *unused)
{
    int cells = 0;
    for (int i = 0; i < rows; i++) {
        int j = 0;
        for (; j < columns; j++)
            cells++;
        assert(!(i == 1 && j == 3 && cells == 4));
    }
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    columns = 1;
    rows = 2;
    columns = 3;
    pthread_join(t, NULL);
    return 0;
}
