/* Witnesses in GraphML, format 1.0. */
#include <inttypes.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "report/check_witness_parts.h"
#include "report/namespaces.h"
#include "report/utf8.h"
#include "report/violation.h"

/* What may be said of what. */
static const struct {
    const char *id, *name, *type, *domain, *standard;
} KEYS[] = {
    {"witness-type", "witness-type", "string", "graph", NULL},
    {"sourcecodelang", "sourcecodelang", "string", "graph", NULL},
    {"producer", "producer", "string", "graph", NULL},
    {"specification", "specification", "string", "graph", NULL},
    {"programfile", "programfile", "string", "graph", NULL},
    {"programhash", "programhash", "string", "graph", NULL},
    {"architecture", "architecture", "string", "graph", NULL},
    {"creationtime", "creationtime", "string", "graph", NULL},
    {"memorymodel", "memorymodel", "string", "graph", NULL}, /* Heddle's own */
    {"entry", "entry", "boolean", "node", "false"},
    {"violation", "violation", "boolean", "node", "false"},
    {"violatedProperty", "violatedProperty", "string", "node", NULL},
    {"threadId", "threadId", "string", "edge", NULL},
    {"createThread", "createThread", "string", "edge", NULL},
    {"enterFunction", "enterFunction", "string", "edge", NULL},
    {"returnFrom", "returnFromFunction", "string", "edge", NULL},
    {"startline", "startline", "int", "edge", NULL},
    {"endline", "endline", "int", "edge", NULL},
    {"originfile", "originFileName", "string", "edge", NULL},
    {"assumption", "assumption", "string", "edge", NULL},
    {"assumption.resultfunction", "assumption.resultfunction", "string", "edge", NULL},
};

typedef struct graph {
    witness *w;
    strbuf *out;
    uint32_t nodes;
    bool *has_begun; /* by thread: its function has been entered */
} graph;

/* ---- XML ---- */

/* XML has no way to write control characters and the like: they become U+FFFD. */
static bool is_character(const char *text, int length)
{
    bool is_control = length == 1 && (unsigned char)*text < ' ' && *text != '\t' && *text != '\n';
    bool is_none = length == 3 && memcmp(text, "\xef\xbf\xbe", 2) == 0 && (unsigned char)text[2] >= 0xbe;
    return length > 0 && !is_control && !is_none;
}

static void add_text(const char *text, strbuf *out)
{
    while (*text) {
        int length = utf8_length(text);
        if (!is_character(text, length))
            strbuf_add(out, "\xef\xbf\xbd");
        else if (*text == '&' || *text == '<' || *text == '>' || *text == '"')
            strbuf_add(out, *text == '&' ? "&amp;" : *text == '<' ? "&lt;" : *text == '>' ? "&gt;" : "&quot;");
        else
            strbuf_add_bytes(out, text, (size_t)length);
        text += length > 0 ? length : 1;
    }
}

static void add_data(graph *g, const char *indent, const char *key, const char *value)
{
    strbuf_addf(g->out, "%s<data key=\"%s\">", indent, key);
    add_text(value, g->out);
    strbuf_add(g->out, "</data>\n");
}

static void add_number(graph *g, const char *key, uint32_t value)
{
    strbuf_addf(g->out, "      <data key=\"%s\">%u</data>\n", key, value);
}

/* ---- the path ---- */

/* An edge from the last node to one that is about to be made. */
static void begin_edge(graph *g, uint32_t thread)
{
    strbuf_addf(g->out, "    <edge source=\"n%u\" target=\"n%u\">\n", g->nodes - 1, g->nodes);
    add_number(g, "threadId", thread);
}

static void add_edge_place(graph *g, const recording_step *step)
{
    if (!witness_knows_line(g->w, step))
        return;
    add_number(g, "startline", step->line);
    add_number(g, "endline", step->line);
    if (g->w->report->file_count > 1)
        add_data(g, "      ", "originfile", step->file);
}

static void end_edge(graph *g)
{
    strbuf_addf(g->out, "    </edge>\n    <node id=\"n%u\"/>\n", g->nodes++);
}

static void enter_function(graph *g, uint32_t thread)
{
    if (g->has_begun[thread])
        return;
    g->has_begun[thread] = true;
    char *function = recording_thread_function(g->w->execution, thread);
    begin_edge(g, thread);
    if (thread == 0)
        add_number(g, "createThread", 0);
    add_data(g, "      ", "enterFunction", function);
    end_edge(g);
    free(function);
}

static void add_assumption(graph *g, const witness_call *call)
{
    strbuf text = {0};
    strbuf_add(&text, "\\result == ");
    if (!call->is_signed)
        strbuf_addf(&text, "%" PRIu64 "%s", call->value, call->value > INT64_MAX ? "ULL" : "");
    else if ((int64_t)call->value == INT64_MIN)
        strbuf_add(&text, "(-9223372036854775807LL - 1)");
    else
        strbuf_addf(&text, "%" PRId64, (int64_t)call->value);
    strbuf_add_char(&text, ';');
    add_data(g, "      ", "assumption", strbuf_text(&text));
    add_data(g, "      ", "assumption.resultfunction", call->function);
    strbuf_clear(&text);
}

/* One statement makes several steps, but is one edge. */
static bool is_same_statement(const recording_step *a, const recording_step *b)
{
    return a && a->thread == b->thread && a->line == b->line && strcmp(a->file, b->file) == 0 &&
           (a->is_call || a->kind != MACHINE_EVENT_START) && (b->is_call || b->kind != MACHINE_EVENT_START);
}

static void add_step(graph *g, const recording_step *step)
{
    witness_call call;
    bool is_nondet = witness_find_call(g->w, step, &call);
    enter_function(g, step->thread);
    begin_edge(g, step->thread);
    add_edge_place(g, step);
    if (!step->is_call && step->kind == MACHINE_EVENT_START)
        add_number(g, "createThread", step->subject);
    if (!step->is_call && step->kind == MACHINE_EVENT_END) {
        char *function = recording_thread_function(g->w->execution, step->thread);
        add_data(g, "      ", "returnFrom", function);
        free(function);
    }
    if (is_nondet) {
        add_assumption(g, &call);
        free(call.function);
    }
    end_edge(g);
}

static void add_path(graph *g)
{
    const recording *r = g->w->execution;
    const recording_step *last = NULL;
    enter_function(g, 0);
    for (uint32_t i = 0; i < r->steps.size; i++) {
        const recording_step *step = &r->steps.data[i];
        /* When a store reaches memory is no statement. */
        if (!step->is_call && step->kind == MACHINE_EVENT_COMMIT)
            continue;
        bool is_nondet = !step->is_call && step->kind == MACHINE_EVENT_NONDET;
        if (is_nondet || !is_same_statement(last, step))
            add_step(g, step);
        last = step;
    }
}

/* An edge on which the thread comes to an instruction. */
static void begin_edge_to(graph *g, uint32_t thread, ir_id pc)
{
    const ir_location *at = violation_place(g->w->report->program, pc);
    recording_step step = {.file = at->file, .line = at->line};
    enter_function(g, thread);
    begin_edge(g, thread);
    add_edge_place(g, &step);
}

/* Of two places, the second one is passed before the first one violates the property; a state without a place is
 * reached by no thread in particular. */
static void add_violation(graph *g)
{
    const machine_result *violation = g->w->violation;
    const machine_place *other = violation_other(violation);
    if (other) {
        begin_edge_to(g, other->thread, other->user_pc);
        end_edge(g);
    }
    if (violation_has_place(violation))
        begin_edge_to(g, violation->thread, violation->user_pc);
    else
        strbuf_addf(g->out, "    <edge source=\"n%u\" target=\"n%u\">\n", g->nodes - 1, g->nodes);
    strbuf_addf(g->out, "    </edge>\n    <node id=\"n%u\">\n", g->nodes++);
    add_data(g, "      ", "violation", "true");
    add_data(g, "      ", "violatedProperty", violation->message);
    strbuf_add(g->out, "    </node>\n");
}

/* ---- all of it ---- */

static void add_keys(strbuf *out)
{
    for (uint32_t i = 0; i < sizeof KEYS / sizeof *KEYS; i++) {
        strbuf_addf(out, "  <key id=\"%s\" attr.name=\"%s\" attr.type=\"%s\" for=\"%s\"", KEYS[i].id, KEYS[i].name,
                    KEYS[i].type, KEYS[i].domain);
        if (KEYS[i].standard)
            strbuf_addf(out, ">\n    <default>%s</default>\n  </key>\n", KEYS[i].standard);
        else
            strbuf_add(out, "/>\n");
    }
}

/* The format has room for one file. */
static void add_metadata(graph *g)
{
    const witness *w = g->w;
    add_data(g, "    ", "witness-type", w->execution ? "violation_witness" : "correctness_witness");
    add_data(g, "    ", "sourcecodelang", "C");
    add_data(g, "    ", "producer", "Heddle " HEDDLE_VERSION);
    for (uint32_t i = 0; i < w->specification_count; i++) {
        strbuf text = {0};
        witness_add_specification(w, i, &text);
        add_data(g, "    ", "specification", strbuf_text(&text));
        strbuf_clear(&text);
    }
    add_data(g, "    ", "programfile", w->report->files[0]);
    add_data(g, "    ", "programhash", w->hashes.data[0]);
    add_data(g, "    ", "architecture", witness_is_short(w) ? "32bit" : "64bit");
    add_data(g, "    ", "creationtime", w->time);
    add_data(g, "    ", "memorymodel", w->result->model->name);
}

void witness_print_graphml(witness *w, strbuf *out)
{
    graph g = {.w = w, .out = out, .nodes = 1};
    strbuf_add(out, "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n"
                    "<graphml xmlns=\"" NAMESPACE_GRAPHML "\" xmlns:xsi=\"" NAMESPACE_XSI "\">\n");
    add_keys(out);
    strbuf_add(out, "  <graph edgedefault=\"directed\">\n");
    add_metadata(&g);
    strbuf_add(out, "    <node id=\"n0\">\n");
    add_data(&g, "      ", "entry", "true");
    strbuf_add(out, "    </node>\n");
    if (w->execution) {
        g.has_begun = alloc_zeroed(w->execution->threads.size + 1, sizeof *g.has_begun);
        add_path(&g);
        add_violation(&g);
        free(g.has_begun);
    }
    strbuf_add(out, "  </graph>\n</graphml>\n");
}
