/* Recorded executions as text: what is printed of a history is read again as the same one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "consistency/consistency.h"
#include "observed/answer.h"
#include "support/history_shrink.h"
#include "support/no_forwarding.h"
#include "support/random_history.h"

enum { SEEDS = 3000 };

static observed *read_text(const char *text, diag *d)
{
    return observed_read("test", text, strlen(text), d);
}

static void compare_answers(const observed *o, const history *h, consistency *c)
{
    for (int i = 0; i < TESTED_COUNT; i++) {
        observed_answer a;
        consistency_answer expected = consistency_check(c, h, tested_model(i), NULL);
        observed_answer_find(&a, o, tested_model(i), c, NULL);
        assert_int_equal(a.answer, expected);
        assert_true(expected == CONSISTENCY_NO || a.witness.size >= h->steps.size);
        observed_answer_clear(&a);
    }
}

static void make_history(history *h, random_source *r)
{
    random_history_shape shape = random_history_small(r, 4, 16, 4);
    random_history_steps(h, r, &shape);
    if (!random_history_run(h, r, MODELS[random_below(r, MODEL_MACHINE_COUNT)]) || random_below(r, 2) == 0)
        random_history_guess(h, r);
}

static void test_printed_histories_have_the_same_answers(void **state)
{
    (void)state;
    history h = {0};
    consistency *c = consistency_new();
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        random_source r = random_seeded(seed);
        strbuf text = {0};
        diag d = {0};
        make_history(&h, &r);
        history_print(&h, &text);
        observed *o = read_text(strbuf_text(&text), &d);
        if (o == NULL)
            fail_msg("%s in\n%s", d.message, strbuf_text(&text));
        compare_answers(o, &h, c);
        observed_free(o);
        strbuf_clear(&text);
    }
    history_clear(&h);
    consistency_free(c);
}

/* Every text that is cut off somewhere, or has a byte changed, is read or refused. */
static void test_damaged_texts_are_no_disaster(void **state)
{
    (void)state;
    static const char TEXT[] =
        "initial x,y 5,0x10 # first\nmain: create t2\r\nt2 begin\nt2 rmw x 5 -> 6 as a\nt2 read x 6\nt2 end\n"
        "main write z as w1\nmain write y,z -1,2 as w2\nmain order w1 w2\nt2 read y,z from w2\nmain sfence\n"
        "main join t2\nmain read x from a\nt2 mfence";
    char copy[sizeof TEXT];
    random_source r = random_seeded(1);
    uint32_t good = 0;
    for (uint32_t i = 0; i < 4 * sizeof TEXT; i++) {
        diag d = {0};
        memcpy(copy, TEXT, sizeof TEXT);
        size_t size = i < sizeof TEXT ? i : sizeof TEXT - 1;
        if (i >= sizeof TEXT)
            copy[random_below(&r, sizeof TEXT - 1)] = (char)random_word(&r);
        observed *o = observed_read("test", copy, size, &d);
        assert_true((o != NULL) == (d.message == NULL));
        good += o != NULL;
        observed_free(o);
        diag_clear(&d);
    }
    assert_true(good > sizeof TEXT / 4);
}

static void expect_message(const char *text, const char *message)
{
    diag d = {0};
    assert_null(read_text(text, &d));
    assert_string_equal(d.message, message);
    diag_clear(&d);
}

static void test_messages_name_the_line(void **state)
{
    (void)state;
    expect_message("t1", "test:1: error: expected read, write, rmw, fence, sfence, begin, end, create, join or order "
                         "behind the thread, not the end of the line");
    expect_message("\nt1 load x 1", "test:2: error: expected read, write, rmw, fence, sfence, begin, end, create, join "
                                    "or order behind the thread, not `load`");
    expect_message("t1 read x", "test:1: error: expected `read PLACE VALUE` or `read PLACE from WRITE`, not the end of "
                                "the line");
    expect_message("t1 write", "test:1: error: expected `write PLACE` or `write PLACE VALUE`, not the end of the line");
    expect_message("t1 write x 1 2", "test:1: error: expected the end of the line, not `2`");
    expect_message("t1 write x,,y", "test:1: error: expected the name of a place before and after each comma");
    expect_message("t1 write x,x", "test:1: error: `x` is named twice");
    expect_message("t1 write x,y 1", "test:1: error: expected 2 values, one for each place");
    expect_message("t1 write x one", "test:1: error: expected a value, decimal or hexadecimal, not `one`");
    expect_message("t1 write x 0x", "test:1: error: expected a value, decimal or hexadecimal, not `0x`");
    expect_message("t1 write x 18446744073709551616",
                   "test:1: error: the value `18446744073709551616` has more than 64 bits");
    expect_message("t1 read x from", "test:1: error: expected the name of a write, or `initial`, not the end of the "
                                     "line");
    expect_message("t1 read x from a", "test:1: error: no write is named `a`");
    expect_message("t1 write y as a\nt1 read x from a", "test:2: error: line 1, named `a`, does not write `x`");
    expect_message("t1 write y as a\nt1 write y as a", "test:2: error: line 1 has the name `a` already");
    expect_message("t1 fence as a", "test:1: error: only what writes has a name");
    expect_message("t1 write x as initial", "test:1: error: expected a name without commas that is not `initial`, not "
                                            "`initial`");
    expect_message("t1 read x 1", "test:1: error: nobody writes this value to `x`, and its initial value is 0");
    expect_message("t1 write x 1\nt2 write x 1\nt3 read x 1",
                   "test:3: error: lines 1 and 2 both write this value to `x`: name the source with `from`");
    expect_message("t1 write x 0\nt3 read x 0",
                   "test:2: error: this is the initial value of `x`, and line 1 writes it, "
                   "too: name the source with `from`");
    expect_message("t1 write x\nt3 read x 0", "test:2: error: line 1 does not say what it writes to `x`, so values "
                                              "cannot tell what is read: name the source with `from`");
    expect_message("initial x", "test:1: error: expected `initial PLACE VALUE`");
    expect_message("initial x,y 1", "test:1: error: expected as many values as places");
    expect_message("initial x 1\ninitial x 2", "test:2: error: line 1 has the initial value of `x` already");
    expect_message("t1 begin\nt2 fence", "test:1: error: this block has no `end`");
    expect_message("t1 begin\nt1 begin\nt1 end", "test:2: error: a block in the block that begins in line 1");
    expect_message("t1 end", "test:1: error: there is no `begin` before this `end`");
    expect_message("t1 create t1", "test:1: error: a thread cannot create itself");
    expect_message("t1 join t1", "test:1: error: a thread cannot join itself");
    expect_message("t1 create", "test:1: error: expected `create THREAD`, not the end of the line");
    expect_message("t1 create t2\nt3 create t2", "test:2: error: `t2` is created in line 1 already");
    expect_message("t1 order a b", "test:1: error: no write is named `a`");
    expect_message("t1 write x as a\nt2 write x as b\nt1 order a b", "test:3: error: `b` is no plain write of `t1`");
    expect_message("t1 write x as a\nt1 write y as b\nt1 order b a",
                   "test:3: error: the first write must come before the second one in the thread");
    expect_message("t1 write x \x01", "test:1: error: a byte that is no text");
    expect_message("a b c d e f g h i j k", "test:1: error: there are too many words");
}

/* Text, and the first reason why it cannot be; NULL: it can. */
static void expect_reason(const char *text, const char *reason)
{
    diag d = {0};
    observed_answer a;
    consistency *c = consistency_new();
    observed *o = read_text(text, &d);
    assert_non_null(o);
    observed_answer_find(&a, o, &MODEL_PSO, c, NULL);
    assert_int_equal(a.answer, reason ? CONSISTENCY_NO : CONSISTENCY_YES);
    if (reason)
        assert_string_equal(a.reasons.data[0].text, reason);
    observed_answer_clear(&a);
    observed_free(o);
    consistency_free(c);
}

static void test_blocks_see_themselves(void **state)
{
    (void)state;
    expect_reason("t begin\nt write x 1\nt read x 1\nt write x 2\nt read x 2\nt end\nu read x 2", NULL);
    expect_reason("t begin\nt write x 1\nt read x 0\nt end",
                  "line 3 does not read `x` from line 2, which has just written it in the same block");
    expect_reason("t begin\nt read x 1\nt write x 1\nt end",
                  "line 2 reads `x` from line 3, which writes it only afterwards");
    expect_reason("t begin\nt write x 1\nt write x 2\nt end\nu read x 1",
                  "nobody else can read `x` from line 2: line 3 overwrites it in the same block");
    expect_reason("t rmw x from a as a", "line 1 reads `x` from line 1, which writes it only afterwards");
    expect_reason("t write x 1\nt read x 0",
                  "line 2 (t read x 0) reads something older than line 1 (t write x 1), which "
                  "its own thread wrote there before");
    expect_reason("t read x 1\nt write x 1",
                  "line 2 (t write x 1) reaches memory before line 1 (t read x 1): line 1 reads it");
}

/* Values are 64 bits, whatever they are written as. */
static void test_values_are_numbers(void **state)
{
    (void)state;
    expect_reason("t write x 255\nu read x 0xFF", NULL);
    expect_reason("t write x -1\nu read x 0xffffffffffffffff", NULL);
    expect_reason("t write x 010\nu read x 10", NULL);
    expect_reason("\xef\xbb\xbfinitial x 7\r\n\tt: read x=7 # seven\r\n", NULL);
    expect_reason("", NULL);
    expect_reason("# nothing", NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_printed_histories_have_the_same_answers),
        cmocka_unit_test(test_damaged_texts_are_no_disaster),
        cmocka_unit_test(test_messages_name_the_line),
        cmocka_unit_test(test_blocks_see_themselves),
        cmocka_unit_test(test_values_are_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
