#include "report/check_report.h"

#include "engine/confirm.h"
#include "machine/outcomes.h"
#include "report/violation.h"

const char *check_verdict_name(check_verdict verdict)
{
    static const char *const NAMES[] = {"SAFE", "VIOLATION", "BOUNDED", "UNKNOWN", "UNSUPPORTED", "INTERNAL ERROR"};
    return NAMES[verdict];
}

/* Records what happens, and the calls around the second place: its last access there. */
static void note_event(void *context, const machine_state *state, const machine_event *event)
{
    check_trace *trace = context;
    const machine_result *violation = &trace->violation->result;
    const machine_place *other = violation_other(violation);
    recording_event(&trace->execution, state, event);
    if (other && event->thread == other->thread && event->pc == other->pc && event->address == violation->address)
        machine_stack_of(trace->execution.m, state, event->thread, &trace->other);
}

static void record(check_report *report, uint32_t result, const check_violation *violation)
{
    const model *model = report->results[result].model;
    check_trace trace = {.result = result, .violation = violation, .execution = {.model = model}};
    recording *r = &trace.execution;
    machine_options mo =
        confirm_machine_options(report->options, model, violation->key.next, violation->is_normalised, NULL);
    mo.on_event = note_event;
    mo.context = &trace;
    machine *m = machine_new(report->program, &mo);
    r->m = m;
    machine_state *start = machine_start(m);
    recording_note_threads(r, start);
    outcomes_print_schedule(m, &violation->schedule, &trace.schedule);
    recording_finish(r);
    recording_note_circle(r, &violation->circle);
    recording_note_initial(r, m, start);
    machine_state_free(start);
    r->m = NULL;
    machine_free(m);
    vec_push(&report->traces, trace);
}

void check_report_make(check_report *report, const ir_program *program, const check_options *options,
                       const check_result *results, double seconds)
{
    uint32_t shown = IR_NONE;
    *report = (check_report){
        .program = program,
        .options = options,
        .results = results,
        .count = options->model_count,
        .seconds = seconds,
    };
    for (uint32_t i = 0; i < report->count; i++) {
        uint32_t first = report->traces.size;
        for (uint32_t k = 0; k < results[i].violations.size; k++)
            record(report, i, results[i].violations.data[k]);
        if (report->traces.size > first &&
            (shown == IR_NONE || model_includes(report->traces.data[shown].execution.model, results[i].model)))
            shown = first;
    }
    report->shown = shown == IR_NONE ? report->traces.size : shown;
}

void check_report_clear(check_report *report)
{
    for (uint32_t i = 0; i < report->traces.size; i++) {
        recording_clear(&report->traces.data[i].execution);
        strbuf_clear(&report->traces.data[i].schedule);
        vec_clear(&report->traces.data[i].other);
    }
    vec_clear(&report->traces);
}

const check_trace *check_report_shown(const check_report *report)
{
    return report->shown < report->traces.size ? &report->traces.data[report->shown] : NULL;
}

check_verdict check_report_rest(const check_report *report, uint32_t result)
{
    const check_result *r = &report->results[result];
    return r->verdict == CHECK_VIOLATION && report->options->finds_all ? r->rest : r->verdict;
}

property_set check_report_checked(const check_report *report)
{
    return (property_default() | report->options->extra) & ~report->options->ignored;
}

static void add_place(const check_report *report, ir_id pc, strbuf *out)
{
    ir_print_location(report->program, report->program->code.data[pc].location, out);
}

static void describe_cuts(const check_report *report, const check_result *r, strbuf *out)
{
    strbuf_addf(out, "no %sviolation within ", r->violations.size > 0 ? "other " : "");
    for (uint32_t i = 0; i < r->cut.size; i++) {
        uint32_t count = r->cut.data[i].iterations;
        strbuf_addf(out, "%s%u %s%s at ", i ? ", " : "", count, r->cut.data[i].unit, count == 1 ? "" : "s");
        add_place(report, r->cut.data[i].pc, out);
    }
    if (r->message && *r->message)
        strbuf_addf(out, " (%s)", r->message);
    else
        strbuf_add(out, "; a larger bound goes further");
}

static void describe(const check_report *report, const check_result *r, check_verdict verdict, strbuf *out)
{
    switch (verdict) {
    case CHECK_SAFE:
        strbuf_add(out, "no execution violates the property");
        break;
    case CHECK_VIOLATION:
        violation_describe(report->program, &r->violations.data[0]->result, out);
        if (r->violations.size > 1)
            strbuf_addf(out, ", and %u more", r->violations.size - 1);
        break;
    case CHECK_BOUNDED:
        describe_cuts(report, r, out);
        break;
    case CHECK_UNKNOWN:
        strbuf_add(out, r->message && *r->message ? r->message : "gave up");
        strbuf_add(out, r->is_found || r->violations.size > 0 ? "" : ", before anything was known");
        break;
    case CHECK_UNSUPPORTED:
        add_place(report, r->pc, out);
        strbuf_addf(out, ": not modelled: %s", r->message);
        break;
    case CHECK_FAILED:
        add_place(report, r->pc, out);
        strbuf_addf(out, ": %s; please report this with the program", r->message);
        break;
    }
}

void check_report_describe(const check_report *report, uint32_t result, strbuf *out)
{
    describe(report, &report->results[result], report->results[result].verdict, out);
}

void check_report_describe_rest(const check_report *report, uint32_t result, strbuf *out)
{
    const check_result *r = &report->results[result];
    if (r->rest == CHECK_SAFE) {
        strbuf_addf(out, "%s: no execution violates anything else",
                    r->violations.size == 1 ? "this is the only one" : "these are all");
    } else {
        strbuf_add(out, "there may be more: ");
        describe(report, r, r->rest, out);
    }
}

void check_report_describe_assumed(const check_report *report, strbuf *out)
{
    uint32_t count = 0, told = 0;
    for (uint32_t i = 0; i < report->program->functions.size; i++)
        count += report->program->functions.data[i].is_assumed;
    for (uint32_t i = 0; i < report->program->functions.size; i++) {
        if (!report->program->functions.data[i].is_assumed)
            continue;
        strbuf_addf(out, "%s`%s`",
                    told == 0           ? ""
                    : told + 1 == count ? " and "
                                        : ", ",
                    report->program->functions.data[i].name);
        told++;
    }
    if (count == 1)
        strbuf_add(out, ", which is not defined, returns any value and does nothing else");
    else if (count > 1)
        strbuf_add(out, ", which are not defined, return any value and do nothing else");
}
