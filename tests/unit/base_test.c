#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/diag.h"
#include "base/hash.h"
#include "base/log.h"
#include "base/map.h"
#include "base/random.h"
#include "base/strbuf.h"
#include "base/vec.h"

enum { MANY = 5000 };

static void a_vector_keeps_what_is_pushed(void **state)
{
    (void)state;
    VEC(uint32_t) numbers = {0};
    for (uint32_t i = 0; i < MANY; i++)
        vec_push(&numbers, i * i);
    assert_int_equal(numbers.size, MANY);
    assert_true(numbers.capacity >= numbers.size);
    for (uint32_t i = 0; i < MANY; i++)
        assert_int_equal(numbers.data[i], i * i);
    assert_int_equal(*vec_last(&numbers), (MANY - 1) * (MANY - 1));
    for (uint32_t i = MANY; i-- > 0;)
        assert_int_equal(vec_pop(&numbers), i * i);
    assert_int_equal(numbers.size, 0);
    vec_clear(&numbers);
    assert_null(numbers.data);
    vec_push(&numbers, 7);
    assert_int_equal(numbers.data[0], 7);
    vec_clear(&numbers);
}

static void resizing_a_vector_zeroes_what_is_new(void **state)
{
    (void)state;
    VEC(uint64_t) words = {0};
    vec_push(&words, 1);
    vec_push(&words, 2);
    vec_resize(&words, 1);
    vec_resize(&words, 100);
    assert_int_equal(words.data[0], 1);
    for (uint32_t i = 1; i < 100; i++)
        assert_int_equal(words.data[i], 0);
    vec_clear(&words);
}

static void appending_copies_all_elements(void **state)
{
    (void)state;
    const char text[] = "warp and weft";
    VEC(char) chars = {0};
    for (uint32_t i = 0; i < 3; i++)
        vec_append(&chars, text, (uint32_t)sizeof text);
    vec_append(&chars, text, 0);
    assert_int_equal(chars.size, 3 * sizeof text);
    for (uint32_t i = 0; i < 3; i++)
        assert_string_equal(chars.data + i * sizeof text, text);
    vec_clear(&chars);
}

static void a_map_does_what_an_array_would(void **state)
{
    (void)state;
    enum { KEYS = 700 };
    uint64_t expected[KEYS];
    uint64_t present = 0;
    memset(expected, 0xff, sizeof expected);
    map m = {0};
    random_source random = random_seeded(42);
    for (uint32_t i = 0; i < 20 * MANY; i++) {
        uint64_t slot = random_below(&random, KEYS);
        uint64_t key = slot ? slot << 40 : UINT64_MAX - 1; /* alike in their low bits, and the largest key */
        if (random_below(&random, 3) == 0) {
            present += expected[slot] == UINT64_MAX;
            expected[slot] = random_below(&random, 1000);
            map_put(&m, key, expected[slot]);
        }
        assert_int_equal(map_get(&m, key, UINT64_MAX), expected[slot]);
        const uint64_t *found = map_find(&m, key);
        assert_int_equal(found != NULL, expected[slot] != UINT64_MAX);
    }
    assert_int_equal(m.count, present);
    map_clear(&m);
    assert_null(map_find(&m, 1));
    assert_int_equal(map_get(&m, 1, 5), 5);
}

static void a_map_stays_sparse(void **state)
{
    (void)state;
    map m = {0};
    for (uint64_t i = 0; i < MANY; i++) {
        map_put(&m, i << 32, i);
        assert_true((m.count - 1) * 8 < m.capacity * 5);
        assert_int_equal(m.capacity & (m.capacity - 1), 0);
    }
    assert_int_equal(m.count, MANY);
    for (uint64_t i = 0; i < MANY; i++)
        assert_int_equal(map_get(&m, i << 32, MANY), i);
    map_clear(&m);
}

static void a_string_grows_and_ends_in_zero(void **state)
{
    (void)state;
    strbuf text = {0};
    assert_string_equal(strbuf_text(&text), "");
    for (int i = 0; i < 1000; i++) {
        strbuf_addf(&text, "%d,", i % 10);
        assert_int_equal(strlen(strbuf_text(&text)), text.size);
    }
    assert_int_equal(text.size, 2000);
    assert_memory_equal(text.text, "0,1,2,3,4,5,6,7,8,9,0,", 22);
    strbuf_reset(&text);
    assert_string_equal(strbuf_text(&text), "");
    strbuf_add(&text, "heddle");
    strbuf_add_char(&text, '!');
    strbuf_add_bytes(&text, "??more", 2);
    strbuf_addf(&text, "%s", "");
    char *taken = strbuf_take(&text);
    assert_string_equal(taken, "heddle!??");
    free(taken);
    char *nothing = strbuf_take(&text);
    assert_string_equal(nothing, "");
    free(nothing);
    strbuf_clear(&text);
}

static void different_inputs_have_different_hashes(void **state)
{
    (void)state;
    map seen = {0};
    unsigned char bytes[40] = {0};
    for (size_t length = 0; length <= sizeof bytes; length++) {
        for (size_t bit = 0; bit <= length * 8; bit++) {
            if (bit < length * 8)
                bytes[bit / 8] ^= (unsigned char)(1u << bit % 8);
            hash128 hash = hash128_start();
            hash128_bytes(&hash, bytes, length);
            assert_null(map_find(&seen, hash.a));
            map_put(&seen, hash.a, length);
            if (bit < length * 8)
                bytes[bit / 8] ^= (unsigned char)(1u << bit % 8);
        }
    }
    map_clear(&seen);
}

static void the_order_of_words_matters_to_a_hash(void **state)
{
    (void)state;
    hash128 one = hash128_start();
    hash128 two = hash128_start();
    hash128_word(&one, 1);
    hash128_word(&one, 2);
    hash128_word(&two, 2);
    hash128_word(&two, 1);
    assert_true(one.a != two.a && one.b != two.b);
}

static void a_sum_of_hashes_knows_places_and_forgets_what_is_taken_out(void **state)
{
    (void)state;
    hash128 one = {0, 0}, two = {0, 0}, part = hash128_part(7, (hash128){3, 4});
    hash128_add_words(&one, 5, (uint64_t[]){1, 2}, 2);
    hash128_add_words(&two, 5, (uint64_t[]){2, 1}, 2);
    assert_true(one.a != two.a && one.b != two.b);
    hash128 before = one;
    hash128_add(&one, part);
    assert_true(one.a != before.a && one.b != before.b);
    hash128_subtract(&one, part);
    assert_memory_equal(&one, &before, sizeof one);
}

/* Words that differ little, as registers do: no two vectors of three small ones have a sum in common, in either half.
 */
static void sums_of_small_words_differ(void **state)
{
    enum { VALUES = 24 };
    (void)state;
    map seen[2] = {{0}, {0}};
    for (uint64_t i = 0; i < VALUES * VALUES * VALUES; i++) {
        hash128 sum = {0, 0};
        hash128_add_words(&sum, 0, (uint64_t[]){i % VALUES, i / VALUES % VALUES, i / VALUES / VALUES}, 3);
        assert_true(map_find(&seen[0], sum.a) == NULL && map_find(&seen[1], sum.b) == NULL);
        map_put(&seen[0], sum.a, 1);
        map_put(&seen[1], sum.b, 1);
    }
    map_clear(&seen[0]);
    map_clear(&seen[1]);
}

static void mixing_flips_about_half_of_the_bits(void **state)
{
    (void)state;
    for (unsigned bit = 0; bit < 64; bit++) {
        int flipped = 0;
        for (uint64_t x = 1; x <= 100; x++)
            flipped += __builtin_popcountll(hash_mix(x) ^ hash_mix(x ^ UINT64_C(1) << bit));
        assert_in_range(flipped, 2800, 3600);
    }
}

static void random_numbers_are_repeatable_and_even(void **state)
{
    (void)state;
    enum { BOUND = 10, ROUNDS = 10000 };
    random_source one = random_seeded(7);
    random_source same = random_seeded(7);
    random_source other = random_seeded(8);
    uint32_t counts[BOUND] = {0};
    uint32_t equal = 0;
    for (uint32_t i = 0; i < ROUNDS; i++) {
        uint64_t word = random_word(&one);
        assert_int_equal(word, random_word(&same));
        uint64_t below = random_below(&other, BOUND);
        assert_true(below < BOUND);
        counts[below]++;
        equal += word % BOUND == below;
    }
    for (uint32_t i = 0; i < BOUND; i++)
        assert_in_range(counts[i], 850, 1150);
    assert_in_range(equal, 850, 1150);
    assert_int_equal(random_below(&one, 1), 0);
}

static void the_first_error_wins(void **state)
{
    (void)state;
    diag d = {0};
    assert_false(diag_fail(&d, STATUS_BAD_INPUT, "%s:%d: first", "a.c", 3));
    assert_false(diag_fail(&d, STATUS_INTERNAL, "second"));
    assert_int_equal(d.status, STATUS_BAD_INPUT);
    assert_string_equal(d.message, "a.c:3: first");
    diag_clear(&d);
    assert_int_equal(d.status, STATUS_OK);
    assert_null(d.message);
}

static void empty_memory_is_not_null(void **state)
{
    (void)state;
    void *none = alloc_bytes(0);
    assert_non_null(none);
    none = alloc_resize(none, 0);
    assert_non_null(none);
    free(none);
    unsigned char *zeroes = alloc_zeroed(10, 10);
    for (int i = 0; i < 100; i++)
        assert_int_equal(zeroes[i], 0);
    free(zeroes);
    char *copy = alloc_string("shed");
    assert_string_equal(copy, "shed");
    free(copy);
}

static void clocks_go_forward(void **state)
{
    (void)state;
    double wall = clock_wall_seconds();
    double cpu = clock_cpu_seconds();
    assert_true(clock_wall_seconds() >= wall);
    assert_true(clock_cpu_seconds() >= cpu && cpu >= 0);
    assert_true(clock_peak_bytes() > 100000);
}

static int count_calls(int *calls)
{
    return ++*calls;
}

/* Logging must not change what a program does, and unless it is built in, must cost nothing. */
static void the_log_evaluates_nothing_unless_it_is_there(void **state)
{
    (void)state;
    int calls = 0;
    LOG(base, "called %d times", count_calls(&calls));
    LOG_CALL(log_numbers("base", "numbers", (int[]){count_calls(&calls)}, 1));
    assert_int_equal(calls, LOG_IS_ON ? 2 : 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_vector_keeps_what_is_pushed),
        cmocka_unit_test(resizing_a_vector_zeroes_what_is_new),
        cmocka_unit_test(appending_copies_all_elements),
        cmocka_unit_test(a_map_does_what_an_array_would),
        cmocka_unit_test(a_map_stays_sparse),
        cmocka_unit_test(a_string_grows_and_ends_in_zero),
        cmocka_unit_test(different_inputs_have_different_hashes),
        cmocka_unit_test(the_order_of_words_matters_to_a_hash),
        cmocka_unit_test(a_sum_of_hashes_knows_places_and_forgets_what_is_taken_out),
        cmocka_unit_test(sums_of_small_words_differ),
        cmocka_unit_test(mixing_flips_about_half_of_the_bits),
        cmocka_unit_test(random_numbers_are_repeatable_and_even),
        cmocka_unit_test(the_first_error_wins),
        cmocka_unit_test(empty_memory_is_not_null),
        cmocka_unit_test(clocks_go_forward),
        cmocka_unit_test(the_log_evaluates_nothing_unless_it_is_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
