#include "frontend/child.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/pidfd.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"

enum {
    MILLISECONDS_BETWEEN_LOOKS = 20,
    SPARE_SECONDS = 2, /* of computing: the parent is faster, unless it is gone */
    CANNOT_RUN = 127,
};

static void limit(int resource, uint64_t value)
{
    struct rlimit old;
    if (getrlimit(resource, &old) == 0 && (old.rlim_max == RLIM_INFINITY || value < old.rlim_max))
        setrlimit(resource, &(struct rlimit){value, old.rlim_max});
}

/* These hold for children of the program as well. (Not for a copy of this process: with a sanitizer, most of its memory
 * is only reserved, which the limit would count.) */
static void set_limits(const budget *limits)
{
    limit(RLIMIT_CORE, 0);
    if (limits && limits->timeout > 0)
        limit(RLIMIT_CPU, (uint64_t)budget_seconds_left(limits) + SPARE_SECONDS);
    if (limits && limits->max_memory > 0) {
        limit(RLIMIT_DATA, limits->max_memory + limits->max_memory / 4);
        limit(RLIMIT_FSIZE, limits->max_memory);
    }
}

static void stand_alone(pid_t parent)
{
    sigset_t none;
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(CANNOT_RUN);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    signal(SIGPIPE, SIG_DFL);
}

pid_t child_fork(const frontend_options *options)
{
    frontend_outside *outside = options->outside;
    if (outside)
        pthread_mutex_lock(&outside->mutex);
    pid_t parent = getpid(), child = fork();
    if (outside)
        pthread_mutex_unlock(&outside->mutex);
    if (child == 0)
        stand_alone(parent);
    else if (child > 0)
        setpgid(child, child); /* whichever of the two comes first */
    return child;
}

/* ---- waiting ---- */

static bool is_spent(budget *b, pid_t child)
{
    if (budget_is_spent(b))
        return true;
    if (b && b->max_memory > 0 && clock_resident_bytes(child) > b->max_memory)
        b->spent = "out of memory";
    return b && b->spent;
}

static pid_t wait_for(pid_t child, int *status, int flags)
{
    pid_t ended;
    do
        ended = waitpid(child, status, flags);
    while (ended < 0 && errno == EINTR);
    return ended;
}

/* Until it ends, or for a moment. */
static void wait_a_moment(int descriptor)
{
    struct pollfd end = {.fd = descriptor, .events = POLLIN};
    poll(&end, descriptor >= 0 ? 1 : 0, MILLISECONDS_BETWEEN_LOOKS);
}

bool child_wait(pid_t child, const frontend_options *options, int *status)
{
    int descriptor = pidfd_open(child, 0); /* -1 with an old kernel: then it takes a moment longer */
    pid_t ended = 0;
    outside_note_child(options->outside, child);
    while (!is_spent(options->budget, child) && (ended = wait_for(child, status, WNOHANG)) == 0)
        wait_a_moment(descriptor);
    if (ended == 0) {
        kill(-child, SIGKILL);
        wait_for(child, status, 0);
    }
    outside_note_child(options->outside, 0);
    if (descriptor >= 0)
        close(descriptor);
    return ended > 0;
}

bool child_fail_spent(const frontend_options *options, const char *doing, diag *d)
{
    return diag_fail(d, STATUS_LIMIT, "%s while %s", options->budget->spent, doing);
}

/* ---- running a program ---- */

static void execute(const char *const *arguments, const budget *limits, int report)
{
    set_limits(limits);
    int nothing = open("/dev/null", O_RDONLY);
    if (nothing >= 0)
        dup2(nothing, STDIN_FILENO);
    execvp(arguments[0], (char *const *)arguments);
    int problem = errno;
    ssize_t written = write(report, &problem, sizeof problem);
    _exit(written == (ssize_t)sizeof problem ? CANNOT_RUN : CANNOT_RUN + 1);
}

static bool fail_to_run(const char *program, int problem, diag *d)
{
    return diag_fail(d, STATUS_BAD_INPUT, "cannot run %s: %s (the variable HEDDLE_CLANG may name another clang)",
                     program, strerror(problem));
}

bool child_run(const char *const *arguments, const frontend_options *options, int *status, diag *d)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
        return fail_to_run(arguments[0], errno, d);
    pid_t child = child_fork(options);
    if (child == 0)
        execute(arguments, options->budget, ends[1]);
    int problem = child < 0 ? errno : 0;
    close(ends[1]);
    bool has_ended = child > 0 && child_wait(child, options, status);
    if (child > 0 && read(ends[0], &problem, sizeof problem) != (ssize_t)sizeof problem)
        problem = 0;
    close(ends[0]);
    if (problem)
        return fail_to_run(arguments[0], problem, d);
    if (!has_ended && options->budget && options->budget->spent)
        return child_fail_spent(options, "clang was compiling", d);
    return has_ended || diag_fail(d, STATUS_INTERNAL, "lost clang: %s", strerror(errno));
}
