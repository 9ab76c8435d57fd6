/* What a run may take: wall time, memory of the process, and the user's patience. All phases ask the same budget, in
 * every loop that can be long, and say what they have done meanwhile; once it is spent it stays spent, and `spent` says
 * why. A budget of zeros has no limits.
 *
 * A budget may be a part of another one, and have parts itself: what is done in a part is done in the whole, the whole
 * is asked with the part, and a part may have narrower limits, which end it alone. Several engines that take turns each
 * have a part of one budget. Where a phase asks, its turn may be over: the question is then answered when the next turn
 * comes. Turns are counted in work, not in seconds, so that the same
 * command does the same every time. A unit of work is what takes about ten nanoseconds, as one instruction of the
 * machine does; roughly, but always the same for the same input.
 *
 * Where the work cannot ask (inside LLVM, say), the command line ends the process shortly after (cli/watch.h). */
#ifndef HEDDLE_BASE_BUDGET_H
#define HEDDLE_BASE_BUDGET_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a person may want to see while it goes on. */
typedef struct budget_progress {
    const char *engine, *phase; /* NULL: nothing has begun */
    const char *model;
    uint32_t unwind, events;
    uint64_t literals, conflicts, states;
} budget_progress;

typedef struct budget {
    double started;                         /* on clock_wall_seconds */
    double timeout;                         /* seconds since then; 0: no limit */
    uint64_t max_memory;                    /* bytes; 0: no limit */
    const volatile sig_atomic_t *interrupt; /* not 0: the user wants an end; may be NULL */
    uint64_t max_work;                      /* 0: no limit */
    const char *spent;                      /* "out of time", ...; NULL: it may go on */
    struct budget *whole;                   /* this is a part of it, and spent if it is; NULL: it is no part */
    uint64_t work;                          /* done so far */
    uint64_t asked_at;                      /* `work` at the last question; the whole knows of so much */
    uint64_t turn_end;                      /* where the turn is over; 0: never */
    void (*end_turn)(void *context);        /* returns when the next turn has come */
    void *context;
    double looked_at; /* when memory was looked at last */
    budget_progress progress;
} budget;

/* A part of the whole, with no narrower limits. */
budget budget_part_of(budget *whole);

/* So much work was done since the last question: may it go on? `b` may be NULL: there is no limit then. */
bool budget_spend(budget *b, uint64_t work);
/* The same for short steps, one call for each: notes the work, and asks once enough has come together. */
static inline bool budget_charge(budget *b, uint64_t work)
{
    enum { WORK_BETWEEN_QUESTIONS = 4000 };
    if (b == NULL)
        return false;
    if (b->work + work - b->asked_at >= WORK_BETWEEN_QUESTIONS)
        return budget_spend(b, work);
    b->work += work;
    return b->spent != NULL;
}
/* The same where nothing can be said about work. */
bool budget_is_spent(budget *b);
/* For a limit of its own: what is left of the time, never 0; or 0 if there is no limit. */
double budget_seconds_left(const budget *b);

#endif
