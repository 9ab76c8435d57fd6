#include "cli/watch.h"

#include <stddef.h>
#include <time.h>

#include "api/watching.h"
#include "base/clock.h"

enum { LOOK_NANOSECONDS = 10000000 };

static const double GRACE = 0.5;             /* seconds that the work has to stop by itself */
static const uint64_t MEMORY_GRACE_PART = 8; /* of the limit, that may be used until then */

/* A hangup that the parent process has switched off stays so: nohup. A shell switches off others for every process in
 * the background, which must still be possible to end. */
static void choose_signals(sigset_t *set)
{
    static const int SIGNALS[] = {SIGINT, SIGTERM, SIGQUIT};
    struct sigaction hangup;
    sigemptyset(set);
    for (size_t i = 0; i < sizeof SIGNALS / sizeof *SIGNALS; i++) {
        signal(SIGNALS[i], SIG_DFL);
        sigaddset(set, SIGNALS[i]);
    }
    if (sigaction(SIGHUP, NULL, &hangup) == 0 && hangup.sa_handler != SIG_IGN)
        sigaddset(set, SIGHUP);
}

static bool is_far_too_large(const budget *b)
{
    return b->max_memory > 0 && clock_peak_bytes() > b->max_memory + b->max_memory / MEMORY_GRACE_PART;
}

/* Looks after a signal, or after a moment without one (0 or less). Returns why the work has to be ended now, NULL if
 * not. */
static const char *look(const watch *w, int signal, budget *b, double *asked)
{
    bool is_repeated = signal > 0 && api_budget_is_cancelled(w->budget);
    if (signal > 0)
        heddle_budget_cancel(w->budget);
    if (!budget_is_spent(b))
        return NULL;
    double now = clock_wall_seconds();
    if (*asked == 0)
        *asked = now;
    return is_repeated || now - *asked > GRACE || is_far_too_large(b) ? b->spent : NULL;
}

static void *keep_watch(void *argument)
{
    watch *w = argument;
    budget own = api_budget_limits(w->budget);
    double asked = 0;
    sem_post(&w->has_begun);
    for (bool is_over = false; !is_over;) {
        int signal = sigtimedwait(&w->signals, NULL, &(struct timespec){.tv_nsec = LOOK_NANOSECONDS});
        watch_hold(w);
        is_over = w->is_over;
        const char *why = is_over ? NULL : look(w, signal, &own, &asked);
        if (why)
            w->give_up(w->context, why);
        watch_release(w);
    }
    return NULL;
}

void watch_start(watch *w)
{
    choose_signals(&w->signals);
    pthread_sigmask(SIG_BLOCK, &w->signals, NULL);
    w->is_over = false;
    sem_init(&w->has_begun, 0, 0);
    w->has_thread = pthread_create(&w->thread, NULL, keep_watch, w) == 0;
    if (!w->has_thread)
        pthread_sigmask(SIG_UNBLOCK, &w->signals, NULL);
    /* Its start may take locks of the allocator or of a sanitizer, not to be copied by a fork (frontend.h). */
    while (w->has_thread && sem_wait(&w->has_begun) != 0)
        continue;
}

void watch_hold(watch *w)
{
    api_budget_hold(w->budget);
}

void watch_release(watch *w)
{
    api_budget_release(w->budget);
}

void watch_end(watch *w)
{
    watch_hold(w);
    w->is_over = true;
    watch_release(w);
    if (!w->has_thread)
        return;
    pthread_kill(w->thread, SIGINT); /* wakes it up */
    pthread_join(w->thread, NULL);
    w->has_thread = false;
    pthread_sigmask(SIG_UNBLOCK, &w->signals, NULL);
}
