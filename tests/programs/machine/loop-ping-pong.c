/* Two threads that hand a token to and fro for ever: finitely many states, no final one.
 *
 * `heddle check` does not notice that a state comes back.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Options: --observe turn
 * Outcomes: none
 * Check: bounded
 * Check-options: --unwind 2
 */
#include <assert.h>
#include <pthread.h>

int turn;

static void *player(void *number)
{
    int me = number != NULL;
    for (;;) {
        while (turn != me)
            ;
        assert(turn == me);
        turn = !me;
        __sync_synchronize();
    }
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, player, &turn);
    player(NULL);
}
