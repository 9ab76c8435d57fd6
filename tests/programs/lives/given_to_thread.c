/* A thread gets the address of a variable whose block its creator leaves.
 *
 * Verdict: SC violation, TSO violation, PSO violation
 * Prints: given_to_thread.c:12: dangling pointer
 */
#include <pthread.h>
#include <stddef.h>

static void *set(void *place)
{
    int *number = place;
    *number = 5;
    return NULL;
}

int main(void)
{
    pthread_t thread;
    {
        int local = 1;
        pthread_create(&thread, NULL, set, &local);
    }
    pthread_join(thread, NULL);
    return 0;
}
