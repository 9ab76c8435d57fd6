/* Time. Sleeping does nothing, but that a thread may be cancelled in it: it is no fence, and any thread may be slow
 * anyway. A clock shows any time; that of the day also an earlier one than before.
 *
 * The last time that the monotonic clock showed is an ordinary variable, so that looking at the clock is no fence. Of
 * two threads that look at the same time, one may miss what the other saw. */
#include "internal.h"

#include <errno.h>
#include <poll.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum { NANOSECONDS = 1000000000, MICROSECONDS = 1000000 };
enum { NANOSECOND_BITS = 0x3fffffff, MICROSECOND_BITS = 0xfffff }; /* enough for one less */

static int refuse(int error)
{
    errno = error;
    return -1;
}

/* Those of Linux. */
static _Bool is_clock(clockid_t clock)
{
    enum { NO_MORE = 10 };
    return clock >= CLOCK_REALTIME && clock <= CLOCK_TAI && clock != NO_MORE;
}

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

/* There are no alarms of clocks that are only to look at. */
static _Bool is_clock_without_alarms(clockid_t clock)
{
    return clock == CLOCK_MONOTONIC_RAW || clock == CLOCK_REALTIME_COARSE || clock == CLOCK_MONOTONIC_COARSE;
}

/* Nobody wakes it up early, so there is nothing remaining. */
int clock_nanosleep(clockid_t clock, int flags, const struct timespec *duration, struct timespec *remaining)
{
    (void)flags;
    (void)remaining;
    if (is_clock_without_alarms(clock))
        return ENOTSUP;
    if (!is_clock(clock) || clock == CLOCK_THREAD_CPUTIME_ID || !is_time(duration) || duration->tv_sec < 0)
        return EINVAL;
    cancellation_point();
    return 0;
}

int nanosleep(const struct timespec *duration, struct timespec *remaining)
{
    int error = clock_nanosleep(CLOCK_REALTIME, 0, duration, remaining);
    return error ? refuse(error) : 0;
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

/* For the next two thousand years, or as long as its type can count. */
static time_t any_time(void)
{
    enum { YEARS_BITS = 36 };
    uint64_t most = sizeof(time_t) == sizeof(int64_t) ? (UINT64_C(1) << YEARS_BITS) - 1 : INT32_MAX;
    return (time_t)(__heddle_nondet64() & most);
}

/* Any number below the bound. Without dividing, which is dear if somebody compares the time. */
static uint32_t any_below(uint32_t bound, uint32_t bits)
{
    uint32_t number = __heddle_nondet32() & bits;
    return number < bound ? number : number - bound;
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
    if (zone)
        __heddle_memset(zone, 0, sizeof(struct timezone));
    now->tv_sec = any_time();
    now->tv_usec = any_below(MICROSECONDS, MICROSECOND_BITS);
    return 0;
}

static _Bool goes_back(clockid_t clock)
{
    return clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE || clock == CLOCK_REALTIME_ALARM ||
           clock == CLOCK_TAI;
}

enum { FRACTION_BITS = 30 }; /* of a point in time as one number: enough for all nanoseconds of a second */

/* Of all clocks that never go back: they may as well show the same. */
static int64_t last_time;

static int64_t any_later_time(void)
{
    int64_t seconds = __heddle_nondet32() & INT32_MAX;
    int64_t now = seconds << FRACTION_BITS | any_below(NANOSECONDS, NANOSECOND_BITS);
    int64_t last = last_time;
    if (now < last)
        now = last;
    last_time = now;
    return now;
}

int clock_gettime(clockid_t clock, struct timespec *now)
{
    if (!is_clock(clock))
        return refuse(EINVAL);
    if (goes_back(clock)) {
        now->tv_sec = any_time();
        now->tv_nsec = any_below(NANOSECONDS, NANOSECOND_BITS);
        return 0;
    }
    int64_t number = any_later_time();
    now->tv_sec = (time_t)(number >> FRACTION_BITS);
    now->tv_nsec = number & NANOSECOND_BITS;
    return 0;
}

/* Of the only process. */
int clock_getcpuclockid(pid_t process, clockid_t *clock)
{
    if (process != 0 && process != getpid())
        return ESRCH;
    *clock = CLOCK_PROCESS_CPUTIME_ID;
    return 0;
}

int timespec_get(struct timespec *now, int base)
{
    if (base != TIME_UTC)
        return 0;
    clock_gettime(CLOCK_REALTIME, now);
    return base;
}

int clock_getres(clockid_t clock, struct timespec *resolution)
{
    if (!is_clock(clock))
        return refuse(EINVAL);
    if (resolution)
        *resolution = (struct timespec){.tv_nsec = 1};
    return 0;
}

double difftime(time_t later, time_t earlier)
{
    return (double)(later - earlier);
}
