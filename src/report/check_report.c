#include "report/check_report.h"

#include "machine/outcomes.h"

const char *check_verdict_name(check_verdict verdict)
{
    static const char *const NAMES[] = {"SAFE", "VIOLATION", "BOUNDED", "UNKNOWN", "UNSUPPORTED", "INTERNAL ERROR"};
    return NAMES[verdict];
}

static void record(check_report *report, uint32_t i)
{
    const check_result *result = &report->results[i];
    recording *r = &report->executions[i];
    machine_options mo = {
        .model = result->model,
        .malloc_may_fail = report->options->malloc_may_fail,
        .buffer_bound = CHECK_BUFFER_BOUND,
        .on_event = recording_event,
        .context = r,
    };
    machine *m = machine_new(report->program, &mo);
    *r = (recording){.model = result->model, .m = m};
    outcomes_print_schedule(m, &result->schedule, &report->schedules[i]);
    recording_finish(r);
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
        if (report->shown == report->count || results[i].model < results[report->shown].model)
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

bool check_report_checks(const check_report *report, symex_claim_kind kind)
{
    return !(report->options->ignored & 1u << kind);
}
