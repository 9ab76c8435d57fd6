/* The return of main ends the process; until then others may use its variables. What a thread does after that could
 * have happened before, so it is no error.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Options: --observe seen
 * Outcomes: seen=7
 */
#include <pthread.h>
#include <stddef.h>

int seen;

static void *reader(void *place)
{
    seen = *(int *)place;
    return NULL;
}

int main(void)
{
    pthread_t thread;
    int local = 7;
    pthread_create(&thread, NULL, reader, &local);
    return 0;
}
