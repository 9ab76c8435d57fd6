#include "report/check_json.h"

#include "base/clock.h"
#include "report/result_json.h"

static void add_step_reference(json *j, const char *key, uint32_t step)
{
    if (step == RECORDING_NONE)
        return;
    json_key(j, key);
    json_number(j, step);
}

static void add_text(json *j, const char *key, const char *text)
{
    if (*text == '\0')
        return;
    json_key(j, key);
    json_string(j, text);
}

/* The numbers do not fit into those of JavaScript. */
static void add_address(json *j, const recording_step *s)
{
    strbuf address = {0};
    if (s->is_call || s->size == 0)
        return;
    strbuf_addf(&address, "0x%llx", (unsigned long long)s->address);
    add_text(j, "address", strbuf_text(&address));
    json_key(j, "size");
    json_number(j, s->size);
    strbuf_clear(&address);
}

static void add_step(json *j, const recording_step *s)
{
    json_begin(j, '{');
    json_key(j, "thread");
    json_number(j, s->thread);
    json_key(j, "kind");
    json_string(j, recording_kind_name(s));
    if (*s->file) {
        add_text(j, "file", s->file);
        json_key(j, "line");
        json_number(j, s->line);
        json_key(j, "column");
        json_number(j, s->column);
    }
    add_text(j, "place", s->place);
    add_address(j, s);
    add_text(j, "value", s->value);
    add_text(j, "old", s->old);
    add_text(j, "initial", s->initial);
    add_text(j, "text", s->action);
    if (s->from_buffer) {
        json_key(j, "from_buffer");
        json_bool(j, true);
    }
    add_step_reference(j, "source", s->source);
    add_step_reference(j, "commit", s->commit);
    add_step_reference(j, "next", s->next);
    add_step_reference(j, "missed", s->missed);
    add_step_reference(j, "subject", s->subject);
    json_end(j, '}');
}

static void add_link(json *j, const recording_link *l)
{
    json_begin(j, '{');
    json_key(j, "relation");
    json_string(j, recording_link_name(l));
    add_step_reference(j, "from", l->from);
    add_step_reference(j, "to", l->to);
    json_key(j, "kept");
    json_bool(j, l->is_kept);
    json_end(j, '}');
}

static void add_circle(json *j, const recording *r)
{
    if (r->circle.size == 0)
        return;
    json_key(j, "circle");
    json_begin(j, '[');
    for (uint32_t i = 0; i < r->circle.size; i++)
        add_link(j, &r->circle.data[i]);
    json_end(j, ']');
}

static void add_execution(json *j, const recording *r)
{
    json_key(j, "threads");
    json_begin(j, '[');
    for (uint32_t i = 0; i < r->threads.size; i++)
        json_string(j, r->threads.data[i]);
    json_end(j, ']');
    json_key(j, "steps");
    json_begin(j, '[');
    for (uint32_t i = 0; i < r->steps.size; i++)
        add_step(j, &r->steps.data[i]);
    json_end(j, ']');
    add_circle(j, r);
}

static void add_violation(json *j, const ir_program *program, const check_trace *trace)
{
    json_begin(j, '{');
    result_json_violation(j, program, &trace->violation->result, &trace->other);
    if (trace->violation->engine) {
        json_key(j, "engine");
        json_string(j, trace->violation->engine);
    }
    json_key(j, "schedule");
    json_string(j, strbuf_text(&trace->schedule));
    add_execution(j, &trace->execution);
    json_end(j, '}');
}

/* The first one, for those who look for one; and all. */
static void add_violations(json *j, const check_report *report, uint32_t result)
{
    uint32_t first = 0;
    while (report->traces.data[first].result != result)
        first++;
    json_key(j, "violation");
    add_violation(j, report->program, &report->traces.data[first]);
    if (!report->options->finds_all)
        return;
    json_key(j, "violations");
    json_begin(j, '[');
    for (uint32_t i = first; i < report->traces.size && report->traces.data[i].result == result; i++)
        add_violation(j, report->program, &report->traces.data[i]);
    json_end(j, ']');
    json_key(j, "rest");
    json_string(j, check_verdict_name(check_report_rest(report, result)));
}

/* As `heddle outcomes` has it. */
static void add_unsupported(json *j, const ir_program *program, const check_result *r)
{
    json_key(j, "unsupported");
    json_begin(j, '{');
    result_json_place(j, program, r->pc);
    json_key(j, "message");
    json_string(j, r->message);
    json_end(j, '}');
}

static void add_message(json *j, const ir_program *program, const check_result *r)
{
    if (r->message && *r->message) {
        json_key(j, "message");
        json_string(j, r->message);
    }
    if (r->pc != IR_NONE)
        result_json_place(j, program, r->pc);
}

static void add_cuts(json *j, const ir_program *program, const check_result *r)
{
    json_key(j, "cut");
    json_begin(j, '[');
    for (uint32_t i = 0; i < r->cut.size; i++) {
        json_begin(j, '{');
        result_json_place(j, program, r->cut.data[i].pc);
        json_key(j, "iterations");
        json_number(j, r->cut.data[i].iterations);
        json_end(j, '}');
    }
    json_end(j, ']');
}

/* Those of the user: how models of the library loop is no news. */
static void add_loops(json *j, const ir_program *program, const check_result *r)
{
    json_key(j, "loops");
    json_begin(j, '[');
    for (uint32_t i = 0; i < r->loops.size; i++) {
        const symex_loop *loop = &r->loops.data[i];
        const ir_function *function = &program->functions.data[loop->function];
        if (function->is_model)
            continue;
        strbuf name = {0};
        strbuf_addf(&name, "%s.%u", function->name, loop->number);
        json_begin(j, '{');
        add_text(j, "name", strbuf_text(&name));
        result_json_place(j, program, loop->header);
        json_key(j, "iterations");
        json_number(j, loop->iterations);
        json_key(j, "fate");
        json_string(j, loop->is_cut ? "cut" : loop->is_waiting ? "waits" : "ends");
        json_end(j, '}');
        strbuf_clear(&name);
    }
    json_end(j, ']');
}

static void add_statistics(json *j, const check_result *r, double seconds)
{
    json_key(j, "statistics");
    json_begin(j, '{');
    for (uint32_t i = 0; i < r->counters.size; i++) {
        json_key(j, r->counters.data[i].name);
        if (r->counters.data[i].is_time)
            json_double(j, r->counters.data[i].seconds);
        else
            json_number(j, r->counters.data[i].count);
    }
    json_key(j, "peak_bytes");
    json_number(j, clock_peak_bytes());
    json_key(j, "seconds");
    json_double(j, seconds);
    json_end(j, '}');
}

/* Functions that are not defined and were taken to return any value: what the verdict rests upon. */
static void add_assumed(json *j, const ir_program *program)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < program->functions.size; i++) {
        if (!program->functions.data[i].is_assumed)
            continue;
        if (count++ == 0) {
            json_key(j, "assumed");
            json_begin(j, '[');
        }
        json_string(j, program->functions.data[i].name);
    }
    if (count > 0)
        json_end(j, ']');
}

static void add_result(json *j, const check_report *report, uint32_t i)
{
    const check_result *r = &report->results[i];
    json_begin(j, '{');
    json_key(j, "model");
    json_string(j, r->model->name);
    json_key(j, "verdict");
    json_string(j, check_verdict_name(r->verdict));
    if (r->engine) {
        json_key(j, "engine");
        json_string(j, r->engine);
    }
    json_key(j, "depth");
    json_number(j, r->checked);
    add_assumed(j, report->program);
    add_cuts(j, report->program, r);
    add_loops(j, report->program, r);
    if (check_report_rest(report, i) == CHECK_UNSUPPORTED)
        add_unsupported(j, report->program, r);
    else
        add_message(j, report->program, r);
    if (r->verdict == CHECK_VIOLATION)
        add_violations(j, report, i);
    add_statistics(j, r, report->seconds);
    json_end(j, '}');
}

void check_json_print(const check_report *report, strbuf *out)
{
    json j = {0};
    result_json_begin(&j, "check", report->files, report->file_count);
    for (uint32_t i = 0; i < report->count; i++)
        add_result(&j, report, i);
    result_json_end(&j);
    strbuf_add(out, strbuf_text(&j.text));
    strbuf_clear(&j.text);
}
