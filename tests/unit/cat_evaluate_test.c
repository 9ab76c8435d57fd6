/* Evaluation of axiomatic models: against the plain one, on random executions and models; and reasons, against random
 * executions in which their facts hold. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "cat/evaluate.h"
#include "cat/plain.h"
#include "support/cat_random.h"

static const char *const MODELS[] = {"sc", "tso", "pso", "rmo", "alpha", "armv8", "power", "riscv", "rc11"};

enum {
    MODEL_COUNT = sizeof MODELS / sizeof *MODELS,
    EXECUTIONS = 400,     /* for each model */
    RANDOM_MODELS = 1500, /* with a few executions each */
    EXECUTIONS_OF_EACH = 4,
    CHANGES = 60, /* of an execution for which there is a reason */
    REASONS = 4,
    WEAKER = 4000, /* executions for two models of which one is weaker */
};

static cat_model *load(const char *name)
{
    diag d = {0};
    cat_model *model = cat_load(name, &d);
    if (!model)
        fail_msg("%s", d.message);
    return model;
}

static cat_model *read_random(random_source *random, strbuf *text)
{
    diag d = {0};
    cat_random_model(random, text);
    cat_model *model = cat_read("random", strbuf_text(text), NULL, &d);
    if (!model)
        fail_msg("%s\n%s", d.message, strbuf_text(text));
    return model;
}

/* ---- both evaluations agree ---- */

static void compare(const cat_model *model, const cat_execution *x, const uint32_t *fixed_places, const char *text)
{
    bool *expected = alloc_zeroed(model->axioms.size + 1, sizeof *expected);
    cat_session *session = cat_session_create(model, x->program, fixed_places);
    cat_plain_test(model, x, expected);
    for (uint32_t i = 0; i < model->axioms.size; i++)
        if (cat_session_test(session, x, i) != expected[i])
            fail_msg("axiom %s: plainly %d\n%s", model->axioms.data[i].name, expected[i], text);
    assert_int_equal(cat_session_allows(session, x), cat_plain_allows(model, x));
    cat_session_free(session);
    free(expected);
}

static uint32_t compare_random(random_source *random, const cat_model *model, uint32_t times, const char *text)
{
    uint32_t allowed = 0;
    for (uint32_t i = 0; i < times; i++) {
        cat_world world;
        cat_happening h;
        cat_sample sample;
        cat_world_make(random, cat_model_uses(model), 2 + (uint32_t)random_below(random, 9), &world);
        cat_happening_make(random, &world, &h);
        cat_sample_make(&world, &h, &sample);
        cat_execution x = cat_sample_execution(&sample);
        assert_true(cat_execution_is_valid(&x));
        compare(model, &x, i % 2 ? sample.places : NULL, text);
        allowed += cat_plain_allows(model, &x);
        cat_sample_clear(&sample);
        cat_world_clear(&world);
    }
    return allowed;
}

static void built_in_models_are_evaluated_as_defined(void **state)
{
    random_source random = random_seeded(1);
    (void)state;
    for (int i = 0; i < MODEL_COUNT; i++) {
        cat_model *model = load(MODELS[i]);
        uint32_t allowed = compare_random(&random, model, EXECUTIONS, MODELS[i]);
        assert_in_range(allowed, EXECUTIONS / 50, EXECUTIONS - EXECUTIONS / 50); /* both happen */
        cat_free(model);
    }
}

static void random_models_are_evaluated_as_defined(void **state)
{
    random_source random = random_seeded(2);
    (void)state;
    for (int i = 0; i < RANDOM_MODELS; i++) {
        strbuf text = {0};
        cat_model *model = read_random(&random, &text);
        compare_random(&random, model, EXECUTIONS_OF_EACH, strbuf_text(&text));
        cat_free(model);
        strbuf_clear(&text);
    }
}

/* A session is used for many executions. */
static void a_session_remembers_nothing_of_the_last_execution(void **state)
{
    random_source random = random_seeded(3);
    cat_model *model = load("power");
    (void)state;
    for (int i = 0; i < 30; i++) {
        cat_world world;
        cat_happening h;
        cat_world_make(&random, cat_model_uses(model), 9, &world);
        cat_happening_make(&random, &world, &h);
        memset(h.happens, 1, sizeof h.happens);
        cat_session *session = cat_session_create(model, &world.program, NULL);
        for (int k = 0; k < 20; k++) {
            cat_reasons reasons = {0};
            cat_happening other = h;
            cat_happening_change(&random, &world, false, &other);
            cat_execution x = {&world.program, other.places, other.sources, other.order};
            memset(other.happens, 1, sizeof h.happens);
            bool allows = cat_plain_allows(model, &x);
            assert_int_equal(cat_session_allows(session, &x), allows);
            assert_int_equal(cat_session_explain(session, &x, 2, &reasons), allows);
            assert_int_equal(reasons.size == 0, allows);
            cat_reasons_clear(&reasons);
        }
        cat_session_free(session);
        cat_world_clear(&world);
    }
    cat_free(model);
}

static void nothing_is_allowed_to_happen(void **state)
{
    cat_program nothing = {0};
    cat_execution x = {&nothing, NULL, NULL, NULL};
    (void)state;
    for (int i = 0; i < MODEL_COUNT; i++) {
        cat_model *model = load(MODELS[i]);
        cat_reasons reasons = {0};
        cat_session *session = cat_session_create(model, &nothing, NULL);
        assert_true(cat_session_allows(session, &x));
        assert_true(cat_session_explain(session, &x, 1, &reasons));
        assert_true(cat_plain_allows(model, &x));
        cat_session_free(session);
        cat_free(model);
    }
}

/* ---- what reasons look like ---- */

/* Message passing without fences, under SC: the cycle, and just the facts for it. */
static void a_reason_has_what_is_needed(void **state)
{
    enum { X, Y, WX, WY, RY, RX, COUNT };
    static const cat_fact EXPECTED[] = {
        {CAT_FACT_EVENT, WX, 0}, {CAT_FACT_EVENT, WY, 0}, {CAT_FACT_EVENT, RY, 0}, {CAT_FACT_EVENT, RX, 0},
        {CAT_FACT_RF, X, RX},    {CAT_FACT_RF, WY, RY},   {CAT_FACT_SAME, WX, RX},
    };
    const uint32_t places[COUNT] = {0, 1, 0, 1, 1, 0}, order[COUNT] = {0, 0, 1, 1, 0, 0};
    const uint32_t sources[COUNT] = {CAT_NO_EVENT, CAT_NO_EVENT, CAT_NO_EVENT, CAT_NO_EVENT, WY, X};
    cat_program p = {0};
    cat_reasons reasons = {0};
    (void)state;
    for (uint32_t e = X; e <= Y; e++)
        cat_program_add(&p, CAT_NO_THREAD, CAT_WRITE, 0);
    for (uint32_t e = WX; e < COUNT; e++)
        cat_program_add(&p, e < RY ? 0 : 1, e < RY ? CAT_WRITE : CAT_READ, 0);
    cat_model *model = load("sc");
    cat_session *session = cat_session_create(model, &p, NULL);
    assert_false(cat_session_explain(session, &(cat_execution){&p, places, sources, order}, 5, &reasons));
    assert_int_equal(reasons.size, 1);
    assert_int_equal(reasons.data[0].events.size, 4);
    assert_int_equal(reasons.data[0].facts.size, sizeof EXPECTED / sizeof *EXPECTED);
    for (size_t i = 0; i < sizeof EXPECTED / sizeof *EXPECTED; i++) {
        cat_fact fact = reasons.data[0].facts.data[i];
        assert_true(fact.kind == EXPECTED[i].kind && fact.a == EXPECTED[i].a && fact.b == EXPECTED[i].b);
    }
    cat_reasons_clear(&reasons);
    cat_session_free(session);
    cat_free(model);
    cat_program_clear(&p);
}

/* ---- reasons are right ---- */

typedef struct setting {
    random_source random;
    const cat_model *model;
    const char *text;
    bool fixed_places;
    uint32_t followed; /* executions in which a reason applied */
} setting;

static bool obeys_all(const cat_happening *h, const cat_happening *before, const cat_reason *reason,
                      const cat_sample *sample)
{
    for (uint32_t i = 0; i < reason->facts.size; i++) {
        cat_fact fact = reason->facts.data[i];
        fact.a = sample->of_world[fact.a];
        fact.b = sample->of_world[fact.b];
        if (!cat_happening_obeys(h, before, fact))
            return false;
    }
    return true;
}

static void print_reason(const cat_reason *reason)
{
    strbuf out = {0};
    for (uint32_t i = 0; i < reason->facts.size; i++) {
        cat_fact_print(reason->facts.data[i], &out);
        strbuf_add(&out, " ");
    }
    printf("%s\n", strbuf_text(&out));
    strbuf_clear(&out);
}

/* The axiom fails in every execution in which the facts hold: walks from one to the next. */
static void follow(setting *s, const cat_world *world, const cat_happening *h, const cat_sample *sample,
                   const cat_reason *reason)
{
    bool *results = alloc_zeroed(s->model->axioms.size + 1, sizeof *results);
    cat_happening last = *h;
    assert_true(obeys_all(h, h, reason, sample));
    for (int i = 0; i < CHANGES; i++) {
        cat_happening other = last;
        cat_sample changed;
        cat_happening_change(&s->random, world, s->fixed_places, &other);
        if (!obeys_all(&other, h, reason, sample))
            continue;
        s->followed++;
        last = other;
        cat_sample_make(world, &other, &changed);
        cat_execution x = cat_sample_execution(&changed);
        cat_plain_test(s->model, &x, results);
        if (results[reason->axiom]) {
            print_reason(reason);
            fail_msg("the reason for axiom %s is none\n%s", s->model->axioms.data[reason->axiom].name, s->text);
        }
        cat_sample_clear(&changed);
    }
    free(results);
}

/* Initial writes are named only where nothing else is: a caller may not have them as events. */
static void check_initial(const cat_sample *sample, const cat_reason *reason)
{
    for (uint32_t i = 0; i < reason->facts.size; i++) {
        cat_fact same = reason->facts.data[i];
        for (uint32_t k = 0; k < reason->facts.size && same.kind == CAT_FACT_SAME; k++) {
            cat_fact rf = reason->facts.data[k];
            bool is_of = rf.kind == CAT_FACT_RF && cat_event_is_initial(&sample->program.events.data[rf.a]);
            assert_false(is_of && (rf.a == same.a || rf.a == same.b));
        }
    }
}

static void follow_reasons(setting *s, uint32_t events)
{
    cat_world world;
    cat_happening h;
    cat_sample sample;
    cat_reasons reasons = {0};
    cat_world_make(&s->random, cat_model_uses(s->model), events, &world);
    cat_happening_make(&s->random, &world, &h);
    cat_sample_make(&world, &h, &sample);
    cat_execution x = cat_sample_execution(&sample);
    cat_session *session = cat_session_create(s->model, x.program, s->fixed_places ? x.places : NULL);
    bool allows = cat_session_explain(session, &x, REASONS, &reasons);
    assert_int_equal(allows, cat_plain_allows(s->model, &x));
    assert_int_equal(allows, reasons.size == 0);
    assert_true(reasons.size <= REASONS);
    for (uint32_t i = 0; i < reasons.size; i++) {
        check_initial(&sample, &reasons.data[i]);
        follow(s, &world, &h, &sample, &reasons.data[i]);
    }
    cat_reasons_clear(&reasons);
    cat_session_free(session);
    cat_sample_clear(&sample);
    cat_world_clear(&world);
}

static void reasons_of_built_in_models_are_right(void **state)
{
    (void)state;
    for (int i = 0; i < MODEL_COUNT; i++) {
        cat_model *model = load(MODELS[i]);
        setting s = {random_seeded(4), model, MODELS[i], false, 0};
        for (int k = 0; k < EXECUTIONS; k++) {
            s.fixed_places = k % 2;
            follow_reasons(&s, 2 + (uint32_t)random_below(&s.random, 8));
        }
        assert_true(s.followed > EXECUTIONS);
        cat_free(model);
    }
}

/* Each about one rule of cat/evaluate.h, for pairs of which there are few. */
static void reasons_are_right_rule_by_rule(void **state)
{
    static const char *const TEXTS[] = {
        "empty (A * X) & (rf^-1; co)",
        "empty fr & (A * X)",
        "empty loc & (A * X) \\ id",
        "empty (A * X) & ext \\ (po | rf)+",
        "empty (A * X) & ext \\ (ext & rf | addr)*",
        "empty (A * X) & po \\ (rf; rf^-1)",
        "empty (A * X) & po \\ (po; [W]; po)",
        "empty (A & R) \\ domain(po & loc)",
        "empty (A & W) \\ range(rf^-1)",
        "empty (A * X) & co \\ (co; co)",
        "empty (A * X) & po \\ fr",
        "let rec r = rf | r; po | po; r empty (A * X) & ext \\ r",
        "~empty rf & (A * X)",
        "acyclic (A * X) & po | (X * A) & rf",
    };
    (void)state;
    for (size_t i = 0; i < sizeof TEXTS / sizeof *TEXTS; i++) {
        diag d = {0};
        cat_model *model = cat_read("rule", TEXTS[i], NULL, &d);
        if (!model)
            fail_msg("%s", d.message);
        setting s = {random_seeded(6 + i), model, TEXTS[i], false, 0};
        for (int k = 0; k < 2 * EXECUTIONS; k++)
            follow_reasons(&s, 3 + (uint32_t)random_below(&s.random, 7));
        assert_true(s.followed > EXECUTIONS / 40);
        cat_free(model);
    }
}

static void reasons_of_random_models_are_right(void **state)
{
    setting s = {.random = random_seeded(5)};
    (void)state;
    for (int i = 0; i < RANDOM_MODELS; i++) {
        strbuf text = {0};
        cat_model *model = read_random(&s.random, &text);
        s.model = model;
        s.text = strbuf_text(&text);
        s.fixed_places = i % 3 == 0;
        for (int k = 0; k < EXECUTIONS_OF_EACH; k++)
            follow_reasons(&s, 2 + (uint32_t)random_below(&s.random, 6));
        cat_free(model);
        strbuf_clear(&text);
    }
    assert_true(s.followed > RANDOM_MODELS);
}

/* ---- models that include others ---- */

/* Executions of both kinds without tags of fences and orders, in which a model stands for itself and not for how C is
 * compiled for it: what the first model allows, the second one allows. Returns how many the second alone allows. */
static uint32_t expect_weaker(const char *strong_name, const char *weak_name)
{
    random_source random = random_seeded(11);
    cat_model *strong = load(strong_name), *weak = load(weak_name);
    uint32_t more = 0, common = 0;
    for (uint32_t i = 0; i < WEAKER; i++) {
        cat_world world;
        cat_happening h;
        cat_sample sample;
        cat_world_make(&random, 0, 2 + (uint32_t)random_below(&random, 7), &world);
        cat_happening_make(&random, &world, &h);
        cat_sample_make(&world, &h, &sample);
        cat_execution x = cat_sample_execution(&sample);
        bool is_allowed = cat_plain_allows(weak, &x);
        if (cat_plain_allows(strong, &x)) {
            if (!is_allowed)
                fail_msg("%s allows what %s does not", strong_name, weak_name);
            common++;
        } else {
            more += is_allowed;
        }
        cat_sample_clear(&sample);
        cat_world_clear(&world);
    }
    assert_true(common > WEAKER / 50);
    cat_free(strong);
    cat_free(weak);
    return more;
}

static void models_include_others(void **state)
{
    (void)state;
    for (size_t i = 1; i < MODEL_COUNT; i++)
        assert_true(expect_weaker("sc", MODELS[i]) > 0);
    assert_true(expect_weaker("tso", "pso") > 0);
    assert_true(expect_weaker("tso", "armv8") > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(built_in_models_are_evaluated_as_defined),
        cmocka_unit_test(random_models_are_evaluated_as_defined),
        cmocka_unit_test(a_session_remembers_nothing_of_the_last_execution),
        cmocka_unit_test(nothing_is_allowed_to_happen),
        cmocka_unit_test(a_reason_has_what_is_needed),
        cmocka_unit_test(reasons_of_built_in_models_are_right),
        cmocka_unit_test(reasons_are_right_rule_by_rule),
        cmocka_unit_test(reasons_of_random_models_are_right),
        cmocka_unit_test(models_include_others),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
