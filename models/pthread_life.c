/* Whether a thread has ended, as its joiner sees it. Only a program in which a join may come to another end than that
 * of the thread keeps book of it: where threads are cancelled, or joined without waiting for ever.
 *
 * A word for each thread: 0 if there is no such thread, so that whoever joins it gets to know. */
#include "internal.h"

#include <pthread.h>

enum { RUNNING = 1, NOT_WAITED_FOR = 2, JOINER_CANCELLED = 4 };

static uint64_t lives[MOST_THREADS + 1] = {[1] = RUNNING};

static _Bool is_numbered(uint64_t thread)
{
    return thread <= MOST_THREADS;
}

void __heddle_life_begins(int thread)
{
    if (!is_numbered((uint64_t)thread))
        __heddle_unsupported("joining with an end, or pthread_cancel, in a program with more than 128 threads");
    lives[thread] = RUNNING;
}

/* It has ended, or is detached: a join goes on to say so. */
void __heddle_life_ends(uint64_t thread)
{
    if (!is_numbered(thread))
        return;
    __heddle_atomic_begin();
    lives[thread] |= NOT_WAITED_FOR;
    __heddle_atomic_end();
}

_Bool __heddle_life_is_over(uint64_t thread)
{
    if (!is_numbered(thread))
        return 1;
    __heddle_atomic_begin();
    _Bool is_over = lives[thread] != RUNNING;
    __heddle_atomic_end();
    return is_over;
}

/* Ends an atomic block begun before, in which it registers who would have to wait. */
static _Bool has_to_wait(uint64_t thread)
{
    _Bool is_over = lives[thread] != RUNNING;
    if (!is_over && can_be_cancelled())
        __heddle_cancel_register(&lives[thread], JOINER_CANCELLED);
    __heddle_atomic_end();
    return !is_over;
}

/* One thread waits for a thread at most, so there is one to be cancelled. */
_Bool __heddle_life_await(uint64_t thread, enum heddle_wait wait)
{
    if (!is_numbered(thread))
        return 1;
    __heddle_atomic_begin();
    if (!has_to_wait(thread))
        return 1;
    uint64_t *life = &lives[thread];
    __heddle_await64(life, NOT_WAITED_FOR | JOINER_CANCELLED, HEDDLE_NE, 0, wait, NULL);
    _Bool has_ended = (*life & NOT_WAITED_FOR) != 0;
    _Bool is_cancelled = !has_ended && (*life & JOINER_CANCELLED) != 0;
    if (can_be_cancelled()) {
        *life &= ~(uint64_t)JOINER_CANCELLED;
        __heddle_cancel_unregister();
    }
    __heddle_atomic_end();
    if (is_cancelled)
        __heddle_cancel();
    return has_ended;
}
