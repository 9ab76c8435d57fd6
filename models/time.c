/* Time. Sleeping does nothing, but that a thread may be cancelled in it: it is no fence, and any thread may be slow
 * anyway. A clock shows any time, also an earlier one than before. */
#include "internal.h"

#include <poll.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum { NANOSECONDS = 1000000000, MICROSECONDS = 1000000 };

int usleep(useconds_t microseconds)
{
    (void)microseconds;
    cancellation_point();
    return 0;
}

unsigned sleep(unsigned seconds)
{
    (void)seconds;
    cancellation_point();
    return 0;
}

int nanosleep(const struct timespec *duration, struct timespec *remaining)
{
    (void)duration;
    (void)remaining;
    cancellation_point();
    return 0;
}

int clock_nanosleep(clockid_t clock, int flags, const struct timespec *duration, struct timespec *remaining)
{
    (void)clock;
    (void)flags;
    (void)duration;
    (void)remaining;
    cancellation_point();
    return 0;
}

/* Without files it is another way to sleep. */
int poll(struct pollfd *files, nfds_t count, int milliseconds)
{
    (void)files;
    (void)milliseconds;
    cancellation_point();
    if (count > 0)
        __heddle_unsupported("poll with files");
    return 0;
}

static time_t any_time(void)
{
    return (time_t)(__heddle_nondet64() & INT64_MAX);
}

time_t time(time_t *seconds)
{
    time_t now = any_time();
    if (seconds)
        *seconds = now;
    return now;
}

clock_t clock(void)
{
    return any_time();
}

int gettimeofday(struct timeval *restrict now, void *restrict zone)
{
    (void)zone;
    now->tv_sec = any_time();
    now->tv_usec = __heddle_nondet32() % MICROSECONDS;
    return 0;
}

int clock_gettime(clockid_t clock, struct timespec *now)
{
    (void)clock;
    now->tv_sec = any_time();
    now->tv_nsec = __heddle_nondet32() % NANOSECONDS;
    return 0;
}

int timespec_get(struct timespec *now, int base)
{
    clock_gettime(CLOCK_REALTIME, now);
    return base;
}

int clock_getres(clockid_t clock, struct timespec *resolution)
{
    (void)clock;
    if (resolution)
        *resolution = (struct timespec){.tv_nsec = 1};
    return 0;
}

double difftime(time_t later, time_t earlier)
{
    return (double)(later - earlier);
}
