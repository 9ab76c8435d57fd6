/* A semaphore passes a message: what was stored before the post is seen after the wait.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Options: --observe early,data
 * Outcomes: early=0 data=2 | early=1 data=2 | early=2 data=2
 * Prints-not: DEADLOCK
 */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

sem_t s;
int data, early;

static void *producer(void *unused)
{
    (void)unused;
    data = 1;
    assert(sem_post(&s) == 0);
    data = 2;
    assert(sem_post(&s) == 0);
    return NULL;
}

int main(void)
{
    pthread_t thread;
    assert(sem_init(&s, 0, 0) == 0);
    pthread_create(&thread, NULL, producer, NULL);
    assert(sem_getvalue(&s, &early) == 0);
    assert(sem_wait(&s) == 0);
    assert(data >= 1);
    assert(sem_wait(&s) == 0);
    assert(data == 2);
    pthread_join(thread, NULL);
    assert(sem_destroy(&s) == 0);
    return 0;
}
