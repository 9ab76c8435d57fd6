/* Three threads open a device, and count themselves without any lock; a fourth one waits for the first of them a few
 * rounds, gives the device back ROUNDS times, and looks who is left. It gives up if nobody comes.
 *
 * tests/cli/rf.sh counts the classes of its executions, which are known from the literature (`27_Boop4` there).
 *
 * Verdict: SC safe, TSO safe, PSO safe
 */
#include <pthread.h>
#include <stddef.h>

extern void __VERIFIER_assume(int condition);

#ifndef ROUNDS
#define ROUNDS 1
#endif

enum { OPENERS = 3 };

static int users, is_open, was_opened;

static void *opener(void *unused)
{
    users = users + 1;
    if (is_open)
        return unused;
    is_open = 1;
    was_opened = 1;
    return unused;
}

static void *closer(void *unused)
{
    int came = 0;
    for (int i = 0; i < ROUNDS && !came; i++)
        came = was_opened;
    __VERIFIER_assume(came);
    for (int i = 0; i < ROUNDS; i++) {
        users = users - 1;
        is_open = 0;
    }
    return users == 0 ? unused : NULL;
}

int main(void)
{
    pthread_t threads[OPENERS + 1];
    pthread_create(&threads[0], NULL, closer, NULL);
    for (int i = 1; i <= OPENERS; i++)
        pthread_create(&threads[i], NULL, opener, NULL);
    for (int i = 0; i <= OPENERS; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
