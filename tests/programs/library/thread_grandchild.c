/* The mistake is in a thread that a thread of a thread has started, and reads nothing on the way there.
 *
 * Verdict: SC violation, TSO violation, PSO violation
 * Prints: this mutex is not locked
 */
#include <pthread.h>

pthread_t threads[3];
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *last(void *unused)
{
    pthread_mutex_unlock(&mutex);
    return unused;
}

static void *middle(void *unused)
{
    pthread_create(&threads[0], 0, last, 0);
    return unused;
}

static void *first(void *unused)
{
    pthread_create(&threads[1], 0, middle, 0);
    return unused;
}

int main(void)
{
    pthread_create(&threads[2], 0, first, 0);
    pthread_join(threads[2], 0);
    return 0;
}
