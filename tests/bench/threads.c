/* Speed of scheduling: threads that contend for a mutex and an atomic counter. */
#include <pthread.h>
#include <stdatomic.h>

enum { THREADS = 4, ROUNDS = 20000 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int guarded;
static atomic_int counter;

static void *work(void *unused)
{
    for (int i = 0; i < ROUNDS; i++) {
        pthread_mutex_lock(&lock);
        guarded++;
        pthread_mutex_unlock(&lock);
        atomic_fetch_add(&counter, 1);
    }
    return unused;
}

int main(void)
{
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, work, NULL);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    return guarded != counter;
}
