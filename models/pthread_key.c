/* Thread-specific data. A thread keeps a list of the keys that it has set, so that one that has set none, or few, has
 * little to do. A key is never used again after its deletion, so the values of new keys are NULL in every thread
 * without further ado. */
#include "internal.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>

enum { MAX_KEYS = 16 };

static struct {
    _Bool is_live;
    void (*destructor)(void *);
} keys[MAX_KEYS];

static unsigned key_count;

static _Thread_local struct {
    unsigned key;
    void *value;
} values[MAX_KEYS];

static _Thread_local unsigned value_count;

int pthread_key_create(pthread_key_t *key, void (*destructor)(void *))
{
    __heddle_atomic_begin();
    if (key_count == MAX_KEYS)
        __heddle_unsupported("more than 16 thread-specific keys");
    __heddle_keep((const void *)__heddle_thread_return);
    keys[key_count].is_live = 1;
    keys[key_count].destructor = destructor;
    *key = key_count++;
    return finish(0);
}

int pthread_key_delete(pthread_key_t key)
{
    __heddle_atomic_begin();
    if (key >= key_count || !keys[key].is_live)
        return finish(EINVAL);
    keys[key].is_live = 0;
    return finish(0);
}

/* Where the key's value is, or value_count. */
static unsigned find(unsigned key)
{
    unsigned at = 0;
    while (at < value_count && values[at].key != key)
        at++;
    return at;
}

/* These two are no fences; the values are the thread's own. */
int pthread_setspecific(pthread_key_t key, const void *value)
{
    if (key >= MAX_KEYS)
        return EINVAL;
    unsigned at = find(key);
    if (at == value_count) {
        values[at].key = key;
        value_count++;
    }
    values[at].value = (void *)value;
    return 0;
}

void *pthread_getspecific(pthread_key_t key)
{
    unsigned at = find(key);
    return at < value_count ? values[at].value : NULL;
}

static void (*destructor_of(unsigned key))(void *)
{
    __heddle_atomic_begin();
    void (*destructor)(void *) = keys[key].is_live ? keys[key].destructor : NULL;
    __heddle_atomic_end();
    return destructor;
}

/* Whether there was a destructor to call. */
static _Bool destroy(unsigned at)
{
    void *value = values[at].value;
    values[at].value = NULL;
    void (*destructor)(void *) = value ? destructor_of(values[at].key) : NULL;
    if (!destructor)
        return 0;
    destructor(value);
    return 1;
}

void __heddle_run_key_destructors(void)
{
    _Bool again = 1;
    for (int round = 0; again && round < PTHREAD_DESTRUCTOR_ITERATIONS; round++) {
        again = 0;
        for (unsigned at = 0; at < value_count; at++)
            again |= destroy(at);
    }
}
