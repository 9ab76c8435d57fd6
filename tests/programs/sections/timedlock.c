/* One whose time is up has seen that the lock is taken; who gets it has it alone.
 *
 * Verdict: SC violation, TSO violation, PSO violation
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#include <time.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;

static void *first(void *unused)
{
    pthread_mutex_lock(&m);
    x = 1;
    x = 0;
    pthread_mutex_unlock(&m);
    return unused;
}

static void *second(void *unused)
{
    struct timespec until = {0, 0};
    if (pthread_mutex_timedlock(&m, &until) == 0) {
        assert(x == 0);
        pthread_mutex_unlock(&m);
    } else {
        assert(0);
    }
    return unused;
}

int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
