/* Sets of signals, masks, and signals that do nothing.
 *
 * Verdict: SC safe
 */
#include "table.h"

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static void check_sets(void)
{
    sigset_t set, other, both;
    ROW(sigemptyset(&set), 0);
    ROW(sigisemptyset(&set), 1);
    ROW(sigismember(&set, SIGUSR1), 0);
    ROW(sigaddset(&set, SIGUSR1), 0);
    ROW(sigaddset(&set, 64), 0);
    ROW(sigismember(&set, SIGUSR1), 1);
    ROW(sigismember(&set, 64), 1);
    ROW(sigdelset(&set, 64), 0);
    ROW(sigismember(&set, 64), 0);
    FAILS(sigaddset(&set, 0), EINVAL);
    ROW(sigaddset(&set, SIGRTMIN), 0);
    ROW(sigismember(&set, SIGRTMIN), 1);
    ROW(SIGRTMAX, 64);
    FAILS(sigaddset(&set, SIGRTMIN - 1), EINVAL); /* glibc's own */
    FAILS(sigaddset(&set, SIGRTMIN - 2), EINVAL);
    ROW(sigismember(&set, SIGRTMIN - 1), 0);
    ROW(sigdelset(&set, SIGRTMIN), 0);
    FAILS(sigdelset(&set, 65), EINVAL);
    FAILS(sigismember(&set, -1), EINVAL);
    ROW(sigfillset(&other), 0);
    ROW(sigismember(&other, SIGTERM), 1);
    ROW(sigandset(&both, &set, &other), 0);
    ROW(sigismember(&both, SIGUSR1), 1);
    ROW(sigismember(&both, SIGTERM), 0);
    ROW(sigorset(&both, &set, &other), 0);
    ROW(sigismember(&both, SIGTERM), 1);
}

static void *inherits(void *unused)
{
    sigset_t mask;
    ROW(pthread_sigmask(SIG_BLOCK, NULL, &mask), 0);
    ROW(sigismember(&mask, SIGUSR2), 1);
    return unused;
}

static void check_masks(void)
{
    pthread_t thread;
    sigset_t set, old;
    ROW(sigemptyset(&set), 0);
    ROW(sigaddset(&set, SIGUSR2), 0);
    ROW(pthread_sigmask(77, &set, NULL), EINVAL);
    ROW(pthread_sigmask(SIG_BLOCK, &set, &old), 0);
    ROW(sigismember(&old, SIGUSR2), 0);
    ROW(pthread_create(&thread, NULL, inherits, NULL), 0);
    ROW(pthread_join(thread, NULL), 0);
    FAILS(sigprocmask(77, &set, NULL), EINVAL);
    ROW(sigprocmask(SIG_UNBLOCK, &set, &old), 0);
    ROW(sigismember(&old, SIGUSR2), 1);
    ROW(sigprocmask(SIG_SETMASK, NULL, &old), 0);
    ROW(sigismember(&old, SIGUSR2), 0);
}

static void check_sending(void)
{
    struct sigaction action;
    assert(signal(SIGUSR1, SIG_IGN) == SIG_DFL);
    ROW(sigaction(SIGUSR1, NULL, &action), 0);
    assert(action.sa_handler == SIG_IGN);
    FAILS(sigaction(SIGKILL, &action, NULL), EINVAL);
    errno = 0;
    assert(signal(SIGKILL, SIG_IGN) == SIG_ERR && errno == EINVAL);
    ROW(raise(SIGUSR1), 0);
    ROW(kill(getpid(), SIGUSR1), 0);
    ROW(pthread_kill(pthread_self(), SIGUSR1), 0);
    ROW(pthread_kill(pthread_self(), SIGCHLD), 0);
    ROW(pthread_kill(pthread_self(), 0), 0);
    ROW(pthread_kill(pthread_self(), 100), EINVAL);
    FAILS(raise(-1), EINVAL);
}

static void check_own_ones(void)
{
    struct sigaction action = {.sa_handler = SIG_IGN};
    FAILS(sigaction(SIGRTMIN - 1, &action, NULL), EINVAL);
    ROW(signal(SIGRTMIN - 2, SIG_IGN), SIG_ERR);
    ROW(pthread_kill(pthread_self(), SIGRTMIN - 1), EINVAL);
}

int main(void)
{
    check_sets();
    check_own_ones();
    check_masks();
    check_sending();
    END_OF_TABLE();
    return 0;
}
