/* A loop that may change memory before it tries again: it moves `state` on from 1 to 2, as often as that is needed,
 * and leaves once it takes 2 away. Iterations that changed nothing are left out; the others are followed.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Options: --observe state
 * Outcomes: state=0
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int state;

static void *take(void *unused)
{
    for (;;) {
        int one = 1, two = 2;
        if (atomic_compare_exchange_strong(&state, &two, 0))
            break;
        atomic_compare_exchange_strong(&state, &one, 2);
    }
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, take, NULL);
    state = 1;
    pthread_join(t, NULL);
    assert(state == 0);
    return 0;
}
