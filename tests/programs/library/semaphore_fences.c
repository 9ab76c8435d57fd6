/* Each operation on a semaphore is a full fence: store buffering is gone.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

sem_t s;
int x, y, r1, r2;

static void *left(void *unused)
{
    (void)unused;
    x = 1;
    sem_post(&s);
    r1 = y;
    return NULL;
}

static void *right(void *unused)
{
    int value;
    (void)unused;
    y = 1;
    sem_getvalue(&s, &value);
    r2 = x;
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    sem_init(&s, 0, 0);
    pthread_create(&a, NULL, left, NULL);
    pthread_create(&b, NULL, right, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(r1 == 1 || r2 == 1);
    return 0;
}
