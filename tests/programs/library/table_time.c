/* Clocks and sleeping: clocks that do not exist, times that are none, and a clock that never goes back.
 *
 * Verdict: SC bounded
 * Check: safe
 */
#include "table.h"

#include <poll.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static const struct timespec nothing, no_time = {.tv_nsec = 1000000000}, negative = {.tv_sec = -1};

static void check_sleep(void)
{
    ROW(nanosleep(&nothing, NULL), 0);
    FAILS(nanosleep(&no_time, NULL), EINVAL);
    FAILS(nanosleep(&negative, NULL), EINVAL);
    ROW(clock_nanosleep(CLOCK_MONOTONIC, 0, &nothing, NULL), 0);
    ROW(clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &nothing, NULL), 0);
    ROW(clock_nanosleep(CLOCK_MONOTONIC, 0, &no_time, NULL), EINVAL);
    ROW(clock_nanosleep(CLOCK_THREAD_CPUTIME_ID, 0, &nothing, NULL), EINVAL);
    ROW(clock_nanosleep(77, 0, &nothing, NULL), EINVAL);
    ROW(clock_nanosleep(CLOCK_MONOTONIC_RAW, 0, &nothing, NULL), ENOTSUP);
    ROW(clock_nanosleep(CLOCK_REALTIME_COARSE, 0, &no_time, NULL), ENOTSUP);
    ROW(clock_nanosleep(CLOCK_MONOTONIC_COARSE, TIMER_ABSTIME, &nothing, NULL), ENOTSUP);
    ROW(poll(NULL, 0, 0), 0);
    ROW(usleep(0), 0);
    ROW(sleep(0), 0);
}

static int is_earlier(const struct timespec *one, const struct timespec *other)
{
    return one->tv_sec < other->tv_sec || (one->tv_sec == other->tv_sec && one->tv_nsec < other->tv_nsec);
}

int main(void)
{
    struct timespec first, second;
    check_sleep();
    clockid_t clock;
    struct timeval now;
    ROW(gettimeofday(&now, NULL), 0);
    ROW(now.tv_usec >= 0 && now.tv_usec < 1000000, 1);
    ROW(clock_getcpuclockid(0, &clock), 0);
    ROW(clock_getcpuclockid(getpid(), &clock), 0);
    ROW(clock_gettime(clock, &first), 0);
    FAILS(clock_gettime(77, &first), EINVAL);
    FAILS(clock_getres(77, &first), EINVAL);
    ROW(clock_gettime(CLOCK_REALTIME, &first), 0);
    ROW(clock_getres(CLOCK_MONOTONIC, NULL), 0);
    ROW(timespec_get(&first, TIME_UTC), TIME_UTC);
    ROW(timespec_get(&first, 0), 0);
    ROW(clock_gettime(CLOCK_MONOTONIC, &first), 0);
    ROW(clock_gettime(CLOCK_MONOTONIC, &second), 0);
    ROW(is_earlier(&second, &first), 0);
    END_OF_TABLE();
    return 0;
}
