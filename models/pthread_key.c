/* Thread-specific data. A key is never used again after its deletion, so the values of new keys are NULL in every
 * thread without further ado. */
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
static _Thread_local void *values[MAX_KEYS];

/* A program with this function calls it where a thread's start function returns. Nothing but pthread_key_create names
 * it, so that threads of programs without keys just end. */
_Noreturn void __heddle_thread_return(void *result);
static void (*thread_return)(void *);

int pthread_key_create(pthread_key_t *key, void (*destructor)(void *))
{
    __heddle_atomic_begin();
    if (key_count == MAX_KEYS)
        __heddle_unsupported("more than 16 thread-specific keys");
    thread_return = __heddle_thread_return;
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

/* These two are no fences; the values are the thread's own. */
int pthread_setspecific(pthread_key_t key, const void *value)
{
    if (key >= MAX_KEYS)
        return EINVAL;
    values[key] = (void *)value;
    return 0;
}

void *pthread_getspecific(pthread_key_t key)
{
    return key < MAX_KEYS ? values[key] : NULL;
}

static void (*take_destructor(unsigned key, void **value))(void *)
{
    *value = values[key];
    if (!*value)
        return NULL;
    values[key] = NULL;
    return keys[key].is_live ? keys[key].destructor : NULL;
}

void __heddle_run_key_destructors(void)
{
    _Bool again = 1;
    for (int round = 0; again && round < PTHREAD_DESTRUCTOR_ITERATIONS; round++) {
        again = 0;
        for (unsigned key = 0; key < MAX_KEYS; key++) {
            void *value;
            void (*destructor)(void *) = take_destructor(key, &value);
            if (!destructor)
                continue;
            __heddle_atomic_end();
            destructor(value);
            __heddle_atomic_begin();
            again = 1;
        }
    }
}

_Noreturn void __heddle_thread_return(void *result)
{
    __heddle_atomic_begin();
    __heddle_run_key_destructors();
    __heddle_thread_end(result);
}
