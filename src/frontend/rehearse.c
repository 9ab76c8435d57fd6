/* LLVM trusts its input: some damaged files crash its readers, and some that its verifier accepts crash what comes
 * next. So a file that the user brings as LLVM IR is read, linked and simplified by a child process first, and by this
 * one only if the child came through: nor does a reader that gives up leak here, nor one that runs in circles hang. */
#include <fcntl.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "frontend/child.h"
#include "frontend/module.h"

enum {
    CAME_THROUGH = 0,
    SAYS_WHY = 64,
    SAYS_NOTHING = 65,
    LONGEST_MESSAGE = 4096,
    MAX_SECONDS = 20, /* of computing; what can be verified is read in much less than one */
};

static void be_silent(void)
{
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (nowhere >= 0)
        dup2(nowhere, STDERR_FILENO);
}

/* The child: reads the file, and tells the parent what is wrong with it, if it can still tell. The parent listens when
 * the child has ended, so the message must fit into the pipe. */
static void rehearse(const char *file, int report)
{
    be_silent();
    setrlimit(RLIMIT_CPU, &(struct rlimit){MAX_SECONDS, MAX_SECONDS});
    module_set set;
    diag d = {0};
    module_set_init(&set);
    if (module_read(&set, file, file, &d) && module_link_all(&set, &d) && module_simplify(&set, &d))
        _exit(CAME_THROUGH);
    size_t length = strnlen(d.message, LONGEST_MESSAGE);
    _exit(write(report, d.message, length) == (ssize_t)length ? SAYS_WHY : SAYS_NOTHING);
}

static bool judge(const char *file, int end, const char *message, diag *d)
{
    if (WIFEXITED(end) && WEXITSTATUS(end) == CAME_THROUGH)
        return true;
    if (WIFEXITED(end) && WEXITSTATUS(end) == SAYS_WHY)
        return diag_fail(d, STATUS_BAD_INPUT, "%s", message);
    return diag_fail(d, STATUS_BAD_INPUT, "%s: damaged LLVM IR: LLVM itself fails on it", file);
}

bool module_rehearse(const char *file, const frontend_options *options, diag *d)
{
    int ends[2], end = 0;
    if (pipe(ends) != 0)
        return diag_fail(d, STATUS_LIMIT, "%s: cannot start a process to read it", file);
    pid_t child = child_fork(options);
    if (child == 0)
        rehearse(file, ends[1]);
    close(ends[1]);
    char message[LONGEST_MESSAGE + 1] = "";
    bool has_ended = child > 0 && child_wait(child, options, &end);
    if (has_ended && read(ends[0], message, LONGEST_MESSAGE) < 0)
        message[0] = '\0';
    close(ends[0]);
    if (has_ended)
        return judge(file, end, message, d);
    if (options->budget && options->budget->spent)
        return child_fail_spent(options, "reading LLVM IR", d);
    return diag_fail(d, STATUS_LIMIT, "%s: cannot start a process to read it", file);
}
