/* Of two values of a variable that another thread sets, one is a tie, and goes to the even neighbour.
 *
 * Verdict: SC violation
 */
#include <assert.h>
#include <pthread.h>

float shared = 16777216.0f;

static void *set(void *argument)
{
    shared = 16777218.0f;
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, set, 0);
    float seen = shared;
    assert(seen + 1 != 16777220.0f);
    return pthread_join(thread, 0);
}
