/* LLVM's readers trust their input: some damaged files crash them. So a file that the user brings as LLVM IR is read
 * by a child process first, and by this one only if the child came through. */
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "frontend/module.h"

enum { CAME_THROUGH = 0 };

static void be_silent(void)
{
    struct rlimit no_core = {0, 0};
    setrlimit(RLIMIT_CORE, &no_core);
    int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (nowhere >= 0)
        dup2(nowhere, STDERR_FILENO);
}

bool module_rehearse(const char *path, const char *file, diag *d)
{
    pid_t child = fork();
    if (child < 0)
        return diag_fail(d, STATUS_LIMIT, "%s: cannot start a process to read it", file);
    if (child == 0) {
        be_silent();
        module_set set;
        diag ignored = {0};
        module_set_init(&set);
        module_read(&set, path, file, &ignored);
        _exit(CAME_THROUGH);
    }
    int end = 0;
    if (waitpid(child, &end, 0) == child && WIFEXITED(end) && WEXITSTATUS(end) == CAME_THROUGH)
        return true;
    return diag_fail(d, STATUS_BAD_INPUT, "%s: damaged LLVM IR: LLVM's own reader fails on it", file);
}
