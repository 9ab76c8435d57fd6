/* What a run may take: wall time, memory of the process, and the user's patience. All phases ask the same budget, in
 * every loop that can be long; once it is spent it stays spent, and `spent` says why. A budget of zeros has no limits.
 *
 * Where the work cannot ask (inside LLVM, say), the command line ends the process shortly after (cli/watch.h). */
#ifndef HEDDLE_BASE_BUDGET_H
#define HEDDLE_BASE_BUDGET_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct budget {
    double started;                         /* on clock_wall_seconds */
    double timeout;                         /* seconds since then; 0: no limit */
    uint64_t max_memory;                    /* bytes; 0: no limit */
    const volatile sig_atomic_t *interrupt; /* not 0: the user wants an end; may be NULL */
    const char *spent;                      /* "out of time", ...; NULL: it may go on */
} budget;

/* `b` may be NULL: there is no limit then. */
bool budget_is_spent(budget *b);
/* For a limit of its own: what is left of the time, never 0; or 0 if there is no limit. */
double budget_seconds_left(const budget *b);

#endif
