/* Reading models in the language cat: what expressions mean, what is refused and how, and that no text is too strange.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "base/random.h"
#include "base/strbuf.h"
#include "cat/embedded.h"
#include "cat/evaluate.h"
#include "cat/model.h"
#include "support/cat_random.h"

/* ---- expressions ---- */

static cat_model *read_text(const char *text)
{
    diag d = {0};
    cat_model *model = cat_read("test.cat", text, NULL, &d);
    if (!model)
        fail_msg("%s\n%s", d.message, text);
    return model;
}

/* Equal expressions are one node. */
static void assert_means(const char *before, const char *first, const char *second)
{
    strbuf text = {0};
    strbuf_addf(&text, "%s\nempty %s\nempty %s\n", before, first, second);
    cat_model *model = read_text(strbuf_text(&text));
    uint32_t count = model->axioms.size;
    if (model->axioms.data[count - 2].node != model->axioms.data[count - 1].node)
        fail_msg("%s is not %s", first, second);
    cat_free(model);
    strbuf_clear(&text);
}

static void operators_bind_as_in_herd7(void **state)
{
    (void)state;
    assert_means("", "rf | co; fr", "rf | (co; fr)");
    assert_means("", "rf; co \\ fr", "rf; (co \\ fr)");
    assert_means("", "rf \\ co & fr", "rf \\ (co & fr)");
    assert_means("", "rf \\ co \\ fr", "(rf \\ co) \\ fr");
    assert_means("", "po & W * R", "po & (W * R)");
    assert_means("", "R * M \\ co", "(R * M) \\ co");
    assert_means("", "rf*; co", "(rf*); co");
    assert_means("", "rf* | W * R", "(rf*) | (W * R)");
    assert_means("", "rf^-1; co", "(rf^-1); co");
    assert_means("", "~rf & co", "(~rf) & co");
    assert_means("", "~rf+", "~(rf+)");
    assert_means("", "[R]; po?; [W]", "([R]; (po?)); [W]");
    assert_means("", "rf^-1?", "(rf^-1)?");
}

static void names_are_what_they_stand_for(void **state)
{
    (void)state;
    assert_means("", "po-loc", "po & loc");
    assert_means("", "rfe | fri", "(rf & ext) | (fr & int)");
    assert_means("", "rmw", "amo | lxsx");
    assert_means("", "M", "R | W");
    assert_means("", "fencerel(DMB.SY)", "po; [DMB.SY]; po");
    assert_means("", "ctrlcfence(ctrl, ISB)", "ctrl; [ISB]; po");
    assert_means("", "rf?", "id | rf");
    assert_means("", "rf*", "id | rf+");
    assert_means("", "DMB", "DMB.SY");
    assert_means("", "~R", "_ \\ R");
}

static void what_is_empty_is_empty(void **state)
{
    (void)state;
    assert_means("", "rf | 0", "rf");
    assert_means("", "rf; 0", "0");
    assert_means("", "(rf & 0) | (0 \\ co)", "0");
    assert_means("", "R | {}", "R");
    assert_means("", "[UL]; po", "0");
    assert_means("", "po \\ 0", "po");
    assert_means("", "domain(0)", "emptyset");
}

static void definitions_are_replaced(void **state)
{
    (void)state;
    assert_means("let a = rf let b = a | co", "b", "rf | co");
    assert_means("let a = rf let a = a | co", "a", "rf | co");
    assert_means("let r = rf let c = co let rf = co and co = rf", "rf; co", "c; r");
    assert_means("let f(r, S) = [S]; r", "f(po, R)", "[R]; po");
    assert_means("let f r = r; r", "f rf", "rf; rf");
    assert_means("let f (r) = r; r", "(f (co))+", "(co; co)+");
    assert_means("let g(a) = let twice(x) = x; x in twice(a) | a", "g(rf)", "(rf; rf) | rf");
    /* a function sees the names of where it was written */
    assert_means("let a = rf let f(x) = x; a let a = co", "f(fr)", "fr; rf");
    assert_means("let f = fun (x, y) -> x & y", "f(rf, co)", "rf & co");
    assert_means("let (a, b) = (rf, co)", "a \\ b", "rf \\ co");
    assert_means("let f(_, y) = y", "f(rf, co)", "co");
}

static void conditions_are_decided(void **state)
{
    (void)state;
    assert_means("", "(try nobody with rf)", "rf");
    assert_means("", "(try fencerel(SYNC) with 0)", "po; [SYNC]; po");
    assert_means("", "(if \"option\" then rf else co)", "co");
    assert_means("", "(if not \"option\" && not (\"a\" || \"b\") then rf else co)", "rf");
    assert_means("if \"cos-opt\" let x = rf else let x = co end", "x", "co");
    assert_means("show rf, co show po \\ co as something unshow rf", "rf", "rf");
    assert_means("(* a (* b *) c *) // rest\n# rest\n", "rf (* in between *)", "rf");
    assert_means("\"A title\"", "rf", "rf");
    assert_means("X86 TSO", "rf", "rf");
    assert_means("include \"cos.cat\" include \"filters.cat\" include \"fences.cat\"", "WR(mfence)",
                 "[W]; fencerel(MFENCE); [R]");
    assert_means("with co from generate_cos(co0)", "co", "co");
}

/* ---- axioms ---- */

static void axioms_have_names_and_kinds(void **state)
{
    cat_model *model = read_text("acyclic po as first\n~empty rf\nflag ~irreflexive co as flagged\n"
                                 "undefined_unless empty rf as undefined\n"
                                 "procedure both(a, b) = empty a empty b as second end\n"
                                 "call both(rf, R) as called\n");
    const cat_axiom *a = model->axioms.data;
    (void)state;
    assert_int_equal(model->axioms.size, 6);
    assert_string_equal(a[0].name, "first");
    assert_true(a[0].test == CAT_ACYCLIC && !a[0].is_negated && !a[0].is_flag);
    assert_string_equal(a[1].name, "not-empty-in-line-2");
    assert_true(a[1].test == CAT_IS_EMPTY && a[1].is_negated && !a[1].is_flag);
    assert_true(a[2].test == CAT_IRREFLEXIVE && a[2].is_negated && a[2].is_flag);
    assert_true(a[3].test == CAT_IS_EMPTY && a[3].is_negated && a[3].is_flag);
    assert_string_equal(a[4].name, "called");
    assert_string_equal(a[5].name, "second");
    cat_free(model);
}

static void recursion_makes_a_group(void **state)
{
    cat_model *model = read_text("let rec a = rf | (b; a) and b = co | a\nlet rec S = W | range([S]; po)\n"
                                 "acyclic a as first\nempty S as second\n");
    (void)state;
    assert_int_equal(model->groups.size, 2);
    assert_int_equal(model->groups.data[0].rec_count, 2);
    assert_int_equal(cat_node_type(model, model->axioms.data[0].node), CAT_RELATION);
    assert_int_equal(cat_node_type(model, model->axioms.data[1].node), CAT_SET);
    for (uint32_t i = 0; i < model->groups.size; i++)
        for (uint32_t k = 0; k < model->groups.data[i].nodes.size; k++)
            assert_int_equal(model->nodes.data[model->groups.data[i].nodes.data[k]].group, i);
    cat_free(model);
}

/* ---- errors ---- */

typedef struct mistake {
    const char *text, *message;
} mistake;

static const mistake MISTAKES[] = {
    {"acyclic rff", "test.cat:1:9: `rff` is the name of nothing; did you mean `rfe`?"},
    {"let a = po\nacyclic a | pol-oc", "test.cat:2:13: `pol-oc` is the name of nothing; did you mean `po-loc`?"},
    {"empty DMB.SX", "test.cat:1:7: `DMB.SX` is the name of nothing; did you mean `DMB.SY`?"},
    {"empty something-else", "a set, a relation or a function was expected"},
    {"acyclic po | R", "test.cat:1:14: a relation was expected here, since the other operand is one"},
    {"acyclic R", "test.cat:1:9: a relation was expected here"},
    {"empty [po]", "test.cat:1:8: a set was expected here"},
    {"empty po * W", "test.cat:1:7: a set was expected here"},
    {"empty fencerel", "test.cat:1:7: this is neither a set nor a relation"},
    {"empty ctrlcfence(po)", "test.cat:1:18: 2 values were expected instead of 1"},
    {"empty po(rf)", "test.cat:1:10: this stands behind something that is no function"},
    {"empty (rf", "test.cat:1:10: the text ends where `)` was expected"},
    {"acyclic", "test.cat:1:8: the text ends where a set or a relation was expected"},
    {"let = po", "test.cat:1:5: the name of a parameter was expected instead of `=`"},
    {"\"title\" 0", "`let`, `include`, `acyclic`, `irreflexive`, `empty` or another statement was expected instead of"},
    {"empty rf (* not closed", "test.cat:1:10: this comment does not end"},
    {"include \"cos", "test.cat:1:9: this string does not end"},
    {"empty rf $", "test.cat:1:10: this character means nothing here"},
    {"include \"nowhere.cat\"", "test.cat:1:1: there is no file `nowhere.cat`, and none is built in"},
    {"call nobody(rf)", "`nobody` is the name of nothing"},
    {"let a = rf call a(rf)", "test.cat:1:12: `a` is no procedure"},
    {"let rec a = po \\ a", "recursion through a difference or `~` is not understood"},
    {"let rec f(x) = f(x)", "recursion that is not about a set or a relation is not understood"},
    {"let a = match po with", "test.cat:1:9: `match` is not understood"},
    {"\"A\" catdep", "`catdep` (dependencies that the model computes from accesses of registers) is not understood"},
    {"forall x in y do end", "`forall` here is not understood"},
    {"with S from generate_orders(R, po)", "orders of events that are not known to be writes are not understood"},
    {"with S from po", "only orders of writes can be chosen from"},
    {"empty {po}", "a list of elements in braces is not understood"},
};

static void errors_say_where_and_what(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof MISTAKES / sizeof *MISTAKES; i++) {
        diag d = {0};
        assert_null(cat_read("test.cat", MISTAKES[i].text, NULL, &d));
        if (!strstr(d.message, MISTAKES[i].message))
            fail_msg("%s\nis no message for\n%s", d.message, MISTAKES[i].text);
        diag_clear(&d);
    }
}

/* ---- files ---- */

static char *read_include(void *context, const char *name, const char *from)
{
    (void)context;
    if (strcmp(name, "a.cat") == 0)
        return alloc_string("A\nlet a = rf\ninclude \"b.cat\"");
    if (strcmp(name, "b.cat") == 0)
        return alloc_string(strcmp(from, "a.cat") == 0 ? "B let b = a | co" : "let b = nothing");
    if (strcmp(name, "round.cat") == 0)
        return alloc_string("include \"round.cat\"");
    if (strcmp(name, "wrong.cat") == 0)
        return alloc_string("\n  let x = nobody");
    if (strcmp(name, "cos.cat") == 0)
        return alloc_string("let co = 0"); /* is not looked at: the order is given */
    return NULL;
}

static void files_are_included(void **state)
{
    static const cat_includes INCLUDES = {read_include, NULL};
    static const char *const WRONG[] = {"include \"round.cat\"", "round.cat:1:1: files include each other",
                                        "include \"wrong.cat\"", "wrong.cat:2:11: `nobody` is the name of nothing"};
    diag d = {0};
    cat_model *model = cat_read(
        "test.cat", "T include \"a.cat\" include \"cos.cat\" acyclic b as x\nacyclic rf | co as y", &INCLUDES, &d);
    (void)state;
    assert_non_null(model);
    assert_string_equal(model->title, "T");
    assert_int_equal(model->axioms.data[0].node, model->axioms.data[1].node);
    cat_free(model);
    for (int i = 0; i < 4; i += 2) {
        assert_null(cat_read("test.cat", WRONG[i], &INCLUDES, &d));
        assert_non_null(strstr(d.message, WRONG[i + 1]));
        diag_clear(&d);
    }
    assert_null(cat_load("/nowhere/model.cat", &d));
    assert_non_null(strstr(d.message, cat_builtin_names()));
    diag_clear(&d);
}

static void models_are_built_in(void **state)
{
    static const struct {
        const char *name;
        cat_architecture architecture;
    } MODELS[] = {
        {"sc", CAT_ANY},        {"tso", CAT_X86},   {"pso", CAT_X86},     {"rmo", CAT_ANY},  {"alpha", CAT_AARCH64},
        {"ARMv8", CAT_AARCH64}, {"power", CAT_PPC}, {"riscv", CAT_RISCV}, {"rc11", CAT_C11},
    };
    (void)state;
    for (size_t i = 0; i < sizeof MODELS / sizeof *MODELS; i++) {
        diag d = {0};
        cat_model *model = cat_load(MODELS[i].name, &d);
        if (!model)
            fail_msg("%s", d.message);
        assert_true(cat_is_builtin(MODELS[i].name));
        assert_int_equal(cat_model_architecture(model), MODELS[i].architecture);
        cat_free(model);
    }
    assert_false(cat_is_builtin("lib/cos"));
    assert_false(cat_is_builtin("s"));
    assert_non_null(strstr(cat_builtin_names(), "armv8"));
}

/* Whatever is in the folder of models is named where users see names. */
static void all_models_are_named(void **state)
{
    (void)state;
    for (unsigned i = 0; i < cat_file_count; i++) {
        strbuf name = {0};
        if (strchr(cat_files[i].path, '/'))
            continue;
        strbuf_add_bytes(&name, cat_files[i].path, strlen(cat_files[i].path) - strlen(".cat"));
        assert_non_null(strstr(cat_builtin_names(), strbuf_text(&name)));
        strbuf_clear(&name);
    }
}

static void tags_are_found_by_their_names(void **state)
{
    uint64_t bit;
    (void)state;
    for (int i = 0; i < CAT_TAG_COUNT; i++) {
        assert_true(cat_tag_find(cat_tag_name((cat_tag)i), &bit));
        assert_int_equal(bit, (uint64_t)1 << i);
    }
    assert_true(cat_tag_find("LKW", &bit));
    assert_int_equal(bit, 0);
    assert_false(cat_tag_find("dmb.sy", &bit));
}

/* ---- strange texts ---- */

/* Either a model or a message. */
static bool is_read(const char *text)
{
    diag d = {0};
    cat_model *model = cat_read("test.cat", text, NULL, &d);
    assert_int_equal(model == NULL, d.status != STATUS_OK);
    assert_int_equal(model == NULL, d.message != NULL);
    diag_clear(&d);
    cat_free(model);
    return model;
}

static void repeat(strbuf *out, const char *text, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        strbuf_add(out, text);
}

static void deep_texts_are_refused(void **state)
{
    static const char *const PARTS[][3] = {{"empty ", "(", "rf"},    {"empty ", "~", "rf"},      {"empty ", "[", "R"},
                                           {"empty rf", "| co", ""}, {"empty rf", "+", ""},      {"", "(*", ""},
                                           {"empty R", "* R", ""},   {"if ", "not ", "\"\""},    {"if ", "(", "\"\""},
                                           {"", "if \"\" ", ""},     {"empty ", "let x = ", "0"}};
    (void)state;
    for (size_t i = 0; i < sizeof PARTS / sizeof *PARTS; i++) {
        strbuf text = {0};
        strbuf_add(&text, PARTS[i][0]);
        repeat(&text, PARTS[i][1], 100000);
        strbuf_add(&text, PARTS[i][2]);
        assert_false(is_read(strbuf_text(&text)));
        strbuf_clear(&text);
    }
}

static void functions_that_explode_are_refused(void **state)
{
    strbuf text = {0};
    (void)state;
    strbuf_add(&text, "let f0(x) = x; x\n");
    for (int i = 1; i < 60; i++)
        strbuf_addf(&text, "let f%d(x) = f%d(x) | f%d(x; x)\n", i, i - 1, i - 1);
    strbuf_add(&text, "empty f59(rf)\n");
    assert_false(is_read(strbuf_text(&text)));
    strbuf_clear(&text);
}

enum { DAMAGES = 4000, MAX_CHANGES = 5 };

static void damage(random_source *random, strbuf *text)
{
    static const char *const PIECES[] = {"(", ")",    "let ", "rec ", "| ", ";",  "*",   "~",    "[",
                                         "]", "and ", "0",    "_",    "\"", "\\", "in ", "with "};
    for (uint64_t i = 1 + random_below(random, MAX_CHANGES); i; i--) {
        size_t at = random_below(random, text->size), count = random_below(random, 12);
        strbuf changed = {0};
        strbuf_add_bytes(&changed, text->text, at);
        if (random_below(random, 2))
            strbuf_add(&changed, PIECES[random_below(random, sizeof PIECES / sizeof *PIECES)]);
        else if (random_below(random, 2))
            strbuf_add_bytes(&changed, text->text + random_below(random, text->size - at) / 2, count);
        size_t skip = random_below(random, 2) ? 0 : at + count < text->size ? count : 0;
        strbuf_add(&changed, text->text + at + skip);
        strbuf_clear(text);
        *text = changed;
        if (!text->size)
            strbuf_add(text, " ");
    }
}

/* What is still read can be evaluated. */
static void try_damaged(random_source *random, const char *text, uint32_t *understood)
{
    diag d = {0};
    cat_model *model = cat_read("test.cat", text, NULL, &d);
    assert_int_equal(model == NULL, d.message != NULL);
    diag_clear(&d);
    if (!model)
        return;
    cat_world world;
    cat_happening h;
    cat_reasons reasons = {0};
    ++*understood;
    cat_world_make(random, cat_model_uses(model), 5, &world);
    cat_happening_make(random, &world, &h);
    cat_sample sample;
    cat_sample_make(&world, &h, &sample);
    cat_execution x = cat_sample_execution(&sample);
    cat_session *session = cat_session_create(model, &sample.program, NULL);
    cat_session_explain(session, &x, 3, &reasons);
    cat_reasons_clear(&reasons);
    cat_session_free(session);
    cat_sample_clear(&sample);
    cat_world_clear(&world);
    cat_free(model);
}

static void damaged_models_are_read_or_refused(void **state)
{
    random_source random = random_seeded(9);
    uint32_t understood = 0;
    (void)state;
    for (int i = 0; i < DAMAGES; i++) {
        strbuf text = {0};
        strbuf_add(&text, cat_files[random_below(&random, cat_file_count)].text);
        damage(&random, &text);
        try_damaged(&random, strbuf_text(&text), &understood);
        strbuf_clear(&text);
    }
    assert_in_range(understood, DAMAGES / 50, DAMAGES - DAMAGES / 50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(operators_bind_as_in_herd7),
        cmocka_unit_test(names_are_what_they_stand_for),
        cmocka_unit_test(what_is_empty_is_empty),
        cmocka_unit_test(definitions_are_replaced),
        cmocka_unit_test(conditions_are_decided),
        cmocka_unit_test(axioms_have_names_and_kinds),
        cmocka_unit_test(recursion_makes_a_group),
        cmocka_unit_test(errors_say_where_and_what),
        cmocka_unit_test(files_are_included),
        cmocka_unit_test(models_are_built_in),
        cmocka_unit_test(all_models_are_named),
        cmocka_unit_test(tags_are_found_by_their_names),
        cmocka_unit_test(deep_texts_are_refused),
        cmocka_unit_test(functions_that_explode_are_refused),
        cmocka_unit_test(damaged_models_are_read_or_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
