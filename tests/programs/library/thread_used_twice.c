/* A thread that is joined and detached, or detached twice, by the same thread; the one that does so is not alone.
 *
 * Verdict: SC violation, TSO violation
 * Prints: thread_used_twice.c:32: detaching a thread that was joined or detached before
 * Prints: thread_used_twice.c:36: detaching a thread that was joined or detached before
 * Prints: thread_used_twice.c:39: detaching a thread that does not exist
 */
#include <pthread.h>
#include <stddef.h>

int x;
unsigned char __VERIFIER_nondet_uchar(void);

static void *store(void *unused)
{
    x = 1;
    return unused;
}

int main(void)
{
    pthread_t one, other;
    pthread_create(&one, NULL, store, NULL);
    pthread_create(&other, NULL, store, NULL);
    switch (__VERIFIER_nondet_uchar()) {
    case 0:
        pthread_join(one, NULL);
        pthread_detach(other);
        break;
    case 1:
        pthread_join(other, NULL);
        pthread_detach(other);
        break;
    case 2:
        pthread_detach(other);
        pthread_detach(other);
        break;
    case 3:
        pthread_detach(77);
        break;
    }
    return 0;
}
