/* A semaphore hands over a message: posting is a full fence, waiting blocks until it is there.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Options: --observe r1
 * Outcomes: r1=1
 */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

sem_t s;
int x, r1;

static void *thread1(void *unused)
{
    (void)unused;
    x = 1;
    sem_post(&s);
    return NULL;
}

static void *thread2(void *unused)
{
    (void)unused;
    sem_wait(&s);
    r1 = x;
    return NULL;
}

int main(void)
{
    pthread_t t1, t2;
    sem_init(&s, 0, 0);
    pthread_create(&t1, NULL, thread1, NULL);
    pthread_create(&t2, NULL, thread2, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(r1 == 1);
    return 0;
}
