/* Threads that stop or wait for ever in an atomic block: nobody sees anything of the block, and it is as if they had
 * stopped before it.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

void __VERIFIER_assume(int);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

int never, seen;
sem_t empty;
pthread_mutex_t held = PTHREAD_MUTEX_INITIALIZER;

static void *in_assume(void *way)
{
    __VERIFIER_atomic_begin();
    seen = 1;
    if (way == 0)
        __VERIFIER_assume(never);
    else
        sem_wait(&empty);
    seen = 0;
    __VERIFIER_atomic_end();
    return way;
}

static void *in_lock(void *way)
{
    __VERIFIER_atomic_begin();
    seen = 1;
    if (way == 0)
        pthread_mutex_lock(&held);
    while (!never) {
    }
    seen = 0;
    __VERIFIER_atomic_end();
    return way;
}

static void __VERIFIER_atomic_end_of_all(void *way)
{
    seen = 1;
    if (way == 0)
        exit(0);
    pthread_exit(way);
}

static void *in_exit(void *way)
{
    __VERIFIER_atomic_end_of_all(way);
    return way;
}

static void *child(void *argument)
{
    seen = 1;
    return argument;
}

static void *in_join(void *argument)
{
    pthread_t own;
    __VERIFIER_atomic_begin();
    seen = 1;
    pthread_create(&own, NULL, child, NULL);
    pthread_join(own, NULL);
    __VERIFIER_atomic_end();
    return argument;
}

int main(void)
{
    void *(*const all[])(void *) = {in_assume, in_lock, in_exit, in_join};
    pthread_t t;
    sem_init(&empty, 0, 0);
    pthread_mutex_lock(&held);
    for (int i = 0; i < 4; i++)
        pthread_create(&t, NULL, all[i], i & 1 ? NULL : &never);
    assert(seen == 0);
    pthread_mutex_unlock(&held);
    return 0;
}
