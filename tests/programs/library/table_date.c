/* Dates from seconds, and back.
 *
 * Verdict: SC safe
 */
#include "table.h"

#include <time.h>

static void check(time_t seconds, int year, int month, int day, int week_day, int year_day)
{
    struct tm date;
    assert(gmtime_r(&seconds, &date) == &date);
    ROW(date.tm_year + 1900, year);
    ROW(date.tm_mon + 1, month);
    ROW(date.tm_mday, day);
    ROW(date.tm_wday, week_day);
    ROW(date.tm_yday, year_day);
    ROW(timegm(&date), seconds);
}

int main(void)
{
    struct tm date = {.tm_year = 123, .tm_mon = 13, .tm_mday = 30, .tm_hour = 25};
    time_t time = 86399;
    check(0, 1970, 1, 1, 4, 0);
    check(-1, 1969, 12, 31, 3, 364);
    check(951782400, 2000, 2, 29, 2, 59);
    check(951868800, 2000, 3, 1, 3, 60);
    check(1709251199, 2024, 2, 29, 4, 59);
    check(1735603200, 2024, 12, 31, 2, 365);
    if (sizeof(time_t) > sizeof(int)) {
        check((time_t)-2203977600, 1900, 2, 28, 3, 58);
        check((time_t)-2203891200, 1900, 3, 1, 4, 59);
    }
    ROW(gmtime(&time)->tm_hour, 23);
    ROW(gmtime(&time)->tm_min, 59);
    ROW(gmtime(&time)->tm_sec, 59);
    assert(localtime(&time) != NULL);
    ROW(timegm(&date), 1709341200); /* 30 February 2024, 25 o'clock */
    ROW(date.tm_mon, 2);
    ROW(date.tm_mday, 2);
    ROW(date.tm_hour, 1);
    assert(localtime_r(&time, &date) == &date);
    ROW(mktime(&date), time); /* in any time zone */
    ROW(difftime(5, 3), 2);
    ROW(difftime(3, 5), -2);
    END_OF_TABLE();
    return 0;
}
