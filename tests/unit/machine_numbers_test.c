/* Every object of every thread has a number of its own, which tells whose it is. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/map.h"
#include "machine/numbers.h"

enum { THREADS = 128, OBJECTS = 200 };

static void numbers_tell_their_owner(void **state)
{
    (void)state;
    map seen = {0};
    for (uint32_t thread = 0; thread < THREADS; thread++)
        for (uint64_t k = 0; k < OBJECTS; k++) {
            uint64_t number = numbers_make(thread, k), back;
            assert_int_equal(numbers_owner(number, &back), thread);
            assert_int_equal(back, k);
            assert_null(map_find(&seen, number));
            map_put(&seen, number, 1);
        }
    map_clear(&seen);
}

/* Few numbers are enough for the first threads. */
static void first_threads_have_small_numbers(void **state)
{
    (void)state;
    assert_in_range(numbers_make(0, 500), 0, 1022);
    assert_in_range(numbers_make(4, 60), 0, 1022);
    assert_in_range(numbers_make(12, 15), 0, 1022);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_tell_their_owner),
        cmocka_unit_test(first_threads_have_small_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
