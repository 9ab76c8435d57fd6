/* A signal that nobody catches ends the program: what comes behind it is never reached, and what was before counts.
 *
 * Verdict: SC violation
 * Prints: signal_ends.c:16: assertion
 * Prints-not: signal_ends.c:[23]
 */
#include <assert.h>
#include <pthread.h>
#include <signal.h>

int before;

static void *worker(void *unused)
{
    (void)unused;
    assert(before == 0);
    return NULL;
}

int main(void)
{
    pthread_t thread;
    before = 1;
    pthread_create(&thread, NULL, worker, NULL);
    pthread_kill(thread, SIGTERM);
    assert(before == 0);
    return 0;
}
