/* pthread_create, join, exit, self, equal: arguments and results arrive, and so do plain stores made before the start
 * and before the end of a thread.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Prints-not: DEADLOCK
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

int before, first, second;
pthread_t id;

static void leave(void)
{
    pthread_exit(&second);
}

static void *returns(void *argument)
{
    assert(before == 1);
    assert(pthread_equal(pthread_self(), id));
    *(int *)argument = 1;
    first = 2;
    return &first;
}

static void *exits(void *argument)
{
    *(int *)argument = 3;
    second = 4;
    leave();
    assert(0);
    return NULL;
}

int main(void)
{
    pthread_t other;
    void *result;
    int local = 0;
    before = 1;
    assert(pthread_create(&id, NULL, returns, &local) == 0);
    assert(!pthread_equal(pthread_self(), id));
    assert(pthread_join(id, &result) == 0);
    assert(result == &first && first == 2 && local == 1);
    assert(pthread_create(&other, NULL, exits, &local) == 0);
    assert(pthread_join(other, &result) == 0);
    assert(result == &second && second == 4 && local == 3);
    return 0;
}
