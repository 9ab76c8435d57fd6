#include "report/check_dot.h"

#include "report/dot.h"
#include "report/violation.h"

/* The cluster of the steps that belong to no thread. */
enum { MEMORY = UINT32_MAX };

static uint32_t cluster_of(const recording_step *s)
{
    return s->kind == MACHINE_EVENT_COMMIT && !s->is_call ? (uint32_t)MEMORY : s->thread;
}

static void add_verdicts(const check_report *report, strbuf *out)
{
    for (uint32_t i = 0; i < report->count; i++) {
        const check_result *r = &report->results[i];
        strbuf text = {0};
        strbuf_addf(&text, "%s%s under %s: ", i ? "\n" : "", check_verdict_name(r->verdict), r->model->name);
        check_report_describe(report, i, &text);
        dot_add_label(strbuf_text(&text), out);
        strbuf_clear(&text);
    }
}

static void add_node(const recording_step *s, uint32_t index, strbuf *out)
{
    strbuf label = {0};
    strbuf_add(&label, *s->action ? s->action : recording_kind_name(s));
    if (*s->file) {
        const char *slash = strrchr(s->file, '/');
        strbuf_addf(&label, "\n%s:%u", slash ? slash + 1 : s->file, s->line);
    }
    strbuf_addf(out, "    s%u [label=\"", index);
    dot_add_label(strbuf_text(&label), out);
    strbuf_addf(out, "\"%s];\n",
                s->missed != RECORDING_NONE ? ", style=filled, fillcolor=\"#ffd9a0\", color=\"#c05000\"" : "");
    strbuf_clear(&label);
}

/* The steps of one thread, or of memory, from top to bottom. */
static void add_cluster(const recording *r, uint32_t cluster, const char *name, strbuf *out)
{
    uint32_t last = RECORDING_NONE;
    strbuf_addf(out, "  subgraph cluster_%s%u {\n    label=\"", cluster == (uint32_t)MEMORY ? "memory" : "thread",
                cluster == (uint32_t)MEMORY ? 0 : cluster);
    dot_add_label(name, out);
    strbuf_addf(out, "\";\n");
    for (uint32_t i = 0; i < r->steps.size; i++) {
        if (cluster_of(&r->steps.data[i]) != cluster)
            continue;
        add_node(&r->steps.data[i], i, out);
        /* What arrives in memory is in no program order. */
        if (last != RECORDING_NONE && cluster != (uint32_t)MEMORY)
            strbuf_addf(out, "    s%u -> s%u [label=po];\n", last, i);
        last = i;
    }
    strbuf_addf(out, "  }\n");
}

static void add_edge(uint32_t from, uint32_t to, const char *label, const char *colour, const char *more, strbuf *out)
{
    if (from != RECORDING_NONE && to != RECORDING_NONE)
        strbuf_addf(out, "  s%u -> s%u [label=%s, color=%s, fontcolor=%s, constraint=false%s];\n", from, to, label,
                    colour, colour, more);
}

static void add_relations(const recording *r, uint32_t index, strbuf *out)
{
    const recording_step *s = &r->steps.data[index];
    if (s->is_call)
        return;
    bool reads = s->kind == MACHINE_EVENT_READ || s->kind == MACHINE_EVENT_RMW;
    if (reads)
        add_edge(s->source, index, "rf", "\"#1a7f37\"", "", out);
    if (recording_is_visible_write(s))
        add_edge(index, s->next, "ws", "\"#0550ae\"", "", out);
    else if (reads)
        add_edge(index, s->next, "fr", "\"#cf222e\"", ", style=dashed", out);
    add_edge(index, s->commit, "buffer", "\"#6e7781\"", ", style=dotted", out);
}

/* Why SC does not allow it: what the other edges do not show. */
static void add_circle(const recording *r, strbuf *out)
{
    for (uint32_t i = 0; i < r->circle.size; i++) {
        const recording_link *l = &r->circle.data[i];
        if (!l->is_kept)
            add_edge(l->from, l->to, "\"not kept\"", "\"#c05000\"", ", penwidth=2", out);
        else if (l->kind == CHECK_LINK_FR && r->steps.data[l->from].next != l->to)
            add_edge(l->from, l->to, "fr", "\"#cf222e\"", ", style=dashed", out);
    }
}

/* A step at a height of its own: so time goes from top to bottom. */
static void add_time(const recording *r, strbuf *out)
{
    for (uint32_t i = 1; i < r->steps.size; i++)
        strbuf_addf(out, "  s%u -> s%u [style=invis];\n", i - 1, i);
}

static void add_failure_of(uint32_t thread, const recording *execution, strbuf *out)
{
    uint32_t last = execution->steps.size;
    while (last > 0 && cluster_of(&execution->steps.data[last - 1]) != thread)
        last--;
    if (last > 0)
        strbuf_addf(out, "  s%u -> failure [color=\"#cf222e\"];\n", last - 1);
}

/* Behind what the threads have done that fail; a state without a place is one of all threads. */
static void add_failure(const machine_result *violation, const recording *execution, strbuf *out)
{
    strbuf_addf(out, "  failure [shape=octagon, color=\"#cf222e\", fontcolor=\"#cf222e\", label=\"");
    dot_add_label(violation->message, out);
    strbuf_addf(out, "\"];\n");
    for (uint32_t t = 0; t < execution->threads.size; t++)
        if (violation_is_by(violation, t) || !violation_has_place(violation))
            add_failure_of(t, execution, out);
    if (execution->steps.size > 0)
        strbuf_addf(out, "  s%u -> failure [style=invis];\n", execution->steps.size - 1);
}

static void add_execution(const check_report *report, strbuf *out)
{
    const check_trace *shown = check_report_shown(report);
    const recording *r = &shown->execution;
    strbuf_addf(out, "  labelloc=t;\n  label=\"");
    add_verdicts(report, out);
    strbuf_addf(out, "\";\n");
    for (uint32_t t = 0; t < r->threads.size; t++)
        add_cluster(r, t, r->threads.data[t], out);
    if (model_is_buffered(r->model))
        add_cluster(r, MEMORY, "memory", out);
    for (uint32_t i = 0; i < r->steps.size; i++)
        add_relations(r, i, out);
    add_circle(r, out);
    add_time(r, out);
    add_failure(&shown->violation->result, r, out);
}

void check_dot_print(const check_report *report, FILE *out)
{
    strbuf graph = {0};
    strbuf_add(&graph, "digraph execution {\n  newrank=true;\n  charset=\"UTF-8\";\n"
                       "  node [shape=box, fontname=monospace];\n");
    if (check_report_shown(report)) {
        add_execution(report, &graph);
    } else {
        strbuf_add(&graph, "  verdict [label=\"");
        add_verdicts(report, &graph);
        strbuf_add(&graph, "\"];\n");
    }
    strbuf_add(&graph, "}\n");
    fputs(strbuf_text(&graph), out);
    strbuf_clear(&graph);
}
