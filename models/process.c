/* The end of the program, assertions, and what it may ask about its surroundings.
 *
 * exit and abort end only the calling thread: whatever the others still do could have happened before. Handlers
 * registered by atexit and on_exit run in exit, when main returns, and after the last thread has come to its end. */
#include "internal.h"

#include <assert.h>
#include <errno.h>
#include <limits.h>
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

/* A function of atexit, or of on_exit, which gets the status and an argument. */
typedef struct handler {
    void (*plain)(void);
    void (*informed)(int status, void *argument);
    void *argument;
} handler;

typedef struct handlers {
    int count;
    handler list[MAX_HANDLERS];
} handlers;

static handlers exit_handlers, quick_exit_handlers;

static int register_handler(handlers *h, handler added)
{
    if (!added.plain && !added.informed)
        __heddle_fail(PROPERTY_DEREFERENCE, "a null pointer instead of a function to run at the end");
    __heddle_atomic_begin();
    if (h->count == MAX_HANDLERS)
        __heddle_unsupported("more than 32 handlers of atexit, on_exit or at_quick_exit");
    h->list[h->count++] = added;
    return finish(0);
}

static _Bool take_last(handlers *h, handler *last)
{
    __heddle_atomic_begin();
    _Bool is_there = h->count > 0;
    if (is_there)
        *last = h->list[--h->count];
    __heddle_atomic_end();
    return is_there;
}

static void run_handlers(handlers *h, int status)
{
    for (handler last; take_last(h, &last);) {
        if (last.plain)
            last.plain();
        else
            last.informed(status, last.argument);
    }
}

int atexit(void (*function)(void))
{
    return register_handler(&exit_handlers, (handler){.plain = function});
}

int on_exit(void (*function)(int, void *), void *argument)
{
    return register_handler(&exit_handlers, (handler){.informed = function, .argument = argument});
}

int at_quick_exit(void (*function)(void))
{
    return register_handler(&quick_exit_handlers, (handler){.plain = function});
}

/* ---- ends ---- */

/* A handler that calls exit goes on with those that are left, as in glibc. */
_Noreturn void __heddle_exit(int status)
{
    __heddle_use((unsigned)status);
    run_handlers(&exit_handlers, status);
    __heddle_run_destructors();
    __heddle_end_program();
}

static int running = 1; /* threads that have not come to their end, if there is something to run then */

/* Before each __heddle_thread_start, in such a program. */
void __heddle_thread_comes(void)
{
    __heddle_atomic_begin();
    running++;
    __heddle_atomic_end();
}

void __heddle_thread_leaves(void)
{
    __heddle_atomic_begin();
    _Bool is_last = --running == 0;
    __heddle_atomic_end();
    if (is_last)
        __heddle_exit(0);
}

_Noreturn void exit(int status)
{
    __heddle_exit(status);
}

_Noreturn void quick_exit(int status)
{
    __heddle_use((unsigned)status);
    run_handlers(&quick_exit_handlers, status);
    __heddle_end_program();
}

_Noreturn void _exit(int status)
{
    __heddle_use((unsigned)status);
    __heddle_end_program();
}

_Noreturn void _Exit(int status)
{
    __heddle_use((unsigned)status);
    __heddle_end_program();
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
    __heddle_fail(PROPERTY_ASSERTION, assertion);
}

_Noreturn void __assert(const char *assertion, const char *file, int line)
{
    (void)file;
    (void)line;
    __heddle_fail(PROPERTY_ASSERTION, assertion);
}

_Noreturn void __assert_perror_fail(int error, const char *file, unsigned line, const char *function)
{
    (void)error;
    (void)file;
    (void)line;
    (void)function;
    __heddle_fail(PROPERTY_ASSERTION, "assert_perror");
}

/* __builtin_assume: the compiler may rely on it, so what follows from a false one is undefined. */
void __heddle_check_promise(int condition)
{
    if (!condition)
        __heddle_fail(PROPERTY_ASSERTION, "__builtin_assume");
}

/* ---- surroundings ---- */

enum {
    PROCESS = 1000,
    PARENT_PROCESS = 1,
    PAGE_SIZE = 4096,
    TICKS_PER_SECOND = 100,
    LEAST_STACK = 16384,
    OPEN_FILES = 1024,
    CACHE_LINE = 64,
    MEMORY_PAGES = 1 << 20,
    MONOTONIC_CLOCK = 200809, /* announced as 0: ask */
    CPU_TIME = 200809,
    LEAST_SIGNAL_STACK = 2048,
    SIGNAL_STACK = 8192,
    LAST_NAME = _SC_SIGSTKSZ /* <unistd.h> has no greater one */
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

/* Those for which <unistd.h> says which version of POSIX has them, or -1. */
#define POSIX_OPTIONS(F)                                                                                               \
    F(VERSION)                                                                                                         \
    F(THREADS)                                                                                                         \
    F(THREAD_SAFE_FUNCTIONS)                                                                                           \
    F(THREAD_ATTR_STACKADDR)                                                                                           \
    F(THREAD_ATTR_STACKSIZE)                                                                                           \
    F(THREAD_PRIORITY_SCHEDULING)                                                                                      \
    F(THREAD_PRIO_INHERIT)                                                                                             \
    F(THREAD_PRIO_PROTECT)                                                                                             \
    F(THREAD_PROCESS_SHARED)                                                                                           \
    F(THREAD_SPORADIC_SERVER)                                                                                          \
    F(PRIORITY_SCHEDULING)                                                                                             \
    F(READER_WRITER_LOCKS)                                                                                             \
    F(BARRIERS)                                                                                                        \
    F(SPIN_LOCKS)                                                                                                      \
    F(SEMAPHORES)                                                                                                      \
    F(TIMERS)                                                                                                          \
    F(TIMEOUTS)                                                                                                        \
    F(CLOCK_SELECTION)                                                                                                 \
    F(ADVISORY_INFO)                                                                                                   \
    F(ASYNCHRONOUS_IO)                                                                                                 \
    F(FSYNC)                                                                                                           \
    F(IPV6)                                                                                                            \
    F(JOB_CONTROL)                                                                                                     \
    F(MAPPED_FILES)                                                                                                    \
    F(MEMLOCK)                                                                                                         \
    F(MEMLOCK_RANGE)                                                                                                   \
    F(MEMORY_PROTECTION)                                                                                               \
    F(MESSAGE_PASSING)                                                                                                 \
    F(PRIORITIZED_IO)                                                                                                  \
    F(RAW_SOCKETS)                                                                                                     \
    F(REALTIME_SIGNALS)                                                                                                \
    F(REGEXP)                                                                                                          \
    F(SAVED_IDS)                                                                                                       \
    F(SHARED_MEMORY_OBJECTS)                                                                                           \
    F(SHELL)                                                                                                           \
    F(SPAWN)                                                                                                           \
    F(SPORADIC_SERVER)                                                                                                 \
    F(SYNCHRONIZED_IO)                                                                                                 \
    F(TRACE)                                                                                                           \
    F(TRACE_EVENT_FILTER)                                                                                              \
    F(TRACE_INHERIT)                                                                                                   \
    F(TRACE_LOG)                                                                                                       \
    F(TYPED_MEMORY_OBJECTS)

/* As <unistd.h> and <limits.h> announce it. */
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
    case _SC_THREAD_KEYS_MAX:
        return PTHREAD_KEYS_MAX;
    case _SC_THREAD_DESTRUCTOR_ITERATIONS:
        return PTHREAD_DESTRUCTOR_ITERATIONS;
    case _SC_SEM_VALUE_MAX:
        return SEM_VALUE_MAX;
#define ANNOUNCED(name)                                                                                                \
    case _SC_##name:                                                                                                   \
        return _POSIX_##name;
        POSIX_OPTIONS(ANNOUNCED)
#undef ANNOUNCED
    case _SC_2_VERSION:
        return _POSIX2_VERSION;
    case _SC_XOPEN_VERSION:
        return _XOPEN_VERSION;
    case _SC_MONOTONIC_CLOCK:
        return MONOTONIC_CLOCK;
    case _SC_CPUTIME:
        return CPU_TIME;
    case _SC_THREAD_CPUTIME:
        return CPU_TIME;
    case _SC_OPEN_MAX:
        return OPEN_FILES;
    case _SC_IOV_MAX:
        return IOV_MAX;
    case _SC_HOST_NAME_MAX:
        return HOST_NAME_MAX;
    case _SC_LOGIN_NAME_MAX:
        return LOGIN_NAME_MAX;
    case _SC_LINE_MAX:
        return LINE_MAX;
    case _SC_LEVEL1_DCACHE_LINESIZE:
        return CACHE_LINE;
    case _SC_PHYS_PAGES:
    case _SC_AVPHYS_PAGES:
        return MEMORY_PAGES;
    case _SC_MINSIGSTKSZ:
        return LEAST_SIGNAL_STACK;
    case _SC_SIGSTKSZ:
        return SIGNAL_STACK;
    case _SC_RTSIG_MAX:
        return RTSIG_MAX;
    case _SC_ATEXIT_MAX:
    case _SC_DELAYTIMER_MAX:
        return INT_MAX;
    case _SC_MQ_PRIO_MAX:
        return MQ_PRIO_MAX;
    case _SC_AIO_LISTIO_MAX: /* there is no limit */
    case _SC_AIO_MAX:
    case _SC_MQ_OPEN_MAX:
    case _SC_TIMER_MAX:
    case _SC_THREAD_THREADS_MAX:
    case _SC_SEM_NSEMS_MAX:
        return -1;
    default:
        if (name < 0 || name > LAST_NAME) {
            errno = EINVAL;
            return -1;
        }
        __heddle_unsupported("sysconf with a name that is not modelled");
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

int get_nprocs_conf(void)
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
    if (name)
        check_string(name);
    return !name || __heddle_nondet_bool() ? locale : NULL;
}

char *getenv(const char *name)
{
    check_string(name);
    return NULL;
}
