/* What a program may ask about its surroundings.
 *
 * Verdict: SC safe
 */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/sysinfo.h>
#include <unistd.h>

pid_t other;

static void *worker(void *unused)
{
    (void)unused;
    assert(errno == 0);
    errno = EINTR;
    other = gettid();
    return NULL;
}

int main(void)
{
    pthread_t thread;
    errno = EAGAIN;
    pthread_create(&thread, NULL, worker, NULL);
    pthread_join(thread, NULL);
    assert(errno == EAGAIN);
    assert(getpid() > 0 && getppid() > 0 && getppid() != getpid());
    assert(gettid() == getpid() && other != gettid());
    assert(sysconf(_SC_NPROCESSORS_ONLN) >= 1 && get_nprocs() >= 1);
    assert(sysconf(_SC_PAGESIZE) == getpagesize() && sysconf(_SC_CLK_TCK) > 0 && sysconf(-5) == -1);
    assert(getenv("HOME") == NULL);
    return 0;
}
