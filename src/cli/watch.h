/* Keeps the promises of --timeout and --memory and heeds signals while the work cannot ask its budget: inside LLVM, or
 * while it waits for a file. A thread of its own looks at the clock and the memory and waits for SIGINT, SIGTERM,
 * SIGHUP and SIGQUIT. It asks first, through the budget; what has not stopped a moment later is ended, after `give_up`
 * has said so. Whenever it does anything it holds the mutex of the budget (frontend/frontend.h says why).
 *
 * Whoever prints what was found holds the watch meanwhile, so that there is one answer and not two. */
#ifndef HEDDLE_CLI_WATCH_H
#define HEDDLE_CLI_WATCH_H

#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdbool.h>

#include "heddle.h"

typedef struct watch {
    heddle_budget *budget; /* cancelled by the first signal */
    /* Says why there is no answer, and ends the process. */
    void (*give_up)(void *context, const char *why);
    void *context;
    /* The watch's own. */
    pthread_t thread;
    bool has_thread;
    sem_t has_begun;
    sigset_t signals;
    bool is_over;
} watch;

/* Before anything long; the fields above are set. */
void watch_start(watch *w);
void watch_hold(watch *w);
void watch_release(watch *w);
/* There is an answer, and it is being printed: signals do what they always do from now on. May be called again. */
void watch_end(watch *w);

#endif
