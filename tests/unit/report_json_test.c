/* What report/json.h writes is JSON, whatever the strings are. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../tools/json_check.h"
#include "base/random.h"
#include "report/json.h"

static void check_text(json *j, const char *expected)
{
    assert_true(json_is_valid(strbuf_text(&j->text)));
    assert_string_equal(strbuf_text(&j->text), expected);
    strbuf_clear(&j->text);
}

static void test_checker_knows_json(void **state)
{
    static const char *const RIGHT[] = {
        "{}",      "[]",     "[1,-2.5e+3,0]",     "{\"a\":[true,false,null]}", " \"\\u00e4\\n\" ",
        "\"ä鳥\"", "[[[]]]", "{\"\":{\"x\":0.5}}"};
    static const char *const WRONG[] = {"",       "{",        "[1,]",         "{\"a\"}",  "{a:1}",
                                        "[1 2]",  "01",       "\"\n\"",       "\"\\x\"",  "\"\\u12\"",
                                        "[] []",  "\"\xff\"", "\"\xc0\x80\"", "nul",      "\"\xed\xa0\x80\"",
                                        "\"open", "-",        "1.",           "{\"a\":}", "[,1]"};
    (void)state;
    for (size_t i = 0; i < sizeof RIGHT / sizeof *RIGHT; i++)
        if (!json_is_valid(RIGHT[i]))
            fail_msg("refused: %s", RIGHT[i]);
    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++)
        if (json_is_valid(WRONG[i]))
            fail_msg("accepted: %s", WRONG[i]);
}

static void test_nesting(void **state)
{
    (void)state;
    json j = {0};
    json_begin(&j, '{');
    json_key(&j, "empty");
    json_begin(&j, '[');
    json_end(&j, ']');
    json_key(&j, "list");
    json_begin(&j, '[');
    json_number(&j, 0);
    json_number(&j, UINT64_MAX);
    json_bool(&j, true);
    json_bool(&j, false);
    json_begin(&j, '{');
    json_end(&j, '}');
    json_begin(&j, '[');
    json_string(&j, "deep");
    json_end(&j, ']');
    json_end(&j, ']');
    json_key(&j, "last");
    json_double(&j, 1.5);
    json_end(&j, '}');
    check_text(&j, "{\"empty\":[],\"list\":[0,18446744073709551615,true,false,{},[\"deep\"]],\"last\":1.500}");
}

static void test_strings(void **state)
{
    static const struct {
        const char *value, *expected;
    } CASES[] = {
        {"", "\"\""},
        {"plain", "\"plain\""},
        {"a\"b\\c", "\"a\\\"b\\\\c\""},
        {"line\nand\ttab\x01", "\"line\\u000aand\\u0009tab\\u0001\""},
        {"\x7f", "\"\\u007f\""},
        {"ä € 鳥 😀", "\"ä € 鳥 😀\""},
        {"lone \xff byte", "\"lone \\ufffd byte\""},
        {"cut \xe2\x82", "\"cut \\ufffd\\ufffd\""},
        {"overlong \xc0\xaf", "\"overlong \\ufffd\\ufffd\""},
        {"surrogate \xed\xa0\x80", "\"surrogate \\ufffd\\ufffd\\ufffd\""},
        {"beyond \xf4\x90\x80\x80", "\"beyond \\ufffd\\ufffd\\ufffd\\ufffd\""},
    };
    (void)state;
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        json j = {0};
        json_string(&j, CASES[i].value);
        check_text(&j, CASES[i].expected);
    }
}

static void test_random_bytes(void **state)
{
    (void)state;
    random_source random = random_seeded(1);
    for (int round = 0; round < 20000; round++) {
        char value[9] = {0};
        for (int i = 0; i < 8; i++)
            value[i] =
                (char)(random_below(&random, 2) ? 0x80 + random_below(&random, 0x80) : 1 + random_below(&random, 0x7f));
        json j = {0};
        json_begin(&j, '{');
        json_key(&j, value);
        json_string(&j, value + 1);
        json_end(&j, '}');
        if (!json_is_valid(strbuf_text(&j.text)))
            fail_msg("%s", strbuf_text(&j.text));
        strbuf_clear(&j.text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_checker_knows_json),
        cmocka_unit_test(test_nesting),
        cmocka_unit_test(test_strings),
        cmocka_unit_test(test_random_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
