/* What goes wrong in an atomic block that does not come to its end counts: the thread did come there.
 *
 * Verdict: SC violation, TSO violation, PSO violation
 * Prints: assertion `turn != 2` failed
 * Prints-not: assertion `turn != 1` failed
 */
#include <assert.h>
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

int turn, go;

static void *worker(void *argument)
{
    __VERIFIER_atomic_begin();
    turn = 1;
    if (go)
        turn = 2;
    assert(turn != 2);
    while (go == 0) {
    }
    __VERIFIER_atomic_end();
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    assert(turn != 1);
    go = 1;
    return 0;
}
