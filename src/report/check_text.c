#include "report/check_text.h"

#include "base/clock.h"
#include "report/trace.h"
#include "report/violation.h"
#include "report/visible.h"

static const char *style_of(style s, check_verdict verdict)
{
    if (verdict == CHECK_SAFE)
        return style_good(s);
    return verdict == CHECK_VIOLATION || verdict == CHECK_FAILED ? style_bad(s) : "";
}

/* "SAFE under SC: " and the text, which is used up. */
static void print_line(const check_result *r, strbuf *text, style s, FILE *out)
{
    fprintf(out, "%s%s%s under %s: ", style_of(s, r->verdict), check_verdict_name(r->verdict),
            *style_of(s, r->verdict) ? style_end(s) : "", r->model->name);
    strbuf_add_char(text, '\n');
    visible_print(out, strbuf_text(text));
    strbuf_clear(text);
}

/* All violations that were found, and whether there may be more. */
static void print_violations(const check_report *report, uint32_t i, style s, FILE *out)
{
    const check_result *r = &report->results[i];
    strbuf text = {0};
    for (uint32_t k = 0; k < r->violations.size; k++) {
        violation_describe(report->program, &r->violations.data[k]->result, &text);
        print_line(r, &text, s, out);
    }
    strbuf_addf(&text, "under %s ", r->model->name);
    check_report_describe_rest(report, i, &text);
    strbuf_add_char(&text, '\n');
    visible_print(out, strbuf_text(&text));
    strbuf_clear(&text);
}

static void print_verdict(const check_report *report, uint32_t i, style s, FILE *out)
{
    const check_result *r = &report->results[i];
    strbuf text = {0};
    if (r->verdict == CHECK_VIOLATION && report->options->finds_all) {
        print_violations(report, i, s, out);
    } else {
        check_report_describe(report, i, &text);
        print_line(r, &text, s, out);
    }
}

static void print_place(const recording_step *step, style s, FILE *out)
{
    const char *slash = strrchr(step->file, '/');
    fprintf(out, "%s%s:%u%s ", style_faint(s), slash ? slash + 1 : step->file, step->line, style_end(s));
    visible_print(out, step->action);
}

/* What the model does not keep in order, and thereby allows the execution. */
static void print_circle(const recording *r, style s, FILE *out)
{
    for (uint32_t i = 0; i < r->circle.size; i++) {
        const recording_link *l = &r->circle.data[i];
        if (l->is_kept)
            continue;
        const recording_step *from = &r->steps.data[l->from], *to = &r->steps.data[l->to];
        fprintf(out, "%s need not do these in order under %s:\n  ", from->who, r->model->name);
        print_place(from, s, out);
        fputs("\n  ", out);
        print_place(to, s, out);
        fputc('\n', out);
    }
}

/* "  T1 (worker): in put at bank.c:5, called by pay at bank.c:10": of a function that was called. */
static void print_stack(const check_trace *told, uint32_t thread, const machine_stack *stack, const ir_program *program,
                        FILE *out)
{
    const recording *r = &told->execution;
    strbuf text = {0};
    for (uint32_t i = 0; i < stack->size; i++) {
        strbuf_addf(&text, "%s%s at ", i ? ", called by " : "in ",
                    program->functions.data[stack->data[i].function].name);
        ir_print_location(program, program->code.data[stack->data[i].pc].location, &text);
    }
    if (text.size > 0) {
        fprintf(out, "  %s: ", thread < r->threads.size ? r->threads.data[thread] : "a thread");
        strbuf_add_char(&text, '\n');
        visible_print(out, strbuf_text(&text));
    }
    strbuf_clear(&text);
}

/* Of two places, both; of one, only if that says more than the line does. */
static void print_stacks(const check_report *report, const check_trace *told, FILE *out)
{
    const machine_result *violation = &told->violation->result;
    const machine_place *other = violation_other(violation);
    if (other || violation->stack.size > 1)
        print_stack(told, violation->thread, &violation->stack, report->program, out);
    if (other)
        print_stack(told, other->thread, &told->other, report->program, out);
}

static void print_execution(const check_report *report, const check_trace *told, style s, uint32_t trace_limit,
                            FILE *out)
{
    strbuf text = {0};
    trace t;
    trace_init(&t, out, s);
    fprintf(out, "\n%san execution under %s that fails:%s\n", style_faint(s), told->execution.model->name,
            style_end(s));
    trace_print(&t, &told->execution, trace_limit);
    fprintf(out, "%sfails:%s ", style_bad(s), style_end(s));
    if (report->options->finds_all)
        violation_describe(report->program, &told->violation->result, &text);
    else
        strbuf_add(&text, told->violation->result.message);
    visible_print(out, strbuf_text(&text));
    fputc('\n', out);
    print_stacks(report, told, out);
    print_circle(&told->execution, s, out);
    strbuf_clear(&text);
    trace_clear(&t);
}

/* Does a stronger model show the same violation? */
static bool is_shown_elsewhere(const check_report *report, const check_trace *told)
{
    for (uint32_t i = 0; i < report->traces.size; i++) {
        const check_trace *other = &report->traces.data[i];
        machine_known key = other->violation->key;
        key.next = NULL;
        if (other->result != told->result && model_includes(told->execution.model, other->execution.model) &&
            known_has(report->program, &key, told->violation->key))
            return true;
    }
    return false;
}

static void print_executions(const check_report *report, style s, uint32_t trace_limit, FILE *out)
{
    for (uint32_t i = 0; i < report->traces.size; i++) {
        const check_trace *told = &report->traces.data[i];
        if (report->options->finds_all ? !is_shown_elsewhere(report, told) : i == report->shown)
            print_execution(report, told, s, trace_limit, out);
    }
}

/* Part of the verdict, so it is said wherever that is. */
static void print_assumed(const check_report *report, style s, FILE *out)
{
    strbuf text = {0};
    check_report_describe_assumed(report, &text);
    if (text.size > 0) {
        fprintf(out, "%sassuming that%s ", style_faint(s), style_end(s));
        strbuf_add_char(&text, '\n');
        visible_print(out, strbuf_text(&text));
    }
    strbuf_clear(&text);
}

void check_text_print(const check_report *report, style s, uint32_t trace_limit, FILE *out)
{
    for (uint32_t i = 0; i < report->count; i++)
        print_verdict(report, i, s, out);
    print_assumed(report, s, out);
    if (trace_limit > 0)
        print_executions(report, s, trace_limit, out);
}

static void print_properties(const check_report *report, FILE *out)
{
    property_set checked = check_report_checked(report);
    const char *separator = "";
    for (property p = 0; p < PROPERTY_COUNT; p++)
        if (property_names_option(checked, p)) {
            fprintf(out, "%s%s", separator, property_row_of(p)->words);
            separator = ", ";
        }
    if (*separator == '\0')
        fputs("nothing", out);
}

/* The largest over all models. */
static uint64_t most_counted(const check_report *report, const char *name)
{
    uint64_t most = 0;
    for (uint32_t i = 0; i < report->count; i++)
        if (check_counted(&report->results[i], name) > most)
            most = check_counted(&report->results[i], name);
    return most;
}

/* Of the text, which is a plural: without its ending if there is one only. */
static int length_for(uint64_t count, const char *plural)
{
    size_t length = strlen(plural), ending = length > 3 && strcmp(plural + length - 3, "ses") == 0 ? 2 : 1;
    return (int)(count == 1 ? length - ending : length);
}

/* "3 threads, 24 events": what says how large the problem was. */
static void print_sizes(const check_report *report, FILE *out)
{
    const check_result *first = &report->results[0];
    for (uint32_t i = 0; i < first->counters.size; i++) {
        const check_counter *c = &first->counters.data[i];
        uint64_t count = c->is_main ? most_counted(report, c->name) : 0;
        if (count > 0)
            fprintf(out, "%llu %.*s, ", (unsigned long long)count, length_for(count, c->text), c->text);
    }
}

void check_text_print_summary(const check_report *report, style s, FILE *out)
{
    fprintf(out, "%schecked: ", style_faint(s));
    print_properties(report, out);
    fputs("; ", out);
    if (report->count > 0)
        print_sizes(report, out);
    fprintf(out, "%.2f s, %llu MiB%s\n", report->seconds, (unsigned long long)(clock_peak_bytes() >> 20), style_end(s));
}

static void print_times(const check_result *r, const char *engine, FILE *out)
{
    const char *separator = ": ";
    for (uint32_t i = 0; i < r->counters.size; i++) {
        const check_counter *c = &r->counters.data[i];
        if (!c->is_time || c->engine != engine)
            continue;
        fprintf(out, "%s%s %.3f s", separator, c->text, c->seconds);
        separator = ", ";
    }
    fputc('\n', out);
}

static void print_counts(const check_result *r, const char *engine, FILE *out)
{
    for (uint32_t i = 0; i < r->counters.size; i++) {
        const check_counter *c = &r->counters.data[i];
        if (!c->is_time && c->engine == engine)
            fprintf(out, "  %-64s %12llu\n", c->text, (unsigned long long)c->count);
    }
}

static bool is_first_of_engine(const check_result *r, uint32_t i)
{
    for (uint32_t k = 0; k < i; k++)
        if (r->counters.data[k].engine == r->counters.data[i].engine)
            return false;
    return true;
}

void check_text_print_statistics(const check_result *r, FILE *out)
{
    bool has_verdict = r->verdict != CHECK_UNKNOWN && r->verdict != CHECK_BOUNDED;
    fprintf(out, "%s: ", r->model->name);
    if (r->engine)
        fprintf(out, "answered by %s\n", r->engine);
    else
        fputs(has_verdict ? "follows from the verdict for another model\n" : "no answer\n", out);
    for (uint32_t i = 0; i < r->counters.size; i++)
        if (is_first_of_engine(r, i)) {
            fprintf(out, "%s, %s", r->model->name, r->counters.data[i].engine);
            print_times(r, r->counters.data[i].engine, out);
            print_counts(r, r->counters.data[i].engine, out);
        }
}
