/* Threads joined or detached against the rules.
 *
 * Verdict: SC violation, TSO violation
 * Prints: thread_misuse.c:36: joining a thread twice
 * Prints: thread_misuse.c:40: joining a detached thread
 * Prints: thread_misuse.c:46: joining a detached thread
 * Prints: thread_misuse.c:50: detaching a thread
 * Prints: thread_misuse.c:53: joining a thread that does not exist
 * Prints: thread_misuse.c:56: .*never.* is used without having been initialised
 * Prints-not: assertion
 */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

unsigned char __VERIFIER_nondet_uchar(void);

static void *nothing(void *unused)
{
    (void)unused;
    return NULL;
}

static void misuse(unsigned char which)
{
    pthread_t thread;
    pthread_attr_t detached, never;
    pthread_create(&thread, NULL, nothing, NULL);
    switch (which) {
    case 0:
        assert(pthread_join(pthread_self(), NULL) == EDEADLK);
        break;
    case 1:
        pthread_join(thread, NULL);
        pthread_join(thread, NULL);
        break;
    case 2:
        pthread_detach(thread);
        pthread_join(thread, NULL);
        break;
    case 3:
        pthread_attr_init(&detached);
        pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED);
        pthread_create(&thread, &detached, nothing, NULL);
        pthread_join(thread, NULL);
        break;
    case 4:
        pthread_join(thread, NULL);
        pthread_detach(thread);
        break;
    case 5:
        pthread_join(thread + 1, NULL);
        break;
    case 6:
        pthread_create(&thread, &never, nothing, NULL);
        break;
    }
}

int main(void)
{
    misuse(__VERIFIER_nondet_uchar());
    return 0;
}
