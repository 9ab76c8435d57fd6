/* pthread_detach and the detached state: main does not wait for such threads; after pthread_exit in main the others
 * go on.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Options: --observe one,other
 * Outcomes: one=1 other=1
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

int one, other;

static void *set(void *flag)
{
    *(int *)flag = 1;
    return NULL;
}

int main(void)
{
    pthread_t thread;
    pthread_attr_t attribute;
    int state;
    assert(pthread_create(&thread, NULL, set, &one) == 0);
    assert(pthread_detach(thread) == 0);

    pthread_attr_init(&attribute);
    pthread_attr_getdetachstate(&attribute, &state);
    assert(state == PTHREAD_CREATE_JOINABLE);
    pthread_attr_setdetachstate(&attribute, PTHREAD_CREATE_DETACHED);
    assert(pthread_create(&thread, &attribute, set, &other) == 0);
    pthread_attr_destroy(&attribute);
    pthread_exit(NULL);
}
