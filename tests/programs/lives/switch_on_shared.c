/* A local variable that another thread can reach is set, and then decides: the other may have been there in between.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Options: --observe seen
 * Outcomes: seen=1 | seen=2
 */
#include <pthread.h>
#include <stddef.h>

int seen;

static void *set(void *place)
{
    int *way = place;
    *way = 2;
    return NULL;
}

int main(void)
{
    pthread_t thread;
    int way = 0;
    pthread_create(&thread, NULL, set, &way);
    way = 1;
    switch (way) {
    case 1:
        seen = 1;
        break;
    case 2:
        seen = 2;
        break;
    default:
        break;
    }
    pthread_join(thread, NULL);
    return 0;
}
