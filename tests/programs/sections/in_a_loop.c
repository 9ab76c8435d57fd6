/* Sections in a loop, with assertions: that all of these fail in the same place does not make one section of them.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

enum { ROUNDS = 2 };

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x, y;

static void *worker(void *unused)
{
    for (int i = 0; i < ROUNDS; i++) {
        pthread_mutex_lock(&m);
        assert(x == y);
        x++;
        y++;
        assert(x > 0);
        pthread_mutex_unlock(&m);
    }
    return unused;
}

int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, NULL, worker, NULL);
    pthread_create(&t2, NULL, worker, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(x == 2 * ROUNDS);
    return 0;
}
