/* The inner lock is only ever taken under the outer one: the outer section is one step.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t outer = PTHREAD_MUTEX_INITIALIZER, inner = PTHREAD_MUTEX_INITIALIZER;
int x;

static void work(void)
{
    pthread_mutex_lock(&outer);
    pthread_mutex_lock(&inner);
    x++;
    pthread_mutex_unlock(&inner);
    assert(x % 2 == 1);
    pthread_mutex_lock(&inner);
    x++;
    pthread_mutex_unlock(&inner);
    pthread_mutex_unlock(&outer);
}

static void *first(void *unused)
{
    work();
    return unused;
}

static void *second(void *unused)
{
    work();
    return unused;
}

int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(x == 4);
    return 0;
}
