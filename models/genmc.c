/* The functions with which the tests of GenMC and Dartagnan talk to a verifier. */
#include "internal.h"

#include <stdlib.h>

/* ---- hints ---- */

/* How a loop waits, what a store or a CAS is for, where a method begins: this only helps to look at fewer executions.
 * An iteration that changed nothing is found without being told. */
void __VERIFIER_loop_begin(void)
{
}

void __VERIFIER_spin_start(void)
{
}

void __VERIFIER_spin_end(int condition)
{
    (void)condition;
}

void __VERIFIER_annotate_begin(int mask)
{
    (void)mask;
}

void __VERIFIER_annotate_end(int mask)
{
    (void)mask;
}

void __VERIFIER_method_begin(const char *name, int argument)
{
    (void)name;
    (void)argument;
}

void __VERIFIER_method_end(const char *name, int result)
{
    (void)name;
    (void)result;
}

/* An optional block is run, and the thread stops behind it; or it is left out. */
int __VERIFIER_opt_begin(void)
{
    return __heddle_nondet_bool();
}

/* ---- threads ---- */

int __VERIFIER_thread_create(const void *attribute, void *(*routine)(void *), void *argument)
{
    (void)attribute;
    return __heddle_thread_start(routine, argument);
}

int __VERIFIER_thread_create_symmetric(const void *attribute, void *(*routine)(void *), void *argument, long twin)
{
    (void)twin;
    return __VERIFIER_thread_create(attribute, routine, argument);
}

void *__VERIFIER_thread_join(long thread)
{
    return __heddle_thread_join((int)thread);
}

_Noreturn void __VERIFIER_thread_exit(void *result)
{
    if (has_exit_handlers())
        __heddle_thread_leaves();
    __heddle_thread_end(result);
}

long __VERIFIER_thread_self(void)
{
    return __heddle_thread_self();
}

unsigned __VERIFIER_tid(void)
{
    return (unsigned)__heddle_thread_self();
}

/* ---- mutexes: one word, which holds its holder ---- */

enum { WHOLE_WORD = -1 };

int __VERIFIER_mutex_init(int *mutex, const void *attribute)
{
    (void)attribute;
    __heddle_atomic_begin();
    *mutex = 0;
    __heddle_sync(mutex, HEDDLE_FRESH);
    return finish(0);
}

int __VERIFIER_mutex_lock(int *mutex)
{
    __heddle_await(mutex, WHOLE_WORD, HEDDLE_EQ, 0, HEDDLE_BLOCK, mutex);
    HEDDLE_ACQUIRES(mutex);
    *mutex = __heddle_thread_self();
    return finish(0);
}

/* 1 if it is locked, as GenMC has it. */
int __VERIFIER_mutex_trylock(int *mutex)
{
    __heddle_atomic_begin();
    if (*mutex)
        return finish(1);
    HEDDLE_ACQUIRES(mutex);
    *mutex = __heddle_thread_self();
    return finish(0);
}

int __VERIFIER_mutex_unlock(int *mutex)
{
    __heddle_atomic_begin();
    if (*mutex != __heddle_thread_self())
        misuse("this mutex is not locked by this thread");
    *mutex = 0;
    HEDDLE_RELEASES(mutex);
    return finish(0);
}

/* A destroyed mutex has a holder that unlocks nothing. */
int __VERIFIER_mutex_destroy(int *mutex)
{
    __heddle_atomic_begin();
    if (*mutex)
        misuse("destroying a mutex that is locked, or destroyed already");
    *mutex = DESTROYED;
    return finish(0);
}

/* ---- memory and assertions ---- */

void *__VERIFIER_malloc(size_t size)
{
    return malloc(size);
}

void *__VERIFIER_malloc_aligned(size_t alignment, size_t size)
{
    return aligned_alloc(alignment, size);
}

void __VERIFIER_free(void *object)
{
    free(object);
}

_Noreturn void __VERIFIER_assert_fail(const char *expression, const char *file, int line)
{
    (void)file;
    (void)line;
    __heddle_fail(PROPERTY_ASSERTION, expression);
}
