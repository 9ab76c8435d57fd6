/* Signals. None comes from outside, and no handler runs here: a signal that the program sends itself does nothing, ends
 * the program, or is not modelled. What is set is kept. */
#include "internal.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

enum { FIRST_OWN = 32, LAST_SIGNAL = 64 };

static _Bool is_number(int number)
{
    return number >= 1 && number <= LAST_SIGNAL;
}

/* Two between those with names and those of real time are glibc's own. */
static _Bool is_signal(int number)
{
    return is_number(number) && number != FIRST_OWN && number != FIRST_OWN + 1;
}

int __libc_current_sigrtmin(void)
{
    return FIRST_OWN + 2;
}

int __libc_current_sigrtmax(void)
{
    return LAST_SIGNAL;
}

static int refuse(int error)
{
    errno = error;
    return -1;
}

/* ---- sets: as on Linux, one bit each in the first words of the user's object ---- */

static uint64_t *bits_of(const sigset_t *set)
{
    return (uint64_t *)set;
}

static uint64_t bit_of(int number)
{
    return UINT64_C(1) << (number - 1);
}

int sigemptyset(sigset_t *set)
{
    *bits_of(set) = 0;
    return 0;
}

int sigfillset(sigset_t *set)
{
    *bits_of(set) = UINT64_MAX & ~(bit_of(FIRST_OWN) | bit_of(FIRST_OWN + 1));
    return 0;
}

int sigaddset(sigset_t *set, int number)
{
    if (!is_signal(number))
        return refuse(EINVAL);
    __heddle_check_init(set, sizeof(uint64_t));
    *bits_of(set) |= bit_of(number);
    return 0;
}

int sigdelset(sigset_t *set, int number)
{
    if (!is_signal(number))
        return refuse(EINVAL);
    __heddle_check_init(set, sizeof(uint64_t));
    *bits_of(set) &= ~bit_of(number);
    return 0;
}

int sigismember(const sigset_t *set, int number)
{
    if (!is_number(number))
        return refuse(EINVAL);
    __heddle_check_init(set, sizeof(uint64_t));
    return (*bits_of(set) & bit_of(number)) != 0;
}

int sigisemptyset(const sigset_t *set)
{
    __heddle_check_init(set, sizeof(uint64_t));
    return *bits_of(set) == 0;
}

int sigandset(sigset_t *set, const sigset_t *one, const sigset_t *other)
{
    *bits_of(set) = *bits_of(one) & *bits_of(other);
    return 0;
}

int sigorset(sigset_t *set, const sigset_t *one, const sigset_t *other)
{
    *bits_of(set) = *bits_of(one) | *bits_of(other);
    return 0;
}

/* ---- masks, by the thread's number ---- */

static uint64_t masks[MOST_THREADS + 1];

static uint64_t *mask_of(pthread_t thread)
{
    if (thread == 0 || thread > MOST_THREADS)
        __heddle_unsupported("signals of a thread that is none, or has a number above 128");
    return &masks[thread];
}

void __heddle_inherit_signals(int thread)
{
    *mask_of((pthread_t)thread) = *mask_of(pthread_self());
}

/* SIGKILL and SIGSTOP cannot be blocked. */
static uint64_t changed(int how, uint64_t old, uint64_t set)
{
    uint64_t wanted = how == SIG_BLOCK ? old | set : how == SIG_UNBLOCK ? old & ~set : set;
    return wanted & ~(bit_of(SIGKILL) | bit_of(SIGSTOP));
}

int pthread_sigmask(int how, const sigset_t *restrict set, sigset_t *restrict old)
{
    uint64_t *mask = mask_of(pthread_self()), before = *mask;
    if (set && how != SIG_BLOCK && how != SIG_UNBLOCK && how != SIG_SETMASK)
        return EINVAL;
    if (set) {
        __heddle_check_init(set, sizeof(uint64_t));
        *mask = changed(how, before, *bits_of(set));
    }
    if (old)
        *bits_of(old) = before;
    return 0;
}

int sigprocmask(int how, const sigset_t *restrict set, sigset_t *restrict old)
{
    int error = pthread_sigmask(how, set, old);
    return error ? refuse(error) : 0;
}

/* ---- what a signal does ---- */

static struct sigaction actions[LAST_SIGNAL + 1];

static _Bool can_be_caught(int number)
{
    return is_signal(number) && number != SIGKILL && number != SIGSTOP;
}

int sigaction(int number, const struct sigaction *restrict action, struct sigaction *restrict old)
{
    if (action ? !can_be_caught(number) : !is_signal(number))
        return refuse(EINVAL);
    __heddle_atomic_begin();
    if (old)
        *old = actions[number];
    if (action)
        actions[number] = *action;
    return finish(0);
}

sighandler_t signal(int number, sighandler_t handler)
{
    if (!can_be_caught(number) || handler == SIG_ERR) {
        errno = EINVAL;
        return SIG_ERR;
    }
    __heddle_atomic_begin();
    sighandler_t old = actions[number].sa_handler;
    actions[number].sa_handler = handler;
    __heddle_atomic_end();
    return old;
}

static _Bool is_ignored_by_default(int number)
{
    return number == SIGCHLD || number == SIGURG || number == SIGWINCH || number == SIGCONT;
}

static _Bool stops_by_default(int number)
{
    return number == SIGSTOP || number == SIGTSTP || number == SIGTTIN || number == SIGTTOU;
}

/* As abort, it ends only the thread that sends it: whatever the others still do could have happened before. */
static int send(pthread_t thread, int number)
{
    if (number == 0)
        return 0;
    if (!is_signal(number))
        return EINVAL;
    __heddle_atomic_begin();
    sighandler_t handler = actions[number].sa_handler;
    _Bool is_blocked = (*mask_of(thread) & bit_of(number)) != 0;
    __heddle_atomic_end();
    if (handler == SIG_IGN || (handler == SIG_DFL && is_ignored_by_default(number)))
        return 0;
    if (is_blocked)
        __heddle_unsupported("a signal that is sent to a thread that blocks it");
    if (handler != SIG_DFL)
        __heddle_unsupported("a signal that runs a handler");
    if (stops_by_default(number))
        __heddle_unsupported("a signal that stops the process");
    __heddle_stop();
}

int pthread_kill(pthread_t thread, int number)
{
    return send(thread, number);
}

int raise(int number)
{
    int error = send(pthread_self(), number);
    return error ? refuse(error) : 0;
}

int kill(pid_t process, int number)
{
    if (process != getpid())
        __heddle_unsupported("kill of another process");
    return raise(number);
}
