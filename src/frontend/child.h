/* Processes that work for this one. Each has a process group of its own, and does not outlive this process, whatever
 * ends it; nor does it take more time and memory than the budget has. */
#ifndef HEDDLE_FRONTEND_CHILD_H
#define HEDDLE_FRONTEND_CHILD_H

#include <sys/types.h>

#include "frontend/frontend.h"

/* As fork, while no other thread is in the middle of anything. The child hears the signals that this process may have
 * blocked. */
pid_t child_fork(const frontend_options *options);
/* Waits for its end, as waitpid. False if the budget was spent before that (the child is gone then), or if `errno` says
 * why it cannot be waited for. */
bool child_wait(pid_t child, const frontend_options *options, int *status);
/* Runs a program with arguments up to NULL, the first of which names it. False, with a diagnostic, if that is not
 * possible or the budget is spent; else *status is as for waitpid. */
bool child_run(const char *const *arguments, const frontend_options *options, int *status, diag *d);
/* Records that the budget is spent. Always false. */
bool child_fail_spent(const frontend_options *options, const char *doing, diag *d);

#endif
