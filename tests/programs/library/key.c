/* Thread-specific data: each thread has its own values, NULL at first; destructors run when a thread returns or
 * exits, again for values that destructors set; not for deleted keys, and not for NULL.
 *
 * Verdict: SC safe, PSO safe
 */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

pthread_key_t counted, deleted, plain, again;
int destroyed, repeated, wrong;

static void count(void *value)
{
    assert(pthread_getspecific(counted) == NULL);
    destroyed += *(int *)value;
}

static void repeat(void *value)
{
    repeated++;
    pthread_setspecific(again, value);
}

static void fail(void *value)
{
    (void)value;
    wrong = 1;
}

static void *worker(void *value)
{
    assert(pthread_getspecific(counted) == NULL);
    assert(pthread_setspecific(counted, value) == 0);
    assert(pthread_setspecific(plain, value) == 0);
    assert(pthread_getspecific(counted) == value);
    if (*(int *)value == 2) {
        assert(pthread_setspecific(deleted, value) == 0);
        assert(pthread_key_delete(deleted) == 0);
        assert(pthread_key_delete(deleted) == EINVAL);
        return NULL;
    }
    pthread_setspecific(again, value);
    pthread_exit(NULL);
}

static void run(int value)
{
    pthread_t thread;
    pthread_create(&thread, NULL, worker, &value);
    pthread_join(thread, NULL);
}

int main(void)
{
    int one = 1;
    assert(pthread_key_create(&counted, count) == 0);
    assert(pthread_key_create(&deleted, fail) == 0);
    assert(pthread_key_create(&plain, NULL) == 0);
    assert(pthread_key_create(&again, repeat) == 0);
    assert(counted != deleted && deleted != plain && plain != again);
    pthread_setspecific(counted, &one);
    run(2);
    assert(destroyed == 2 && repeated == 0);
    run(3);
    assert(destroyed == 5 && repeated >= 4);
    assert(wrong == 0);
    assert(pthread_getspecific(counted) == &one);
    return 0;
}
