/* Handlers that are declared without parameters, as old programs have them, and pthread_cleanup_push without a
 * semicolon behind it.
 *
 * Verdict: SC violation
 * Prints: cleanup_unprototyped.c:46: assertion
 * Prints-not: cleanup_unprototyped.c:4[1-5]
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int cleaned, destroyed;
static pthread_key_t key;

static void clean()
{
    cleaned++;
}

static void destroy()
{
    destroyed++;
}

static void *worker(void *unused)
{
    pthread_setspecific(key, &key);
    pthread_cleanup_push(clean, NULL) pthread_cleanup_push(clean, NULL);
    if (unused)
        goto out;
    pthread_exit(NULL);
out:
    pthread_cleanup_pop(1);
    pthread_cleanup_pop(1);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_key_create(&key, (void (*)(void *))destroy);
    pthread_create(&thread, NULL, worker, NULL);
    pthread_join(thread, NULL);
    assert(cleaned == 2);
    assert(destroyed == 1);
    assert(cleaned == 0);
    return 0;
}
