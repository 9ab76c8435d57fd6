/* A thread for each iteration gets a variable of that iteration, which waits for it: each has its own, and all are
 * there.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Options: --observe sum
 * Outcomes: sum=3
 */
#include <pthread.h>
#include <stddef.h>

int sum;

static void *add(void *place)
{
    const int *number = place;
    sum += *number;
    return NULL;
}

int main(void)
{
    for (int i = 1; i <= 2; i++) {
        pthread_t thread;
        int own = i;
        pthread_create(&thread, NULL, add, &own);
        pthread_join(thread, NULL);
    }
    return 0;
}
