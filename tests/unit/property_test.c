/* The table of properties, and what every report makes of a violation that has one place, two, or none. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../tools/json_check.h"
#include "api/found.h"
#include "api/program.h"
#include "base/alloc.h"
#include "engine/driver.h"
#include "report/check_dot.h"
#include "report/check_html.h"
#include "report/check_json.h"
#include "report/check_sarif.h"
#include "report/check_text.h"
#include "report/check_witness.h"

static const char *const PATH = "examples/store_buffering.c";

/* Lines of the program: each thread reads what the other one has written. */
enum { FIRST_LINE = 28, SECOND_LINE = 36 };

/* ---- the table ---- */

static void rows_are_complete(void **state)
{
    (void)state;
    for (property p = 0; p < PROPERTY_COUNT; p++) {
        const property_row *row = property_row_of(p);
        assert_true(row->name && row->option && row->words && row->off && row->off_help && row->formula);
        assert_true(row->level && row->rule_text && row->rule_help);
        assert_true(row->shape == PROPERTY_POINT || !row->stops);
        for (property other = 0; other < p; other++) {
            const property_row *before = property_row_of(other);
            assert_string_not_equal(row->name, before->name);
            if (strcmp(row->option, before->option) != 0)
                continue;
            /* What shares a name is one thing for a user. */
            assert_string_equal(row->words, before->words);
            assert_string_equal(row->off, before->off);
            assert_string_equal(row->rule_text, before->rule_text);
        }
    }
}

static void names_are_known(void **state)
{
    (void)state;
    strbuf names = {0};
    for (size_t i = 0; heddle_property_at(i).name; i++)
        strbuf_addf(&names, "%s ", heddle_property_at(i).name);
    assert_string_equal(strbuf_text(&names),
                        "assertions unreach-call memory arithmetic locks overflow races deadlock liveness leaks "
                        "memtrack uninitialised ");
    assert_int_equal(property_named("memory", 6), property_bit(PROPERTY_DEREFERENCE) | property_bit(PROPERTY_FREE));
    assert_int_equal(property_named("memory,locks", 6), property_named("memory", 6));
    assert_int_equal(property_named("all", 3), property_all());
    assert_int_equal(property_named("", 0), 0);
    assert_int_equal(property_named("memo", 4), 0);
    strbuf_clear(&names);
}

static void rows_for_tests_are_hidden(void **state)
{
    (void)state;
    for (property p = 0; p < PROPERTY_COUNT; p++) {
        const property_row *row = property_row_of(p);
        if (!row->is_test)
            continue;
        assert_false(property_is_in(property_all(), p));
        assert_int_equal(property_named(row->option, strlen(row->option)), 0);
    }
}

static void a_shared_name_is_listed_once(void **state)
{
    (void)state;
    property_set free_only = property_bit(PROPERTY_FREE);
    assert_true(property_names_option(property_all(), PROPERTY_DEREFERENCE));
    assert_false(property_names_option(property_all(), PROPERTY_FREE));
    assert_true(property_names_option(free_only, PROPERTY_FREE));
    assert_false(property_names_option(free_only, PROPERTY_DEREFERENCE));
}

/* ---- reports ---- */

/* The result of a check, in which the violation is replaced by another one. */
typedef struct sample {
    heddle_program *program;
    check_options options;
    check_result result;
    check_report report;
} sample;

/* An instruction of the program's own on this line. */
static ir_id instruction_on(const ir_program *program, uint32_t line)
{
    for (ir_id pc = 0; pc < program->code.size; pc++) {
        const ir_location *at = &program->locations.data[program->code.data[pc].location];
        if (at->line == line && strcmp(at->file, PATH) == 0)
            return pc;
    }
    fail_msg("no instruction on line %u", line);
    return IR_NONE;
}

static void sample_make(sample *x, property violated)
{
    heddle_error error = {0};
    x->program = heddle_load(&PATH, 1, NULL, 0, &error);
    assert_non_null(x->program);
    x->options = (check_options){.models = {&MODEL_TSO}, .model_count = 1};
    check_program(x->program->ir, &x->options, &x->result);
    assert_int_equal(x->result.verdict, CHECK_VIOLATION);
    assert_int_equal(x->result.violations.data[0]->result.violated, PROPERTY_ASSERTION);

    property_shape shape = property_row_of(violated)->shape;
    machine_result *v = &x->result.violations.data[0]->result;
    ir_id first = instruction_on(x->program->ir, FIRST_LINE), second = instruction_on(x->program->ir, SECOND_LINE);
    machine_result_clear(v);
    *v = (machine_result){.end = MACHINE_VIOLATION, .violated = violated, .message = alloc_string("it happens")};
    v->thread = shape == PROPERTY_END ? IR_NONE : 1;
    v->pc = v->user_pc = shape == PROPERTY_END ? IR_NONE : first;
    if (shape == PROPERTY_PAIR)
        v->other = (machine_place){2, second, second};
    check_report_make(&x->report, x->program->ir, &x->options, &x->result, 0);
    x->report.files = (const char *const *)x->program->files.data;
    x->report.file_count = x->program->files.size;
}

static void sample_clear(sample *x)
{
    check_report_clear(&x->report);
    check_result_clear(&x->result);
    heddle_program_free(x->program);
}

static void print_text(const check_report *report, FILE *out)
{
    check_text_print(report, (style){.is_on = false}, UINT32_MAX, out);
}

static void print_stream(const check_report *report, strbuf *out, void (*print)(const check_report *, FILE *))
{
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    assert_non_null(stream);
    print(report, stream);
    fclose(stream);
    strbuf_add(out, text);
    free(text);
}

static void print_witness(const check_report *report, const char *file, strbuf *out)
{
    diag d = {0};
    assert_true(check_witness_print(report, file, out, &d));
}

typedef enum format { TEXT, JSON, SARIF, HTML, DOT, GRAPHML, YAML, FORMAT_COUNT } format;

static void print_as(const check_report *report, format form, strbuf *out)
{
    switch (form) {
    case TEXT:
        print_stream(report, out, print_text);
        break;
    case JSON:
        check_json_print(report, out);
        assert_true(json_is_valid(strbuf_text(out)));
        break;
    case SARIF:
        check_sarif_print(report, out);
        assert_true(json_is_valid(strbuf_text(out)));
        break;
    case HTML:
        check_html_print(report, out);
        break;
    case DOT:
        print_stream(report, out, check_dot_print);
        break;
    case GRAPHML:
        print_witness(report, "w.graphml", out);
        break;
    case YAML:
        print_witness(report, "w.yml", out);
        break;
    case FORMAT_COUNT:
        break;
    }
}

static void expect(const char *text, const char *part, bool is_there)
{
    if ((strstr(text, part) != NULL) != is_there)
        fail_msg("%s `%s` in:\n%.4000s", is_there ? "no" : "there is", part, text);
}

/* How often the part occurs. */
static unsigned count(const char *text, const char *part)
{
    unsigned found = 0;
    for (; (text = strstr(text, part)); text += strlen(part))
        found++;
    return found;
}

#define FIRST_PLACE "\"file\":\"examples/store_buffering.c\",\"line\":28,\"column\":13,\"thread\":1,"
#define SECOND_PLACE "\"other\":{\"file\":\"examples/store_buffering.c\",\"line\":36,\"column\":13,\"thread\":2}"

/* Parts that each format must have, and must not have, for each shape. */
typedef struct expectation {
    property violated;
    format form;
    const char *parts[4], *others[3];
} expectation;

static const expectation EXPECTED[] = {
    {PROPERTY_FREE,
     TEXT,
     {"VIOLATION under TSO: examples/store_buffering.c:28: it happens\n", "fails: it happens"},
     {" and "}},
    {PROPERTY_TEST_PAIR,
     TEXT,
     {"TSO: examples/store_buffering.c:28 and examples/store_buffering.c:36: it happens\n", "fails: it happens"},
     {0}},
    {PROPERTY_TEST_END, TEXT, {"VIOLATION under TSO: it happens\n", "fails: it happens"}, {0}},

    {PROPERTY_FREE, JSON, {"\"violation\":{" FIRST_PLACE "\"message\":\"it happens\",\"property\":\"memory\""}, {0}},
    {PROPERTY_TEST_PAIR,
     JSON,
     {"\"violation\":{" FIRST_PLACE SECOND_PLACE ",\"message\":\"it happens\",\"property\":\"test-pair\""},
     {0}},
    {PROPERTY_TEST_END, JSON, {"\"violation\":{\"message\":\"it happens\",\"property\":\"test-end\""}, {0}},

    {PROPERTY_FREE,
     SARIF,
     {"\"ruleId\":\"memory\",\"ruleIndex\":2,", "\"startLine\":28,\"startColumn\":13}}}],\"codeFlows\""},
     {"relatedLocations", "test-pair", "test-end"}},
    {PROPERTY_TEST_PAIR,
     SARIF,
     {"\"ruleId\":\"test-pair\",\"ruleIndex\":", "\"id\":\"test-pair\"", "\"relatedLocations\":[{\"physicalLocation\"",
      "\"startLine\":36,\"startColumn\":13}},\"message\":{\"text\":\"T2 (second)\"}}]"},
     {"test-end"}},
    {PROPERTY_TEST_END,
     SARIF,
     {"\"ruleId\":\"test-end\",\"ruleIndex\":", "\"id\":\"test-end\"",
      "\"region\":{\"startLine\":1,\"startColumn\":1}}}],\"codeFlows\""},
     {"relatedLocations", "test-pair"}},

    {PROPERTY_FREE, HTML, {"\"violation\":{" FIRST_PLACE "\"message\""}, {0}},
    {PROPERTY_TEST_PAIR, HTML, {"\"violation\":{" FIRST_PLACE SECOND_PLACE}, {0}},
    {PROPERTY_TEST_END, HTML, {"\"violation\":{\"message\":\"it happens\""}, {0}},

    {PROPERTY_FREE,
     GRAPHML,
     {"LTL(G valid-free)", "<data key=\"startline\">28</data>\n      <data key=\"endline\">28"},
     {0}},
    {PROPERTY_TEST_PAIR,
     GRAPHML,
     {"LTL(G ! test-pair)", "<data key=\"threadId\">2</data>\n      <data key=\"startline\">36</data>",
      "<data key=\"violatedProperty\">it happens</data>"},
     {0}},
    {PROPERTY_TEST_END,
     GRAPHML,
     {"LTL(F good-end)", "\">\n    </edge>\n    <node", "<data key=\"violation\">true</data>"},
     {0}},

    {PROPERTY_FREE, YAML, {"LTL(G valid-free)", "type: target", "line: 28\n"}, {0}},
    {PROPERTY_TEST_PAIR, YAML, {"LTL(G ! test-pair)", "type: target", "line: 28\n"}, {0}},
    {PROPERTY_TEST_END, YAML, {"LTL(F good-end)", "  content: []\n"}, {"type: target"}},
};

static void formats_show_all_shapes(void **state)
{
    static const property VIOLATED[] = {PROPERTY_FREE, PROPERTY_TEST_PAIR, PROPERTY_TEST_END};
    (void)state;
    for (size_t k = 0; k < sizeof VIOLATED / sizeof *VIOLATED; k++) {
        sample x = {0};
        sample_make(&x, VIOLATED[k]);
        for (size_t i = 0; i < sizeof EXPECTED / sizeof *EXPECTED; i++) {
            const expectation *e = &EXPECTED[i];
            if (e->violated != VIOLATED[k])
                continue;
            strbuf out = {0};
            print_as(&x.report, e->form, &out);
            for (int n = 0; n < 4 && e->parts[n]; n++)
                expect(strbuf_text(&out), e->parts[n], true);
            for (int n = 0; n < 3 && e->others[n]; n++)
                expect(strbuf_text(&out), e->others[n], false);
            strbuf_clear(&out);
        }
        sample_clear(&x);
    }
}

/* The threads that fail end in the failure: in the graph by an edge, in SARIF by a last step. */
static void threads_lead_to_the_failure(void **state)
{
    static const struct {
        property violated;
        unsigned edges, steps;
    } EXPECTED_COUNTS[] = {{PROPERTY_FREE, 1, 1}, {PROPERTY_TEST_PAIR, 2, 2}, {PROPERTY_TEST_END, 3, 0}};
    (void)state;
    for (size_t k = 0; k < sizeof EXPECTED_COUNTS / sizeof *EXPECTED_COUNTS; k++) {
        sample x = {0};
        strbuf dot = {0}, sarif = {0};
        sample_make(&x, EXPECTED_COUNTS[k].violated);
        print_as(&x.report, DOT, &dot);
        print_as(&x.report, SARIF, &sarif);
        assert_int_equal(count(strbuf_text(&dot), "-> failure [color"), EXPECTED_COUNTS[k].edges);
        assert_int_equal(count(strbuf_text(&sarif), "\"text\":\"it happens\"}}"), EXPECTED_COUNTS[k].steps);
        strbuf_clear(&dot);
        strbuf_clear(&sarif);
        sample_clear(&x);
    }
}

static void interface_shows_all_shapes(void **state)
{
    (void)state;
    sample x = {0};
    sample_make(&x, PROPERTY_FREE);
    heddle_violation v = api_violation(x.report.program, &x.report.results[0].violations.data[0]->result);
    assert_int_equal(v.property, HEDDLE_MEMORY);
    assert_int_equal(v.line, FIRST_LINE);
    assert_int_equal(v.thread, 1);
    assert_string_equal(v.other_file, "");
    assert_int_equal(v.other_thread, HEDDLE_NO_THREAD);
    sample_clear(&x);

    sample_make(&x, PROPERTY_TEST_PAIR);
    v = api_violation(x.report.program, &x.report.results[0].violations.data[0]->result);
    assert_int_equal(v.line, FIRST_LINE);
    assert_string_equal(v.other_file, PATH);
    assert_int_equal(v.other_line, SECOND_LINE);
    assert_int_equal(v.other_thread, 2);
    sample_clear(&x);

    sample_make(&x, PROPERTY_TEST_END);
    v = api_violation(x.report.program, &x.report.results[0].violations.data[0]->result);
    assert_string_equal(v.file, "");
    assert_int_equal(v.line, 0);
    assert_int_equal(v.thread, HEDDLE_NO_THREAD);
    assert_int_equal(v.other_thread, HEDDLE_NO_THREAD);
    sample_clear(&x);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_complete),          cmocka_unit_test(names_are_known),
        cmocka_unit_test(rows_for_tests_are_hidden),  cmocka_unit_test(a_shared_name_is_listed_once),
        cmocka_unit_test(formats_show_all_shapes),    cmocka_unit_test(threads_lead_to_the_failure),
        cmocka_unit_test(interface_shows_all_shapes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
