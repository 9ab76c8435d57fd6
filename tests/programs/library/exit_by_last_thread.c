/* A program whose main thread has ended by pthread_exit ends with its last thread: then the handlers of atexit run, in
 * that thread. Destructors of keys run before, and only when a thread ends.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int main_done, worker_done, destroyed;
pthread_key_t key;

static void destroy(void *value)
{
    (void)value;
    destroyed++;
}

static void check_all_done(void)
{
    assert(main_done && worker_done);
    assert(destroyed == 1);
}

static void *work(void *unused)
{
    pthread_setspecific(key, &key);
    worker_done = 1;
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_key_create(&key, destroy);
    atexit(check_all_done);
    pthread_create(&thread, NULL, work, NULL);
    main_done = 1;
    pthread_exit(NULL);
}
