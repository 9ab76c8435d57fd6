/* A broadcast wakes all who wait, and the condition variable may be destroyed and freed as soon as they were woken.
 *
 * Verdict: SC safe
 * Options: --observe woken
 * Outcomes: woken=2
 * Prints-not: DEADLOCK
 */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t *c;
int open, woken;

static void *waiter(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&m);
    while (!open)
        pthread_cond_wait(c, &m);
    woken++;
    pthread_mutex_unlock(&m);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    c = malloc(sizeof *c);
    assert(pthread_cond_init(c, NULL) == 0);
    pthread_create(&a, NULL, waiter, NULL);
    pthread_create(&b, NULL, waiter, NULL);
    pthread_mutex_lock(&m);
    open = 1;
    assert(pthread_cond_broadcast(c) == 0);
    pthread_mutex_unlock(&m);
    assert(pthread_cond_destroy(c) == 0);
    free(c);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(woken == 2);
    return 0;
}
