#include "report/check_html.h"

#include <assert.h>

#include "report/check_json.h"
#include "report/page_files.h"
#include "report/source.h"
#include "report/violation.h"

/* ---- what the page needs beside the report ---- */

/* The names of files, each once. They belong to the report. */
typedef VEC(const char *) name_list;

static void note_name(name_list *names, const char *name)
{
    for (uint32_t i = 0; i < names->size; i++)
        if (strcmp(names->data[i], name) == 0)
            return;
    if (*name)
        vec_push(names, name);
}

static void note_name_at(name_list *names, const ir_program *program, ir_id pc)
{
    if (pc != IR_NONE)
        note_name(names, program->locations.data[program->code.data[pc].location].file);
}

static void note_violation(name_list *names, const ir_program *program, const machine_result *violation)
{
    const machine_place *other = violation_other(violation);
    note_name_at(names, program, violation->user_pc);
    if (other)
        note_name_at(names, program, other->user_pc);
}

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), tail = strlen(end);
    return length >= tail && strcmp(text + length - tail, end) == 0;
}

/* The files that were given as C, and all that a result names. */
static void collect_names(const check_report *report, name_list *names)
{
    for (uint32_t i = 0; i < report->file_count; i++)
        if (ends_with(report->files[i], ".c") || ends_with(report->files[i], ".i"))
            note_name(names, report->files[i]);
    for (uint32_t i = 0; i < report->count; i++) {
        const check_result *r = &report->results[i];
        note_name_at(names, report->program, r->pc);
        for (uint32_t k = 0; k < r->cut.size; k++)
            note_name_at(names, report->program, r->cut.data[k].pc);
    }
    for (uint32_t i = 0; i < report->traces.size; i++) {
        const check_trace *trace = &report->traces.data[i];
        note_violation(names, report->program, &trace->violation->result);
        for (uint32_t k = 0; k < trace->execution.steps.size; k++)
            note_name(names, trace->execution.steps.data[k].file);
    }
}

static void add_sources(json *j, const check_report *report)
{
    name_list names = {0};
    source_files files = {0};
    collect_names(report, &names);
    json_key(j, "sources");
    json_begin(j, '[');
    for (uint32_t i = 0; i < names.size; i++) {
        const source_file *file = source_file_named(&files, names.data[i]);
        json_begin(j, '{');
        json_key(j, "name");
        json_string(j, names.data[i]);
        json_key(j, "lines");
        json_begin(j, '[');
        uint32_t count = file->lines.size;
        /* Behind the last line break there is no line. */
        if (count > 0 && *file->lines.data[count - 1] == '\0')
            count--;
        for (uint32_t k = 0; k < count; k++)
            json_string(j, file->lines.data[k]);
        json_end(j, ']');
        json_end(j, '}');
    }
    json_end(j, ']');
    source_files_clear(&files);
    vec_clear(&names);
}

static void add_properties(json *j, const check_report *report)
{
    property_set checked = check_report_checked(report);
    json_key(j, "properties");
    json_begin(j, '[');
    for (property p = 0; p < PROPERTY_COUNT; p++)
        if (property_names_option(checked, p))
            json_string(j, property_row_of(p)->words);
    json_end(j, ']');
}

static void add_model(json *j, const model *m)
{
    static const char *const BUFFERS[] = {
        [MODEL_NO_BUFFER] = "none",
        [MODEL_ONE_BUFFER] = "one",
        [MODEL_BUFFER_PER_PLACE] = "per place",
        [MODEL_NO_MACHINE] = "unknown",
    };
    json_begin(j, '{');
    json_key(j, "name");
    json_string(j, m->name);
    json_key(j, "summary");
    json_string(j, m->summary);
    json_key(j, "buffers");
    json_string(j, BUFFERS[m->buffers]);
    json_key(j, "includes");
    json_begin(j, '[');
    for (const model *const *next = m->includes; *next; next++)
        json_string(j, (*next)->name);
    json_end(j, ']');
    json_end(j, '}');
}

/* Those of the table, and one of the user's own. */
static void add_models(json *j, const check_report *report)
{
    json_key(j, "models");
    json_begin(j, '[');
    for (uint32_t i = 0; i < MODEL_COUNT; i++)
        add_model(j, MODELS[i]);
    for (uint32_t i = 0; i < report->count; i++)
        if (strcmp(report->results[i].model->name, model_find(report->results[i].model->name)->name) != 0)
            add_model(j, report->results[i].model);
    json_end(j, ']');
}

static void add_counter(json *j, const check_counter *c)
{
    json_begin(j, '{');
    json_key(j, "engine");
    json_string(j, c->engine);
    json_key(j, "text");
    json_string(j, c->text);
    json_key(j, c->is_time ? "seconds" : "count");
    if (c->is_time)
        json_double(j, c->seconds);
    else
        json_number(j, c->count);
    json_end(j, '}');
}

/* What was counted, by result. */
static void add_work(json *j, const check_report *report)
{
    json_key(j, "work");
    json_begin(j, '[');
    for (uint32_t i = 0; i < report->count; i++) {
        json_begin(j, '[');
        for (uint32_t k = 0; k < report->results[i].counters.size; k++)
            add_counter(j, &report->results[i].counters.data[k]);
        json_end(j, ']');
    }
    json_end(j, ']');
}

static void add_limits(json *j, const check_report *report)
{
    const check_options *o = report->options;
    json_key(j, "unwind");
    json_number(j, o->unwind);
    json_key(j, "bounds");
    json_begin(j, '[');
    for (uint32_t i = 0; i < o->bound_count; i++) {
        strbuf text = {0};
        strbuf_addf(&text, "%s.%u:%u", report->program->functions.data[o->bounds[i].function].name, o->bounds[i].number,
                    o->bounds[i].bound);
        json_string(j, strbuf_text(&text));
        strbuf_clear(&text);
    }
    json_end(j, ']');
    json_key(j, "timeout");
    json_double(j, o->budget ? o->budget->timeout : 0);
    json_key(j, "max_memory");
    json_number(j, o->budget ? o->budget->max_memory : 0);
    json_key(j, "malloc_may_fail");
    json_bool(j, o->malloc_may_fail);
}

static void print_extras(const check_report *report, strbuf *out)
{
    json j = {0};
    const check_trace *shown = check_report_shown(report);
    json_begin(&j, '{');
    json_key(&j, "shown");
    json_number(&j, shown ? shown->result : report->count);
    add_models(&j, report);
    add_properties(&j, report);
    add_limits(&j, report);
    add_work(&j, report);
    add_sources(&j, report);
    json_end(&j, '}');
    strbuf_add(out, strbuf_text(&j.text));
    strbuf_clear(&j.text);
}

/* ---- the page ---- */

/* JSON as the text of a script element, where nothing may look like a tag. In JSON `<` occurs inside of strings only.
 */
static void add_json(strbuf *out, const strbuf *value)
{
    for (size_t i = 0; i < value->size; i++) {
        if (value->text[i] == '<')
            strbuf_add(out, "\\u003c");
        else
            strbuf_add_char(out, value->text[i]);
    }
}

static const char *page_text(const char *path, size_t length)
{
    for (unsigned i = 0; i < page_file_count; i++)
        if (strlen(page_files[i].path) == length && strncmp(page_files[i].path, path, length) == 0)
            return page_files[i].text;
    return NULL;
}

/* What stands for {{name}} in the page: data, or the text of another file. */
static void add_part(const check_report *report, const char *name, size_t length, strbuf *out)
{
    strbuf value = {0};
    if (strncmp(name, "report", length) == 0) {
        check_json_print(report, &value);
        add_json(out, &value);
    } else if (strncmp(name, "extras", length) == 0) {
        print_extras(report, &value);
        add_json(out, &value);
    } else {
        const char *text = page_text(name, length);
        assert(text);
        strbuf_add(out, text ? text : "");
    }
    strbuf_clear(&value);
}

void check_html_print(const check_report *report, strbuf *out)
{
    static const char PAGE[] = "page.html";
    const char *at = page_text(PAGE, sizeof PAGE - 1), *begin, *end;
    assert(at);
    while ((begin = strstr(at, "{{")) && (end = strstr(begin, "}}"))) {
        strbuf_add_bytes(out, at, (size_t)(begin - at));
        add_part(report, begin + 2, (size_t)(end - begin - 2), out);
        at = end + 2;
    }
    strbuf_add(out, at);
}
