/* Clocks show any time that is one: never negative, parts of a second in their range.
 *
 * Verdict: SC violation
 * Options: --nondet 0..1
 * Prints: clock.c:19: assertion
 * Prints: clock.c:30: assertion
 * Prints: clock.c:33: assertion
 * Prints-not: assertion `range`
 */
#include <assert.h>
#include <sys/time.h>
#include <time.h>

static void check_whole(void)
{
    time_t stored, now = time(&stored);
    int range = now == stored && now >= 0 && clock() >= 0;
    assert(range);
    assert(now != 1);
    range = difftime(5, 3) == 2;
    assert(range);
}

static void check_parts(void)
{
    struct timeval now;
    struct timespec precise;
    int range = gettimeofday(&now, NULL) == 0 && now.tv_sec >= 0 && now.tv_usec >= 0 && now.tv_usec < 1000000;
    assert(range);
    assert(now.tv_usec == 0);
    range = clock_gettime(CLOCK_MONOTONIC, &precise) == 0 && precise.tv_nsec >= 0 && precise.tv_nsec < 1000000000;
    assert(range);
    assert(precise.tv_sec == 0);
    range = timespec_get(&precise, TIME_UTC) == TIME_UTC;
    assert(range);
    range = clock_getres(CLOCK_REALTIME, &precise) == 0 && precise.tv_nsec == 1;
    assert(range);
}

int main(void)
{
    check_whole();
    check_parts();
    return 0;
}
