/* LLVM trusts its input: some damaged files crash its readers, and some that its verifier accepts crash what comes
 * next. So a file that the user brings as LLVM IR is read, linked and simplified by a child process first, and by this
 * one only if the child came through: nor does a reader that gives up leak here, nor one that runs in circles hang. */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "frontend/module.h"

enum {
    CAME_THROUGH = 0,
    SAYS_WHY = 64,
    SAYS_NOTHING = 65,
    CHUNK = 4096,
    MAX_SECONDS = 20, /* of computing; what can be verified is read in much less than one */
};

static void be_silent(void)
{
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (nowhere >= 0)
        dup2(nowhere, STDERR_FILENO);
}

/* The child: reads the file, and tells the parent what is wrong with it, if it can still tell. */
static void rehearse(const char *path, const char *file, int report)
{
    be_silent();
    setrlimit(RLIMIT_CPU, &(struct rlimit){MAX_SECONDS, MAX_SECONDS});
    module_set set;
    diag d = {0};
    module_set_init(&set);
    if (module_read(&set, path, file, &d) && module_link_all(&set, &d) && module_simplify(&set, &d))
        _exit(CAME_THROUGH);
    size_t length = strlen(d.message);
    _exit(write(report, d.message, length) == (ssize_t)length ? SAYS_WHY : SAYS_NOTHING);
}

static char *read_all(int from)
{
    strbuf text = {0};
    char chunk[CHUNK];
    for (ssize_t got; (got = read(from, chunk, sizeof chunk)) > 0;)
        strbuf_add_bytes(&text, chunk, (size_t)got);
    return strbuf_take(&text);
}

bool module_rehearse(const char *path, const char *file, diag *d)
{
    int ends[2];
    if (pipe(ends) != 0)
        return diag_fail(d, STATUS_LIMIT, "%s: cannot start a process to read it", file);
    pid_t child = fork();
    if (child == 0)
        rehearse(path, file, ends[1]);
    close(ends[1]);
    char *message = child > 0 ? read_all(ends[0]) : NULL;
    close(ends[0]);
    int end = 0;
    bool has_ended = child > 0 && waitpid(child, &end, 0) == child && WIFEXITED(end);
    bool ok = has_ended && WEXITSTATUS(end) == CAME_THROUGH;
    if (child < 0)
        diag_fail(d, STATUS_LIMIT, "%s: cannot start a process to read it", file);
    else if (has_ended && WEXITSTATUS(end) == SAYS_WHY)
        diag_fail(d, STATUS_BAD_INPUT, "%s", message);
    else if (!ok)
        diag_fail(d, STATUS_BAD_INPUT, "%s: damaged LLVM IR: LLVM itself fails on it", file);
    free(message);
    return ok;
}
