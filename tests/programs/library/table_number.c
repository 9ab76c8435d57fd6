/* Text to numbers, and integer arithmetic of <stdlib.h>.
 *
 * Verdict: SC safe
 */
#include "table.h"

#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>

static void check_parsing(void)
{
    const char *text = " -12x";
    char *end;
    assert(atoi("42") == 42 && atoi("-7") == -7 && atoi("+3z") == 3 && atoi("z") == 0);
    assert(atol("1234567890") == 1234567890 && atoll("-1") == -1);
    assert(strtol(text, &end, 10) == -12 && *end == 'x');
    assert(strtol("0x1f", &end, 0) == 31 && *end == 0);
    assert(strtol("0x1f", NULL, 16) == 31 && strtol("1F", NULL, 16) == 31);
    assert(strtol("017", NULL, 0) == 15 && strtol("101", NULL, 2) == 5 && strtol("zz", NULL, 36) == 1295);
    assert(strtol("0xg", &end, 0) == 0 && *end == 'x');
    text = "none";
    assert(strtol(text, &end, 10) == 0 && end == text);
    assert(strtoul("-1", NULL, 10) == ULONG_MAX);
    assert(strtoull("18446744073709551615", NULL, 10) == ULLONG_MAX && errno == 0);
    assert(strtoimax("-9", NULL, 10) == -9 && strtoumax("9", NULL, 10) == 9);
}

static void check_range(void)
{
    errno = 0;
    assert(strtoll("9223372036854775807", NULL, 10) == LLONG_MAX && errno == 0);
    assert(strtoll("-9223372036854775808", NULL, 10) == LLONG_MIN && errno == 0);
    assert(strtoll("9223372036854775808", NULL, 10) == LLONG_MAX && errno == ERANGE);
    errno = 0;
    assert(strtoll("-9223372036854775809", NULL, 10) == LLONG_MIN && errno == ERANGE);
    errno = 0;
    assert(strtoull("18446744073709551616", NULL, 10) == ULLONG_MAX && errno == ERANGE);
    errno = 0;
    assert(strtol("99999999999999999999", NULL, 10) == LONG_MAX && errno == ERANGE);
    errno = 0;
    assert(strtoul("99999999999999999999", NULL, 10) == ULONG_MAX && errno == ERANGE);
}

/* There are bases from 2 to 36, and 0. */
static void check_base(void)
{
    static const int bases[] = {37, 1, -1, INT_MIN, INT_MAX};
    for (int i = 0; i < 5; i++) {
        errno = 0;
        assert(strtol("12", NULL, bases[i]) == 0 && errno == EINVAL);
        errno = 0;
        assert(strtoull("zz", NULL, bases[i]) == 0 && errno == EINVAL);
    }
}

static void check_arithmetic(void)
{
    div_t quotient = div(-7, 2);
    ldiv_t long_quotient = ldiv(7, -2);
    lldiv_t longer_quotient = lldiv(1LL << 40, 3);
    assert(abs(-3) == 3 && abs(3) == 3 && labs(-3L) == 3 && llabs(-3LL) == 3 && imaxabs(-4) == 4);
    assert(quotient.quot == -3 && quotient.rem == -1);
    assert(long_quotient.quot == -3 && long_quotient.rem == 1);
    assert(longer_quotient.quot == (1LL << 40) / 3 && longer_quotient.rem == 1);
    assert(imaxdiv(9, 4).rem == 1);
}

int main(void)
{
    check_parsing();
    check_range();
    check_base();
    check_arithmetic();
    END_OF_TABLE();
    return 0;
}
