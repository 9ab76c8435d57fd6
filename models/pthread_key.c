/* Thread-specific data. A thread keeps a list of the keys that it has set, so that one that has set none, or few, has
 * little to do. A deleted key is used again. Each use has a number of its own, so the values of new keys are NULL in
 * every thread without further ado. */
#include "internal.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>

enum { MAX_KEYS = 16 };

static struct {
    unsigned use; /* odd if the key exists */
    void (*destructor)(void *);
} keys[MAX_KEYS];

static _Thread_local struct {
    unsigned key, use;
    void *value;
} values[MAX_KEYS];

static _Thread_local unsigned value_count;

static _Bool is_live(unsigned use)
{
    return use % 2 == 1;
}

int pthread_key_create(pthread_key_t *key, void (*destructor)(void *))
{
    unsigned at = 0;
    __heddle_keep((const void *)__heddle_thread_return);
    __heddle_atomic_begin();
    while (at < MAX_KEYS && is_live(keys[at].use))
        at++;
    if (at == MAX_KEYS)
        __heddle_unsupported("more than 16 thread-specific keys at the same time");
    keys[at].use++;
    keys[at].destructor = destructor;
    *key = at;
    return finish(0);
}

int pthread_key_delete(pthread_key_t key)
{
    __heddle_atomic_begin();
    if (key >= MAX_KEYS || !is_live(keys[key].use))
        return finish(EINVAL);
    keys[key].use++;
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
    unsigned use = key < MAX_KEYS ? keys[key].use : 0;
    if (!is_live(use))
        return EINVAL;
    unsigned at = find(key);
    if (at == value_count) {
        values[at].key = key;
        value_count++;
    }
    values[at].use = use;
    values[at].value = (void *)value;
    return 0;
}

/* Only in a program that deletes keys can a value be that of another use. */
void *pthread_getspecific(pthread_key_t key)
{
    unsigned at = find(key);
    if (at == value_count || (__heddle_is_linked("pthread_key_delete") && values[at].use != keys[key].use))
        return NULL;
    return values[at].value;
}

static void (*destructor_of(unsigned key, unsigned use))(void *)
{
    __heddle_atomic_begin();
    void (*destructor)(void *) = keys[key].use == use ? keys[key].destructor : NULL;
    __heddle_atomic_end();
    return destructor;
}

/* Whether there was a destructor to call. */
static _Bool destroy(unsigned at)
{
    void *value = values[at].value;
    values[at].value = NULL;
    void (*destructor)(void *) = value ? destructor_of(values[at].key, values[at].use) : NULL;
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
