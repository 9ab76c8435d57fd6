#include "report/check_sarif.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/sha256.h"
#include "report/json.h"
#include "report/namespaces.h"
#include "report/source.h"
#include "report/uri.h"
#include "report/violation.h"

/* What relative paths are relative to. */
#define BASE "SRCROOT"

/* A thread flow of its own, behind those of the threads. */
enum { MEMORY = UINT32_MAX };

typedef struct sarif {
    const check_report *report;
    json j;
    source_files sources;
} sarif;

typedef struct descriptor {
    const char *id, *level, *text, *help;
} descriptor;

/* By verdict; those without a name leave nothing open. */
static const descriptor NOTIFICATIONS[] = {
    [CHECK_SAFE] = {0},
    [CHECK_VIOLATION] = {0},
    [CHECK_BOUNDED] = {"bounded", "warning", "Some executions were not followed to their end.",
                       "There is no violation up to there. A larger --unwind or --timeout goes further."},
    [CHECK_UNKNOWN] = {"unknown", "error", "A limit was hit before anything was known.",
                       "A larger --timeout or --memory, or a smaller program, may help."},
    [CHECK_UNSUPPORTED] = {"unsupported", "error", "The program can reach something that is not modelled.",
                           "Nothing is known about executions that come there."},
    [CHECK_FAILED] = {"internal-error", "error", "Heddle has contradicted itself.",
                      "This is a bug in Heddle; please report it with the program."},
};
enum { VERDICT_COUNT = sizeof NOTIFICATIONS / sizeof *NOTIFICATIONS };

/* ---- values ---- */

static void add_string(json *j, const char *key, const char *text)
{
    json_key(j, key);
    json_string(j, text);
}

static void add_number(json *j, const char *key, uint64_t value)
{
    json_key(j, key);
    json_number(j, value);
}

/* Braces would be placeholders, and a bracket before a parenthesis a link. */
static void add_message(json *j, const char *key, const char *text)
{
    strbuf escaped = {0};
    for (; *text; text++) {
        strbuf_add_char(&escaped, *text);
        if (*text == '{' || *text == '}')
            strbuf_add_char(&escaped, *text);
        else if (*text == ']' && text[1] == '(')
            strbuf_add_char(&escaped, ' ');
    }
    json_key(j, key);
    json_begin(j, '{');
    add_string(j, "text", strbuf_text(&escaped));
    json_end(j, '}');
    strbuf_clear(&escaped);
}

static void add_artifact(json *j, const char *key, const char *file)
{
    strbuf uri = {0};
    uri_add_path(file, &uri);
    json_key(j, key);
    json_begin(j, '{');
    add_string(j, "uri", strbuf_text(&uri));
    if (*file != '/')
        add_string(j, "uriBaseId", BASE);
    json_end(j, '}');
    strbuf_clear(&uri);
}

/* The compiler counts bytes, SARIF characters. */
static uint32_t column_in_characters(sarif *s, const char *file, uint32_t line, uint32_t column)
{
    const source_file *source = source_file_named(&s->sources, file);
    const char *text = line - 1 < source->lines.size ? source->lines.data[line - 1] : "";
    uint32_t characters = column;
    for (uint32_t i = 0; i + 1 < column && text[i]; i++)
        characters -= ((unsigned char)text[i] & 0xc0) == 0x80;
    return characters;
}

/* What belongs into a location object. */
static void add_place(sarif *s, const char *file, uint32_t line, uint32_t column)
{
    if (*file == '\0')
        return;
    json_key(&s->j, "physicalLocation");
    json_begin(&s->j, '{');
    add_artifact(&s->j, "artifactLocation", file);
    if (line > 0) {
        json_key(&s->j, "region");
        json_begin(&s->j, '{');
        add_number(&s->j, "startLine", line);
        if (column > 0)
            add_number(&s->j, "startColumn", column_in_characters(s, file, line, column));
        json_end(&s->j, '}');
    }
    json_end(&s->j, '}');
}

static void add_locations(sarif *s, ir_id pc)
{
    const ir_location *at = violation_place(s->report->program, pc);
    json_key(&s->j, "locations");
    json_begin(&s->j, '[');
    if (*at->file) {
        json_begin(&s->j, '{');
        add_place(s, at->file, at->line, at->column);
        json_end(&s->j, '}');
    }
    json_end(&s->j, ']');
}

/* Services show nothing that is on no line: what has no place is at the beginning of the program. */
static void add_violation_locations(sarif *s, const machine_result *violation)
{
    if (violation_has_place(violation) || s->report->file_count == 0) {
        add_locations(s, violation->user_pc);
        return;
    }
    json_key(&s->j, "locations");
    json_begin(&s->j, '[');
    json_begin(&s->j, '{');
    add_place(s, s->report->files[0], 1, 1);
    json_end(&s->j, '}');
    json_end(&s->j, ']');
}

/* ---- the tool ---- */

static void add_descriptor(json *j, descriptor d)
{
    json_begin(j, '{');
    add_string(j, "id", d.id);
    add_message(j, "shortDescription", d.text);
    add_message(j, "fullDescription", d.text);
    add_message(j, "help", d.help);
    json_key(j, "defaultConfiguration");
    json_begin(j, '{');
    add_string(j, "level", d.level);
    json_end(j, '}');
    json_end(j, '}');
}

/* Whatever is violated has a rule, even if no user can ask for it. */
static property_set ruled(const check_report *report)
{
    property_set set = property_all();
    for (uint32_t i = 0; i < report->traces.size; i++)
        set |= property_bit(report->traces.data[i].violation->result.violated);
    return set;
}

static void add_rules(json *j, const check_report *report)
{
    property_set set = ruled(report);
    json_key(j, "rules");
    json_begin(j, '[');
    for (property p = 0; p < PROPERTY_COUNT; p++) {
        const property_row *row = property_row_of(p);
        if (property_names_option(set, p))
            add_descriptor(j, (descriptor){row->option, row->level, row->rule_text, row->rule_help});
    }
    json_end(j, ']');
}

static uint32_t rule_index(const check_report *report, property violated)
{
    property_set set = ruled(report);
    uint32_t index = 0;
    for (property p = 0; strcmp(property_row_of(p)->option, property_row_of(violated)->option) != 0; p++)
        index += property_names_option(set, p);
    return index;
}

static void add_notifications(json *j)
{
    json_key(j, "notifications");
    json_begin(j, '[');
    for (int i = 0; i < VERDICT_COUNT; i++)
        if (NOTIFICATIONS[i].id)
            add_descriptor(j, NOTIFICATIONS[i]);
    json_end(j, ']');
}

static void add_tool(json *j, const check_report *report)
{
    json_key(j, "tool");
    json_begin(j, '{');
    json_key(j, "driver");
    json_begin(j, '{');
    add_string(j, "name", "Heddle");
    add_string(j, "version", HEDDLE_VERSION);
    add_string(j, "semanticVersion", HEDDLE_VERSION);
    add_rules(j, report);
    add_notifications(j);
    json_end(j, '}');
    json_end(j, '}');
}

/* ---- the run ---- */

static void add_notification(sarif *s, uint32_t i)
{
    const check_result *r = &s->report->results[i];
    const descriptor *d = &NOTIFICATIONS[check_report_rest(s->report, i)];
    strbuf text = {0};
    strbuf_addf(&text, "%s under %s: ", check_verdict_name(r->verdict), r->model->name);
    if (r->verdict == CHECK_VIOLATION)
        check_report_describe_rest(s->report, i, &text);
    else
        check_report_describe(s->report, i, &text);
    json_begin(&s->j, '{');
    json_key(&s->j, "descriptor");
    json_begin(&s->j, '{');
    add_string(&s->j, "id", d->id);
    json_end(&s->j, '}');
    add_string(&s->j, "level", d->level);
    add_message(&s->j, "message", strbuf_text(&text));
    if (r->pc != IR_NONE && check_report_rest(s->report, i) != CHECK_BOUNDED)
        add_locations(s, r->pc);
    else if (r->cut.size > 0)
        add_locations(s, r->cut.data[0].pc);
    json_end(&s->j, '}');
    strbuf_clear(&text);
}

static void add_invocation(sarif *s)
{
    bool is_known = true;
    for (uint32_t i = 0; i < s->report->count; i++)
        is_known = is_known && s->report->results[i].verdict < CHECK_UNKNOWN;
    json_key(&s->j, "invocations");
    json_begin(&s->j, '[');
    json_begin(&s->j, '{');
    json_key(&s->j, "executionSuccessful");
    json_bool(&s->j, is_known);
    json_key(&s->j, "toolExecutionNotifications");
    json_begin(&s->j, '[');
    for (uint32_t i = 0; i < s->report->count; i++)
        if (NOTIFICATIONS[check_report_rest(s->report, i)].id)
            add_notification(s, i);
    json_end(&s->j, ']');
    json_end(&s->j, '}');
    json_end(&s->j, ']');
}

static void add_base(json *j)
{
    char *folder = getcwd(NULL, 0);
    if (folder == NULL)
        return;
    strbuf uri = {0};
    uri_add_path(folder, &uri);
    if (uri.text[uri.size - 1] != '/')
        strbuf_add_char(&uri, '/');
    json_key(j, "originalUriBaseIds");
    json_begin(j, '{');
    json_key(j, BASE);
    json_begin(j, '{');
    add_string(j, "uri", strbuf_text(&uri));
    json_end(j, '}');
    json_end(j, '}');
    strbuf_clear(&uri);
    free(folder);
}

static void add_artifacts(sarif *s)
{
    json_key(&s->j, "artifacts");
    json_begin(&s->j, '[');
    for (uint32_t i = 0; i < s->report->file_count; i++) {
        const char *file = s->report->files[i], *end = strrchr(file, '.');
        char hex[SHA256_HEX];
        json_begin(&s->j, '{');
        add_artifact(&s->j, "location", file);
        json_key(&s->j, "roles");
        json_begin(&s->j, '[');
        json_string(&s->j, "analysisTarget");
        json_end(&s->j, ']');
        if (end && (strcmp(end, ".c") == 0 || strcmp(end, ".i") == 0))
            add_string(&s->j, "sourceLanguage", "c");
        if (sha256_file(file, hex)) {
            json_key(&s->j, "hashes");
            json_begin(&s->j, '{');
            add_string(&s->j, "sha-256", hex);
            json_end(&s->j, '}');
        }
        json_end(&s->j, '}');
    }
    json_end(&s->j, ']');
}

/* ---- results ---- */

static uint32_t flow_of(const recording_step *step)
{
    return step->kind == MACHINE_EVENT_COMMIT && !step->is_call ? (uint32_t)MEMORY : step->thread;
}

/* Services refuse steps without a place: what arrives in memory is at its store, what else a thread does is where it
 * was last, or where it was started. */
static const recording_step *place_of(const recording *r, uint32_t step)
{
    const recording_step *steps = r->steps.data, *s = &steps[step];
    if (*s->file)
        return s;
    if (flow_of(s) == (uint32_t)MEMORY && s->source != RECORDING_NONE)
        return &steps[s->source];
    for (uint32_t i = step; i-- > 0;) {
        bool starts_it = steps[i].kind == MACHINE_EVENT_START && !steps[i].is_call && steps[i].subject == s->thread;
        if ((steps[i].thread == s->thread || starts_it) && *steps[i].file)
            return &steps[i];
    }
    return s;
}

static void add_flow_location(sarif *s, const recording_step *at, const char *text, uint64_t order,
                              const char *importance)
{
    json_begin(&s->j, '{');
    json_key(&s->j, "location");
    json_begin(&s->j, '{');
    add_place(s, at->file, at->line, at->column);
    add_message(&s->j, "message", text);
    json_end(&s->j, '}');
    add_number(&s->j, "executionOrder", order);
    add_string(&s->j, "importance", importance);
    json_end(&s->j, '}');
}

static const char *importance_of(const recording_step *step)
{
    if (step->missed != RECORDING_NONE)
        return "essential";
    return step->is_call || step->kind == MACHINE_EVENT_END ? "unimportant" : "important";
}

/* Where a thread fails, and whether it does. */
static ir_id failing_pc(const machine_result *violation, uint32_t thread)
{
    if (!violation_is_by(violation, thread))
        return IR_NONE;
    return violation->thread == thread ? violation->user_pc : violation->other.user_pc;
}

static void add_thread_flow(sarif *s, const check_trace *trace, uint32_t flow, const char *name)
{
    const machine_result *violation = &trace->violation->result;
    const recording *r = &trace->execution;
    ir_id failing = failing_pc(violation, flow);
    bool fails = failing != IR_NONE, is_empty = true;
    for (uint32_t i = 0; i < r->steps.size; i++)
        is_empty = is_empty && flow_of(&r->steps.data[i]) != flow;
    if (is_empty && !fails)
        return;
    json_begin(&s->j, '{');
    add_string(&s->j, "id", name);
    add_message(&s->j, "message", name);
    json_key(&s->j, "locations");
    json_begin(&s->j, '[');
    for (uint32_t i = 0; i < r->steps.size; i++) {
        const recording_step *step = &r->steps.data[i];
        if (flow_of(step) != flow)
            continue;
        strbuf text = {0};
        strbuf_addf(&text, "%s: %s", step->who, *step->action ? step->action : recording_kind_name(step));
        add_flow_location(s, place_of(r, i), strbuf_text(&text), i + 1, importance_of(step));
        strbuf_clear(&text);
    }
    if (fails) {
        const ir_location *at = violation_place(s->report->program, failing);
        recording_step end = {.file = at->file, .line = at->line, .column = at->column};
        /* Of two places, the first one comes last. */
        uint64_t order = r->steps.size + 1 + (flow == violation->thread && violation_other(violation));
        add_flow_location(s, &end, violation->message, order, "essential");
    }
    json_end(&s->j, ']');
    json_end(&s->j, '}');
}

static void add_code_flow(sarif *s, const check_trace *trace)
{
    const recording *r = &trace->execution;
    json_key(&s->j, "codeFlows");
    json_begin(&s->j, '[');
    json_begin(&s->j, '{');
    strbuf text = {0};
    strbuf_addf(&text, "An execution under %s that fails", r->model->name);
    add_message(&s->j, "message", strbuf_text(&text));
    strbuf_clear(&text);
    json_key(&s->j, "threadFlows");
    json_begin(&s->j, '[');
    for (uint32_t t = 0; t < r->threads.size; t++)
        add_thread_flow(s, trace, t, r->threads.data[t]);
    add_thread_flow(s, trace, MEMORY, "memory");
    json_end(&s->j, ']');
    json_end(&s->j, '}');
    json_end(&s->j, ']');
}

static void add_stack(sarif *s, const check_trace *trace, uint32_t thread, const machine_stack *stack)
{
    const recording *r = &trace->execution;
    const ir_program *program = s->report->program;
    if (stack->size == 0)
        return;
    json_begin(&s->j, '{');
    add_message(&s->j, "message", thread < r->threads.size ? r->threads.data[thread] : "a thread");
    json_key(&s->j, "frames");
    json_begin(&s->j, '[');
    for (uint32_t i = 0; i < stack->size; i++) {
        const ir_location *at = violation_place(program, stack->data[i].pc);
        json_begin(&s->j, '{');
        json_key(&s->j, "location");
        json_begin(&s->j, '{');
        add_place(s, at->file, at->line, at->column);
        add_message(&s->j, "message", program->functions.data[stack->data[i].function].name);
        json_end(&s->j, '}');
        json_end(&s->j, '}');
    }
    json_end(&s->j, ']');
    json_end(&s->j, '}');
}

/* The calls that its places are in. */
static void add_stacks(sarif *s, const check_trace *trace)
{
    const machine_result *violation = &trace->violation->result;
    const machine_place *other = violation_other(violation);
    if (violation->stack.size + trace->other.size == 0)
        return;
    json_key(&s->j, "stacks");
    json_begin(&s->j, '[');
    add_stack(s, trace, violation->thread, &violation->stack);
    if (other)
        add_stack(s, trace, other->thread, &trace->other);
    json_end(&s->j, ']');
}

/* The second place of a violation that has two. */
static void add_related(sarif *s, const check_trace *trace)
{
    const machine_place *other = violation_other(&trace->violation->result);
    const recording *r = &trace->execution;
    if (other == NULL)
        return;
    const ir_location *at = violation_place(s->report->program, other->user_pc);
    json_key(&s->j, "relatedLocations");
    json_begin(&s->j, '[');
    json_begin(&s->j, '{');
    add_place(s, at->file, at->line, at->column);
    add_message(&s->j, "message", other->thread < r->threads.size ? r->threads.data[other->thread] : "another thread");
    json_end(&s->j, '}');
    json_end(&s->j, ']');
}

/* The same for the same mistake, wherever its lines go when the file is edited. */
static void add_fingerprint(sarif *s, const check_trace *trace, const char *rule)
{
    const machine_result *violation = &trace->violation->result;
    sha256 hash;
    uint8_t digest[SHA256_BYTES];
    char hex[SHA256_HEX];
    const char *const PARTS[] = {rule, trace->execution.model->name,
                                 violation_place(s->report->program, violation->user_pc)->file, violation->message};
    sha256_init(&hash);
    for (unsigned i = 0; i < sizeof PARTS / sizeof *PARTS; i++)
        sha256_add(&hash, PARTS[i], strlen(PARTS[i]) + 1);
    sha256_finish(&hash, digest);
    sha256_hex(digest, hex);
    json_key(&s->j, "partialFingerprints");
    json_begin(&s->j, '{');
    add_string(&s->j, "heddleViolation/v1", hex);
    json_end(&s->j, '}');
}

static void add_result(sarif *s, const check_trace *trace)
{
    const machine_result *violation = &trace->violation->result;
    const char *rule = property_row_of(violation->violated)->option, *model = trace->execution.model->name;
    strbuf text = {0};
    strbuf_addf(&text, "%s, under %s", violation->message, model);
    json_begin(&s->j, '{');
    add_string(&s->j, "ruleId", rule);
    add_number(&s->j, "ruleIndex", rule_index(s->report, violation->violated));
    add_string(&s->j, "kind", "fail");
    add_string(&s->j, "level", property_row_of(violation->violated)->level);
    add_message(&s->j, "message", strbuf_text(&text));
    add_violation_locations(s, violation);
    add_related(s, trace);
    add_stacks(s, trace);
    add_code_flow(s, trace);
    add_fingerprint(s, trace, rule);
    json_key(&s->j, "properties");
    json_begin(&s->j, '{');
    add_string(&s->j, "model", model);
    add_string(&s->j, "schedule", strbuf_text(&trace->schedule));
    json_end(&s->j, '}');
    json_end(&s->j, '}');
    strbuf_clear(&text);
}

static void add_results(sarif *s)
{
    json_key(&s->j, "results");
    json_begin(&s->j, '[');
    for (uint32_t i = 0; i < s->report->traces.size; i++)
        add_result(s, &s->report->traces.data[i]);
    json_end(&s->j, ']');
    json_key(&s->j, "properties");
    json_begin(&s->j, '{');
    json_key(&s->j, "verdicts");
    json_begin(&s->j, '{');
    for (uint32_t i = 0; i < s->report->count; i++)
        add_string(&s->j, s->report->results[i].model->name, check_verdict_name(s->report->results[i].verdict));
    json_end(&s->j, '}');
    json_end(&s->j, '}');
}

void check_sarif_print(const check_report *report, strbuf *out)
{
    sarif s = {.report = report};
    json_begin(&s.j, '{');
    add_string(&s.j, "$schema", NAMESPACE_SARIF);
    add_string(&s.j, "version", "2.1.0");
    json_key(&s.j, "runs");
    json_begin(&s.j, '[');
    json_begin(&s.j, '{');
    add_tool(&s.j, report);
    add_invocation(&s);
    add_base(&s.j);
    add_string(&s.j, "columnKind", "unicodeCodePoints");
    add_artifacts(&s);
    add_results(&s);
    json_end(&s.j, '}');
    json_end(&s.j, ']');
    json_end(&s.j, '}');
    strbuf_add(out, strbuf_text(&s.j.text));
    strbuf_add_char(out, '\n');
    strbuf_clear(&s.j.text);
    source_files_clear(&s.sources);
}
