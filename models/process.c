/* The end of the program, assertions, and what it may ask about its surroundings.
 *
 * exit and abort end only the calling thread: whatever the others still do could have happened before. Handlers
 * registered by atexit run in exit, but not when main returns. */
#include "internal.h"

#include <assert.h>
#include <errno.h>
#include <locale.h>
#include <stdlib.h>
#include <sys/sysinfo.h>
#include <unistd.h>

int *__errno_location(void)
{
    static _Thread_local int number;
    return &number;
}

/* ---- handlers ---- */

enum { MAX_HANDLERS = 32 };

typedef struct handlers {
    int count;
    void (*functions[MAX_HANDLERS])(void);
} handlers;

static handlers exit_handlers, quick_exit_handlers;

static int register_handler(handlers *list, void (*function)(void))
{
    __heddle_atomic_begin();
    if (list->count == MAX_HANDLERS)
        return finish(ENOMEM);
    list->functions[list->count++] = function;
    return finish(0);
}

static void (*take_last(handlers *list))(void)
{
    __heddle_atomic_begin();
    void (*last)(void) = list->count > 0 ? list->functions[--list->count] : NULL;
    __heddle_atomic_end();
    return last;
}

static void run_handlers(handlers *list)
{
    for (void (*last)(void); (last = take_last(list));)
        last();
}

int atexit(void (*function)(void))
{
    return register_handler(&exit_handlers, function);
}

int at_quick_exit(void (*function)(void))
{
    return register_handler(&quick_exit_handlers, function);
}

/* ---- ends ---- */

_Noreturn void exit(int status)
{
    (void)status;
    run_handlers(&exit_handlers);
    __heddle_stop();
}

_Noreturn void quick_exit(int status)
{
    (void)status;
    run_handlers(&quick_exit_handlers);
    __heddle_stop();
}

_Noreturn void _exit(int status)
{
    (void)status;
    __heddle_stop();
}

_Noreturn void _Exit(int status)
{
    (void)status;
    __heddle_stop();
}

_Noreturn void abort(void)
{
    __heddle_stop();
}

/* ---- assertions ---- */

_Noreturn void __assert_fail(const char *assertion, const char *file, unsigned line, const char *function)
{
    (void)file;
    (void)line;
    (void)function;
    __heddle_fail(HEDDLE_ASSERTION, assertion);
}

_Noreturn void __assert(const char *assertion, const char *file, int line)
{
    (void)file;
    (void)line;
    __heddle_fail(HEDDLE_ASSERTION, assertion);
}

_Noreturn void __assert_perror_fail(int error, const char *file, unsigned line, const char *function)
{
    (void)error;
    (void)file;
    (void)line;
    (void)function;
    __heddle_fail(HEDDLE_ASSERTION, "assert_perror");
}

/* ---- surroundings ---- */

enum {
    PROCESS = 1000,
    PARENT_PROCESS = 1,
    PROCESSORS = 4,
    PAGE_SIZE = 4096,
    TICKS_PER_SECOND = 100,
    LEAST_STACK = 16384
};

pid_t getpid(void)
{
    return PROCESS;
}

pid_t getppid(void)
{
    return PARENT_PROCESS;
}

pid_t gettid(void)
{
    return PROCESS + __heddle_thread_self() - 1;
}

long sysconf(int name)
{
    switch (name) {
    case _SC_NPROCESSORS_ONLN:
    case _SC_NPROCESSORS_CONF:
        return PROCESSORS;
    case _SC_PAGESIZE:
        return PAGE_SIZE;
    case _SC_CLK_TCK:
        return TICKS_PER_SECOND;
    case _SC_THREAD_STACK_MIN:
        return LEAST_STACK;
    default:
        return -1;
    }
}

/* glibc's PTHREAD_STACK_MIN calls this name. */
long __sysconf(int name)
{
    return sysconf(name);
}

int get_nprocs(void)
{
    return PROCESSORS;
}

int getpagesize(void)
{
    return PAGE_SIZE;
}

/* The locale may be there or not; there is no other than that of C. */
char *setlocale(int category, const char *name)
{
    static char locale[] = "C";
    (void)category;
    return !name || __heddle_nondet_bool() ? locale : NULL;
}

char *getenv(const char *name)
{
    (void)name;
    return NULL;
}
