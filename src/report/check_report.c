#include "report/check_report.h"

#include "engine/confirm.h"
#include "machine/outcomes.h"
#include "report/violation.h"

const char *check_verdict_name(check_verdict verdict)
{
    static const char *const NAMES[] = {"SAFE", "VIOLATION", "BOUNDED", "UNKNOWN", "UNSUPPORTED", "INTERNAL ERROR"};
    return NAMES[verdict];
}

static void record(check_report *report, uint32_t i)
{
    const check_result *result = &report->results[i];
    recording *r = &report->executions[i];
    machine_options mo = confirm_machine_options(report->options, result->model, result->is_normalised, NULL);
    mo.on_event = recording_event;
    mo.context = r;
    machine *m = machine_new(report->program, &mo);
    *r = (recording){.model = result->model, .m = m};
    machine_state *start = machine_start(m);
    recording_note_threads(r, start);
    outcomes_print_schedule(m, &result->schedule, &report->schedules[i]);
    recording_finish(r);
    recording_note_circle(r, &result->circle);
    recording_note_initial(r, m, start);
    machine_state_free(start);
    r->m = NULL;
    machine_free(m);
}

void check_report_make(check_report *report, const ir_program *program, const check_options *options,
                       const check_result *results, double seconds)
{
    *report = (check_report){
        .program = program,
        .options = options,
        .results = results,
        .count = options->model_count,
        .seconds = seconds,
        .shown = options->model_count,
    };
    for (uint32_t i = 0; i < report->count; i++) {
        if (results[i].verdict != CHECK_VIOLATION)
            continue;
        record(report, i);
        if (report->shown == report->count || model_includes(results[report->shown].model, results[i].model))
            report->shown = i;
    }
}

void check_report_clear(check_report *report)
{
    for (uint32_t i = 0; i < report->count; i++) {
        recording_clear(&report->executions[i]);
        strbuf_clear(&report->schedules[i]);
    }
}

property_set check_report_checked(const check_report *report)
{
    return property_all() & ~report->options->ignored;
}

static void add_place(const check_report *report, ir_id pc, strbuf *out)
{
    ir_print_location(report->program, report->program->code.data[pc].location, out);
}

static void describe_cuts(const check_report *report, const check_result *r, strbuf *out)
{
    strbuf_add(out, "no violation within ");
    for (uint32_t i = 0; i < r->cut.size; i++) {
        uint32_t count = r->cut.data[i].iterations;
        strbuf_addf(out, "%s%u %s%s at ", i ? ", " : "", count, r->cut.data[i].is_call ? "nested call" : "iteration",
                    count == 1 ? "" : "s");
        add_place(report, r->cut.data[i].pc, out);
    }
    if (r->message && *r->message)
        strbuf_addf(out, " (%s)", r->message);
    else
        strbuf_add(out, "; a larger bound goes further");
}

void check_report_describe(const check_report *report, uint32_t result, strbuf *out)
{
    const check_result *r = &report->results[result];
    switch (r->verdict) {
    case CHECK_SAFE:
        strbuf_add(out, "no execution violates the property");
        break;
    case CHECK_VIOLATION:
        violation_describe(report->program, &r->violation, out);
        break;
    case CHECK_BOUNDED:
        describe_cuts(report, r, out);
        break;
    case CHECK_UNKNOWN:
        strbuf_add(out, r->message && *r->message ? r->message : "gave up");
        strbuf_add(out, r->is_found ? "" : ", before anything was known");
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
