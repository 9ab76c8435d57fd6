/* The checker of reads-from maps: against a machine that tries everything, and on histories of its own. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "consistency/consistency.h"
#include "support/buffer_machine.h"
#include "support/consistency_agrees.h"
#include "support/no_forwarding.h"
#include "support/proof_check.h"

enum { SEEDS = 4000, TANGLES = 500 };

static void test_it_agrees_with_all_executions(void **state)
{
    (void)state;
    for (int i = 0; i < TESTED_COUNT; i++) {
        consistency_agrees_counts c = consistency_agrees(tested_model(i), 1, SEEDS, stderr);
        assert_int_equal(c.different, 0);
        assert_true(c.executable > SEEDS / 4);
        assert_true(c.closure > SEEDS / 8);
        assert_true(c.search > 0);
    }
}

static void test_all_searches_agree_on_tangles(void **state)
{
    (void)state;
    for (int i = 0; i < TESTED_COUNT; i++)
        assert_int_equal(consistency_agrees_on_tangles(tested_model(i), TANGLES, stderr), 0);
}

/* Without threads, without steps, and with a thread that does nothing and one that is never created. */
static void test_what_does_nothing_happens(void **state)
{
    (void)state;
    history h = {0};
    consistency *c = consistency_new();
    for (int threads = 0; threads < 3; threads++, history_add_thread(&h, HISTORY_NONE))
        for (int i = 0; i < TESTED_COUNT; i++) {
            assert_int_equal(consistency_check(c, &h, tested_model(i), NULL), CONSISTENCY_YES);
            assert_int_equal(consistency_witness(c)->size, 0);
        }
    history_clear(&h);
    consistency_free(c);
}

/* A store fence with nothing before it, and one that has a store to wait for where stores overtake each other. */
static void test_store_fences_are_in_witnesses_if_they_wait(void **state)
{
    (void)state;
    history h = {0};
    consistency *c = consistency_new();
    history_add_thread(&h, HISTORY_NONE);
    history_add_step(&h, 0, HISTORY_STORE_FENCE);
    history_add_step(&h, 0, HISTORY_WRITE);
    history_add_write(&h, 0);
    history_add_step(&h, 0, HISTORY_STORE_FENCE);
    for (int i = 0; i < TESTED_COUNT; i++) {
        assert_int_equal(consistency_check(c, &h, tested_model(i), NULL), CONSISTENCY_YES);
        assert_int_equal(consistency_witness(c)->size, tested_model(i)->fences & MODEL_WW ? 2 : 1);
        assert_int_equal(consistency_witness(c)->data[0].is_to_memory, model_is_buffered(tested_model(i)));
    }
    history_clear(&h);
    consistency_free(c);
}

/* x is 0: two threads that each write x and then read what the other wrote. */
static void make_crossed_reads(history *h)
{
    for (uint32_t t = 0; t < 2; t++)
        history_add_thread(h, HISTORY_NONE);
    for (uint32_t t = 0; t < 2; t++) {
        history_add_step(h, t, HISTORY_WRITE);
        history_add_write(h, 0);
    }
    for (uint32_t t = 0; t < 2; t++) {
        history_add_step(h, t, HISTORY_READ);
        history_add_read(h, 0, 1 - t);
    }
}

static void test_a_proof_has_reasons(void **state)
{
    (void)state;
    history h = {0};
    consistency *c = consistency_new();
    make_crossed_reads(&h);
    for (int i = 0; i < TESTED_COUNT; i++) {
        assert_int_equal(consistency_check(c, &h, tested_model(i), NULL), CONSISTENCY_NO);
        const consistency_proof *proof = consistency_prove(c);
        assert_true(proof_check(proof, &h, tested_model(i)));
        assert_ptr_equal(consistency_prove(c), proof);
        assert_int_equal(proof->cycle.size, 2);
    }
    h.reads.data[1].source = 1;
    assert_int_equal(consistency_check(c, &h, &MODEL_TSO, NULL), CONSISTENCY_YES);
    assert_int_equal(consistency_prove(c)->cycle.size, 0);
    history_clear(&h);
    consistency_free(c);
}

/* From steps that write something else, or nothing. */
static void test_nobody_reads_what_was_not_written(void **state)
{
    (void)state;
    history h = {0};
    consistency *c = consistency_new();
    make_crossed_reads(&h);
    h.reads.data[1].source = 1;
    history_add_step(&h, 1, HISTORY_READ);
    history_add_read(&h, 1, 0);
    history_add_step(&h, 0, HISTORY_STORE_FENCE);
    history_add_step(&h, 0, HISTORY_FENCE);
    history_add_step(&h, 0, HISTORY_BLOCK);
    for (int i = 0; i < TESTED_COUNT; i++) {
        for (uint32_t source = 0; source < h.steps.size; source++) {
            h.reads.data[2].source = source;
            assert_int_equal(consistency_check(c, &h, tested_model(i), NULL), CONSISTENCY_NO);
            assert_false(buffer_machine_has_execution(&h, tested_model(i)));
            assert_int_equal(consistency_prove(c)->cycle.size, 0);
        }
        h.reads.data[2].source = HISTORY_INITIAL;
        assert_int_equal(consistency_check(c, &h, tested_model(i), NULL), CONSISTENCY_YES);
    }
    history_clear(&h);
    consistency_free(c);
}

/* Each of them breaks a proof. */
static void test_the_check_of_proofs_sees_mistakes(void **state)
{
    (void)state;
    history h = {0};
    consistency *c = consistency_new();
    make_crossed_reads(&h);
    assert_int_equal(consistency_check(c, &h, &MODEL_TSO, NULL), CONSISTENCY_NO);
    consistency_proof proof = *consistency_prove(c);
    for (uint32_t i = 0; i < proof.facts.size; i++) {
        consistency_fact *f = &proof.facts.data[i], whole = *f;
        f->before = whole.after;
        assert_false(proof_check(&proof, &h, &MODEL_TSO));
        *f = whole;
        f->reason = CONSISTENCY_PROGRAM;
        assert_false(proof_check(&proof, &h, &MODEL_TSO));
        *f = whole;
    }
    proof.cycle.size--;
    assert_false(proof_check(&proof, &h, &MODEL_TSO));
    history_clear(&h);
    consistency_free(c);
}

static void test_the_check_of_witnesses_sees_mistakes(void **state)
{
    (void)state;
    history h = {0};
    consistency *c = consistency_new();
    make_crossed_reads(&h);
    h.reads.data[1].source = 1;
    for (int i = 0; i < TESTED_COUNT; i++) {
        assert_int_equal(consistency_check(c, &h, tested_model(i), NULL), CONSISTENCY_YES);
        consistency_steps points = *consistency_witness(c);
        assert_true(buffer_machine_replays(&h, tested_model(i), &points));
        points.size--;
        assert_false(buffer_machine_replays(&h, tested_model(i), &points));
        points.size++;
        points.data[0].is_to_memory ^= 1;
        assert_false(buffer_machine_replays(&h, tested_model(i), &points));
    }
    history_clear(&h);
    consistency_free(c);
}

/* What closure cannot refute, under all models: it takes a search, which a budget can end. */
static void test_tangles_take_a_search(void **state)
{
    (void)state;
    history h = {0};
    consistency *c = consistency_new();
    uint64_t refuted = 0;
    for (uint64_t seed = 0; seed < 200; seed++) {
        random_source r = random_seeded(seed);
        random_history_tangle(&h, &r);
        for (int i = 0; i < TESTED_COUNT; i++) {
            if (consistency_check(c, &h, tested_model(i), NULL) != CONSISTENCY_NO ||
                consistency_prove(c)->cycle.size > 0)
                continue;
            refuted++;
            budget nothing = {.spent = "out of work"};
            assert_int_equal(consistency_check(c, &h, tested_model(i), &nothing), CONSISTENCY_GAVE_UP);
        }
    }
    assert_true(refuted > 200);
    assert_int_equal(consistency_count(c).refuted_by_search, refuted);
    assert_true(consistency_count(c).backtracks > refuted);
    history_clear(&h);
    consistency_free(c);
}

/* Whenever the work is ended, it is given up, and never a wrong answer. */
static void test_a_budget_can_end_it_anywhere(void **state)
{
    (void)state;
    history h = {0};
    consistency *c = consistency_new();
    uint64_t given_up = 0, answered = 0;
    for (uint64_t seed = 0; seed < 20; seed++) {
        random_source r = random_seeded(seed);
        random_history_tangle(&h, &r);
        for (int i = 0; i < TESTED_COUNT; i++) {
            consistency_answer right = consistency_check(c, &h, tested_model(i), NULL), answer = CONSISTENCY_GAVE_UP;
            for (uint64_t work = 1; answer == CONSISTENCY_GAVE_UP && work < 4000; work += 20) {
                budget limited = {.max_work = 1, .work = 4000 - work}; /* which is asked about when it is 4000 */
                answer = consistency_check(c, &h, tested_model(i), &limited);
                assert_true(answer == right || answer == CONSISTENCY_GAVE_UP);
                given_up += answer == CONSISTENCY_GAVE_UP;
                answered += answer == right;
            }
        }
    }
    assert_true(given_up > 100 && answered > 0);
    history_reset(&h);
    history_add_thread(&h, HISTORY_NONE);
    history_add_step(&h, 0, HISTORY_FENCE);
    budget spent = {.spent = "out of work"};
    assert_int_equal(consistency_check(c, &h, &MODEL_SC, &spent), CONSISTENCY_GAVE_UP);
    history_clear(&h);
    consistency_free(c);
}

/* 20,000 threads, and as many cells: a table of both would be too large. The same for clocks. */
static void test_what_is_too_large_is_given_up(void **state)
{
    (void)state;
    history h = {0};
    consistency *c = consistency_new();
    for (uint32_t t = 0; t < 20000; t++) {
        history_add_thread(&h, HISTORY_NONE);
        history_add_step(&h, t, HISTORY_READ);
        history_add_read(&h, 0, HISTORY_INITIAL);
    }
    assert_int_equal(consistency_check(c, &h, &MODEL_SC, NULL), CONSISTENCY_GAVE_UP);
    h.cell_count = 20000;
    assert_int_equal(consistency_check(c, &h, &MODEL_SC, NULL), CONSISTENCY_GAVE_UP);
    assert_int_equal(consistency_prove(c)->cycle.size, 0);
    assert_int_equal(consistency_witness(c)->size, 0);
    history_clear(&h);
    consistency_free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_it_agrees_with_all_executions),
        cmocka_unit_test(test_all_searches_agree_on_tangles),
        cmocka_unit_test(test_what_does_nothing_happens),
        cmocka_unit_test(test_store_fences_are_in_witnesses_if_they_wait),
        cmocka_unit_test(test_a_proof_has_reasons),
        cmocka_unit_test(test_nobody_reads_what_was_not_written),
        cmocka_unit_test(test_the_check_of_proofs_sees_mistakes),
        cmocka_unit_test(test_the_check_of_witnesses_sees_mistakes),
        cmocka_unit_test(test_tangles_take_a_search),
        cmocka_unit_test(test_a_budget_can_end_it_anywhere),
        cmocka_unit_test(test_what_is_too_large_is_given_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
