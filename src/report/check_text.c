#include "report/check_text.h"

#include "base/clock.h"
#include "report/trace.h"
#include "report/visible.h"

static const char *style_of(style s, check_verdict verdict)
{
    if (verdict == CHECK_SAFE)
        return style_good(s);
    return verdict == CHECK_VIOLATION || verdict == CHECK_FAILED ? style_bad(s) : "";
}

static void print_verdict(const check_report *report, uint32_t i, style s, FILE *out)
{
    const check_result *r = &report->results[i];
    strbuf text = {0};
    check_report_describe(report, i, &text);
    fprintf(out, "%s%s%s under %s: ", style_of(s, r->verdict), check_verdict_name(r->verdict),
            *style_of(s, r->verdict) ? style_end(s) : "", r->model->name);
    strbuf_add_char(&text, '\n');
    visible_print(out, strbuf_text(&text));
    strbuf_clear(&text);
}

static void print_execution(const check_report *report, style s, uint32_t trace_limit, FILE *out)
{
    const check_result *r = &report->results[report->shown];
    trace t;
    trace_init(&t, out, s);
    fprintf(out, "\n%san execution under %s that fails:%s\n", style_faint(s), r->model->name, style_end(s));
    trace_print(&t, &report->executions[report->shown], trace_limit);
    fprintf(out, "%sfails:%s ", style_bad(s), style_end(s));
    visible_print(out, r->violation.message);
    fputc('\n', out);
    trace_clear(&t);
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
    if (report->shown < report->count && trace_limit > 0)
        print_execution(report, s, trace_limit, out);
}

static void print_properties(const check_report *report, FILE *out)
{
    static const char *const NAMES[] = {
        [SYMEX_ASSERTION] = "assertions", [SYMEX_ERROR_CALL] = "error calls", [SYMEX_LOCK_MISUSE] = "locks",
        [SYMEX_MEMORY] = "memory",        [SYMEX_ARITHMETIC] = "arithmetic",
    };
    const char *separator = "";
    for (int kind = 0; kind < SYMEX_UNSUPPORTED; kind++)
        if (check_report_checks(report, (symex_claim_kind)kind)) {
            fprintf(out, "%s%s", separator, NAMES[kind]);
            separator = ", ";
        }
    if (*separator == '\0')
        fputs("nothing", out);
}

void check_text_print_summary(const check_report *report, style s, FILE *out)
{
    uint32_t events = 0, threads = 0;
    for (uint32_t i = 0; i < report->count; i++) {
        if (report->results[i].stats.events > events)
            events = report->results[i].stats.events;
        if (report->results[i].stats.threads > threads)
            threads = report->results[i].stats.threads;
    }
    fprintf(out, "%schecked: ", style_faint(s));
    print_properties(report, out);
    fprintf(out, "; %u thread%s, %u event%s, %.2f s, %llu MiB%s\n", threads, threads == 1 ? "" : "s", events,
            events == 1 ? "" : "s", report->seconds, (unsigned long long)(clock_peak_bytes() >> 20), style_end(s));
}

static void print_count(FILE *out, const char *what, uint64_t value)
{
    fprintf(out, "  %-64s %12llu\n", what, (unsigned long long)value);
}

void check_text_print_statistics(const check_result *r, FILE *out)
{
    const check_statistics *s = &r->stats;
    if (s->variables == 0) {
        fprintf(out, "%s: %s\n", r->model->name,
                s->samples ? "found by random executions" : "follows from the verdict for another model");
        return;
    }
    fprintf(out, "%s: unrolling %.3f s, encoding %.3f s, solving %.3f s, replay %.3f s\n", r->model->name,
            s->symex_seconds, s->encode_seconds, s->solve_seconds, s->replay_seconds);
    const struct {
        const char *what;
        uint64_t value;
    } COUNTS[] = {
        {"threads", s->threads},
        {"events", s->events},
        {"critical sections taken for one step", s->sections},
        {"instructions in random executions", s->samples},
        {"memory cells", s->cells},
        {"reads", s->reads},
        {"reads whose value needs no rf", s->static_reads},
        {"rf pairs before pruning", s->rf_before},
        {"rf pairs", s->rf_after},
        {"ws pairs", s->ws_pairs},
        {"variables", s->variables},
        {"clauses", s->clauses},
        {"conflicts", s->sat.conflicts},
        {"decisions", s->sat.decisions},
        {"propagations", s->sat.propagations},
        {"restarts", s->sat.restarts},
        {"learned clauses", s->sat.learned},
    };
    for (uint32_t i = 0; i < sizeof COUNTS / sizeof *COUNTS; i++)
        print_count(out, COUNTS[i].what, COUNTS[i].value);
#define PRINT(name, description) print_count(out, description, s->ord.name);
    ORD_STATISTICS(PRINT)
#undef PRINT
}
