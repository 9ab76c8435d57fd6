/* The table of models, and that a model is nothing but its columns: a row that is in no table (no_forwarding.h) has
 * the same executions on the machine and by the ordering axioms. */
#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "engine/driver.h"
#include "frontend/frontend.h"
#include "machine/outcomes.h"
#include "support/agree.h"
#include "support/no_forwarding.h"

enum { FIRST_SEED = 500000, PROGRAMS = 60, MAX_STATES = 1000000 };

/* ---- the table ---- */

static void models_are_found_by_their_names(void **state)
{
#define WORD(id) #id,
    static const char *const NAMES[] = {MODEL_ROWS(WORD, WORD)};
    (void)state;
    for (int i = 0; i < MODEL_COUNT; i++) {
        char small[16] = "";
        for (size_t k = 0; NAMES[i][k]; k++)
            small[k] = (char)tolower((unsigned char)NAMES[i][k]);
        assert_string_equal(MODELS[i]->name, NAMES[i]);
        assert_ptr_equal(model_find(NAMES[i]), MODELS[i]);
        assert_ptr_equal(model_find(small), MODELS[i]);
    }
    assert_null(model_find(MODEL_NO_FORWARDING.name));
    assert_null(model_find(""));
    assert_null(model_find("s"));
    assert_null(model_find("scc"));
}

/* A fence means something for just the pairs that are not always kept. */
static void fences_are_about_what_is_not_kept(void **state)
{
    (void)state;
    for (int i = 0; i < TESTED_COUNT; i++)
        for (int a = 0; a < MODEL_ACCESS_COUNT; a++)
            for (int b = 0; b < MODEL_ACCESS_COUNT; b++)
                assert_int_equal((tested_model(i)->fences & MODEL_PAIR(a, b)) == 0,
                                 tested_model(i)->keeps[a][b] == MODEL_ALWAYS);
}

/* Who includes another model keeps nothing that the other one does not keep. */
static void inclusion_is_that_of_the_columns(void **state)
{
    (void)state;
    for (int i = 0; i < TESTED_COUNT; i++)
        for (int k = 0; k < TESTED_COUNT; k++) {
            const model *weaker = tested_model(i), *stronger = tested_model(k);
            assert_int_equal(model_includes(weaker, stronger) && model_includes(stronger, weaker), i == k);
            if (!model_includes(weaker, stronger))
                continue;
            for (int a = 0; a < MODEL_ACCESS_COUNT; a++)
                for (int b = 0; b < MODEL_ACCESS_COUNT; b++)
                    assert_int_equal(weaker->keeps[a][b] & ~stronger->keeps[a][b], 0);
            assert_true(!weaker->rfi_is_global || stronger->rfi_is_global);
            assert_true(!weaker->rfe_is_global || stronger->rfe_is_global);
        }
    assert_true(model_includes(&MODEL_PSO, &MODEL_SC));
    assert_false(model_includes(&MODEL_SC, &MODEL_PSO));
    assert_false(model_includes(&MODEL_PSO, &MODEL_NO_FORWARDING));
}

static void the_weakest_is_checked_first_then_the_strongest(void **state)
{
    const model *all[] = {&MODEL_SC, &MODEL_TSO, &MODEL_PSO}, *two[] = {&MODEL_SC, &MODEL_TSO};
    const model *apart[] = {&MODEL_TSO, &MODEL_NO_FORWARDING};
    (void)state;
    model_sort(all, 3);
    assert_ptr_equal(all[0], &MODEL_PSO);
    assert_ptr_equal(all[1], &MODEL_SC);
    assert_ptr_equal(all[2], &MODEL_TSO);
    model_sort(two, 2);
    assert_ptr_equal(two[0], &MODEL_TSO);
    assert_ptr_equal(two[1], &MODEL_SC);
    model_sort(apart, 2);
    assert_ptr_equal(apart[0], &MODEL_TSO);
    assert_ptr_equal(apart[1], &MODEL_NO_FORWARDING);
}

static void assert_keeps_no_more(const model *common, const model *m)
{
    for (int a = 0; a < MODEL_ACCESS_COUNT; a++)
        for (int b = 0; b < MODEL_ACCESS_COUNT; b++)
            assert_int_equal(common->keeps[a][b] & ~m->keeps[a][b], 0);
    assert_int_equal(m->fences & ~common->fences, 0);
}

static void what_is_common_is_kept_by_all(void **state)
{
    model common = model_in_common(false), all = model_in_common(true);
    (void)state;
    for (int i = 0; i < TESTED_COUNT; i++)
        assert_keeps_no_more(&common, tested_model(i));
    for (int i = 0; i < MODEL_COUNT; i++)
        assert_keeps_no_more(&all, MODELS[i]);
    assert_null(common.cat);
    assert_non_null(all.cat);
}

/* ---- a row that is in no table ---- */

static ir_program *load(const char *file)
{
    diag d = {0};
    ir_program *program = frontend_load(&(frontend_options){.files = &file, .file_count = 1}, &d);
    if (program == NULL)
        fail_msg("%s", d.message);
    return program;
}

static bool machine_violates(const ir_program *program, const model *model)
{
    machine *m = machine_new(program, &(machine_options){.model = model, .normalise = true});
    outcomes_result r = outcomes_explore(m, &(outcomes_options){.max_states = MAX_STATES});
    bool is_violated = r.violations.size > 0;
    assert_true(is_violated || r.end == OUTCOMES_ALL);
    outcomes_result_clear(&r);
    machine_free(m);
    return is_violated;
}

/* What is found is replayed on the machine as well. */
static bool axioms_violate(const ir_program *program, const model *model)
{
    check_options options = {.models = {model}, .model_count = 1, .engines = 1u << engine_index("ord")};
    check_result result;
    check_program(program, &options, &result);
    bool is_violated = result.verdict == CHECK_VIOLATION;
    assert_true(is_violated || result.verdict == CHECK_SAFE);
    check_result_clear(&result);
    return is_violated;
}

static void no_forwarding_is_a_row(void **state)
{
    static const struct {
        const char *file;
        bool with, without; /* is the weak outcome there, with and without forwarding? */
    } CASES[] = {
        {"tests/programs/litmus/sb.c", true, true},           {"tests/programs/litmus/sb+mfence+po.c", true, true},
        {"tests/programs/litmus/sb+mfences.c", false, false}, {"tests/programs/litmus/sb+rmw.c", false, false},
        {"tests/programs/litmus/sb+rfi-po.c", true, false},   {"tests/programs/litmus/n6.c", true, false},
        {"tests/programs/litmus/rwc.c", true, true},          {"tests/programs/litmus/r.c", true, true},
        {"tests/programs/litmus/mp.c", false, false},         {"tests/programs/litmus/2+2w.c", false, false},
        {"tests/programs/litmus/n5.c", false, false},         {"tests/programs/litmus/cowr.c", false, false},
    };
    (void)state;
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        ir_program *program = load(CASES[i].file);
        print_message("%s\n", CASES[i].file);
        assert_int_equal(machine_violates(program, &MODEL_TSO), CASES[i].with);
        assert_int_equal(axioms_violate(program, &MODEL_TSO), CASES[i].with);
        assert_int_equal(machine_violates(program, &MODEL_NO_FORWARDING), CASES[i].without);
        assert_int_equal(axioms_violate(program, &MODEL_NO_FORWARDING), CASES[i].without);
        ir_program_free(program);
    }
}

static void no_forwarding_agrees_on_generated_programs(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < FAMILY_COUNT; i++) {
        agree_result r = agree_on_programs(&FAMILIES[i], FIRST_SEED, PROGRAMS / FAMILY_COUNT + 1,
                                           &(agree_setup){.engines = "ord", .only = &MODEL_NO_FORWARDING}, stderr);
        assert_int_equal(r.count[AGREE_DIFFERENT], 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(models_are_found_by_their_names),
        cmocka_unit_test(fences_are_about_what_is_not_kept),
        cmocka_unit_test(inclusion_is_that_of_the_columns),
        cmocka_unit_test(the_weakest_is_checked_first_then_the_strongest),
        cmocka_unit_test(what_is_common_is_kept_by_all),
        cmocka_unit_test(no_forwarding_is_a_row),
        cmocka_unit_test(no_forwarding_agrees_on_generated_programs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
