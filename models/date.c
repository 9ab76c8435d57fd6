/* Dates. The time zone is UTC, as where nothing is set.
 *
 * Years begin in March here, so that the day that some of them have more is their last one: then the day of the year
 * gives the month by one division, whatever the year. */
#include "internal.h"

#include <errno.h>
#include <limits.h>

enum {
    DAY_SECONDS = 86400,
    HOUR_SECONDS = 3600,
    MINUTE_SECONDS = 60,
    CENTURIES_DAYS = 146097, /* of 400 years */
    CENTURY_DAYS = 36524,
    LEAP_DAYS = 1461, /* of four years */
    YEAR_DAYS = 365,
    FIRST_DAY = 719468,  /* 1970-01-01, counted from the first of March of the year 0 */
    JANUARY_FIRST = 306, /* in a year that begins in March */
    THURSDAY = 4,
};

/* Rounded down, also below zero. */
static int64_t quotient(int64_t number, int64_t by)
{
    return number / by - (number % by < 0);
}

/* Days from the first of March until the first of the month, which is 0 for March. */
static int days_before(int month)
{
    return (153 * month + 2) / 5;
}

static _Bool is_leap(int64_t year)
{
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

/* Years and days of a period of 400 years, which begins with a first of March. */
static void fill_day(struct tm *date, int64_t period, int day)
{
    int year = (day - day / (LEAP_DAYS - 1) + day / CENTURY_DAYS - day / (CENTURIES_DAYS - 1)) / YEAR_DAYS;
    int of_year = day - (YEAR_DAYS * year + year / 4 - year / 100);
    int month = (5 * of_year + 2) / 153;
    _Bool is_next = of_year >= JANUARY_FIRST;
    int64_t number = 400 * period + year + is_next;
    date->tm_mday = of_year - days_before(month) + 1;
    date->tm_mon = is_next ? month - 10 : month + 2;
    date->tm_yday = is_next ? of_year - JANUARY_FIRST : of_year + 31 + 28 + is_leap(number);
    date->tm_year = (int)(number - 1900);
}

static struct tm *fill(struct tm *date, time_t seconds)
{
    int64_t days = quotient(seconds, DAY_SECONDS), since = days + FIRST_DAY;
    int64_t period = quotient(since, CENTURIES_DAYS);
    int rest = (int)(seconds - days * DAY_SECONDS);
    if (period > INT_MAX / 400 || period < INT_MIN / 400) {
        errno = EOVERFLOW;
        return NULL;
    }
    fill_day(date, period, (int)(since - period * CENTURIES_DAYS));
    date->tm_wday = (int)(days + THURSDAY - 7 * quotient(days + THURSDAY, 7));
    date->tm_hour = rest / HOUR_SECONDS;
    date->tm_min = rest % HOUR_SECONDS / MINUTE_SECONDS;
    date->tm_sec = rest % MINUTE_SECONDS;
    date->tm_isdst = 0;
    date->tm_gmtoff = 0;
    date->tm_zone = "UTC";
    return date;
}

struct tm *gmtime_r(const time_t *restrict seconds, struct tm *restrict date)
{
    return fill(date, *seconds);
}

struct tm *localtime_r(const time_t *restrict seconds, struct tm *restrict date)
{
    return fill(date, *seconds);
}

/* One for all threads: that is what the functions with _r are for. */
static struct tm shared;

struct tm *gmtime(const time_t *seconds)
{
    return fill(&shared, *seconds);
}

struct tm *localtime(const time_t *seconds)
{
    return fill(&shared, *seconds);
}

/* Fields out of their range count as well. */
time_t timegm(struct tm *date)
{
    int64_t months = (int64_t)date->tm_mon - 2;
    int64_t years = date->tm_year + INT64_C(1900) + quotient(months, 12);
    int64_t period = quotient(years, 400);
    int year = (int)(years - 400 * period), month = (int)(months - 12 * quotient(months, 12));
    int64_t days = period * CENTURIES_DAYS + year * YEAR_DAYS + year / 4 - year / 100 + days_before(month) - FIRST_DAY +
                   date->tm_mday - 1;
    int64_t seconds = days * DAY_SECONDS + (int64_t)date->tm_hour * HOUR_SECONDS +
                      (int64_t)date->tm_min * MINUTE_SECONDS + date->tm_sec;
    fill(date, (time_t)seconds);
    return (time_t)seconds;
}

time_t mktime(struct tm *date)
{
    return timegm(date);
}
