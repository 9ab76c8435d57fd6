/* A routine that waits for its own end.
 *
 * Verdict: SC safe
 * Options: --observe done
 * Outcomes: none
 * Prints: DEADLOCK: .*\bonce\b
 */
#include <pthread.h>

pthread_once_t once = PTHREAD_ONCE_INIT;
int done;

static void initialise(void)
{
    pthread_once(&once, initialise);
}

int main(void)
{
    pthread_once(&once, initialise);
    done = 1;
    return 0;
}
