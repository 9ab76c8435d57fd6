/* Witnesses in YAML, format 2.0. Strings are written as JSON has them, which is YAML as well. */
#include <inttypes.h>
#include <stdlib.h>

#include "report/check_witness_parts.h"
#include "report/json.h"
#include "report/violation.h"

static void add_string(const char *before, const char *text, const char *behind, strbuf *out)
{
    json quoted = {0};
    json_string(&quoted, text);
    strbuf_addf(out, "%s%s%s", before, strbuf_text(&quoted.text), behind);
    strbuf_clear(&quoted.text);
}

/* `column` 0: the leftmost place on the line that fits. */
static void add_location(const char *file, uint32_t line, uint32_t column, strbuf *out)
{
    add_string("        location:\n          file_name: ", file, "\n", out);
    strbuf_addf(out, "          line: %u\n", line);
    if (column > 0)
        strbuf_addf(out, "          column: %u\n", column);
}

static void begin_waypoint(const char *type, strbuf *out)
{
    strbuf_addf(out, "  - segment:\n    - waypoint:\n        type: %s\n        action: follow\n", type);
}

static void add_calls(witness *w, strbuf *out)
{
    for (uint32_t i = 0; i < w->execution->steps.size; i++) {
        const recording_step *step = &w->execution->steps.data[i];
        witness_call call;
        if (!witness_find_call(w, step, &call))
            continue;
        begin_waypoint("function_return", out);
        strbuf_add(out, "        constraint:\n          value: \"\\\\result == ");
        if (call.is_signed)
            strbuf_addf(out, "%" PRId64, (int64_t)call.value);
        else
            strbuf_addf(out, "%" PRIu64, call.value);
        strbuf_add(out, "\"\n          format: acsl_expression\n");
        add_location(step->file, step->line, call.end, out);
        free(call.function);
    }
}

static void add_violation(witness *w, strbuf *out)
{
    const machine_result *violation = w->violation;
    const ir_location *at = violation_place(w->report->program, violation->user_pc);
    /* A call begins its statement; the beginning of the one around an access is not known. */
    bool is_call = property_row_of(violation->violated)->is_call;
    strbuf waypoints = {0};
    add_calls(w, &waypoints);
    /* The format has room for one target: the first place of two, and nothing for a state without a place. */
    if (violation_has_place(violation)) {
        begin_waypoint("target", &waypoints);
        add_location(at->file, at->line, is_call ? at->column : 0, &waypoints);
    }
    strbuf_addf(out, "  content:%s\n%s", waypoints.size > 0 ? "" : " []", strbuf_text(&waypoints));
    strbuf_clear(&waypoints);
}

static void add_producer(const witness *w, strbuf *out)
{
    strbuf_addf(out,
                "    producer:\n      name: Heddle\n      version: \"%s\"\n      configuration: \"memory model %s\"\n",
                HEDDLE_VERSION, w->result->model->name);
}

static void add_task(const witness *w, strbuf *out)
{
    strbuf_add(out, "    task:\n      input_files:\n");
    for (uint32_t i = 0; i < w->report->file_count; i++)
        add_string("      - ", w->report->files[i], "\n", out);
    strbuf_add(out, "      input_file_hashes:\n");
    for (uint32_t i = 0; i < w->report->file_count; i++) {
        add_string("        ", w->report->files[i], ": ", out);
        add_string("", w->hashes.data[i], "\n", out);
    }
    strbuf specification = {0};
    for (uint32_t i = 0; i < w->specification_count; i++) {
        strbuf_add(&specification, i ? "\n" : "");
        witness_add_specification(w, i, &specification);
    }
    add_string("      specification: ", strbuf_text(&specification), "\n", out);
    strbuf_addf(out, "      data_model: %s\n      language: C\n", witness_is_short(w) ? "ILP32" : "LP64");
    strbuf_clear(&specification);
}

/* From what the witness says: the same claim has the same one. Formed as RFC 9562 forms those of names (version 5). */
static void add_uuid(const strbuf *metadata, const strbuf *content, strbuf *out)
{
    sha256 hash;
    uint8_t id[SHA256_BYTES];
    sha256_init(&hash);
    sha256_add(&hash, strbuf_text(metadata), metadata->size);
    sha256_add(&hash, strbuf_text(content), content->size);
    sha256_finish(&hash, id);
    id[6] = (uint8_t)((id[6] & 0x0f) | 0x50);
    id[8] = (uint8_t)((id[8] & 0x3f) | 0x80);
    for (int i = 0; i < 16; i++)
        strbuf_addf(out, "%s%02x", i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "", id[i]);
}

void witness_print_yaml(witness *w, strbuf *out)
{
    strbuf metadata = {0}, content = {0};
    add_producer(w, &metadata);
    add_task(w, &metadata);
    if (w->execution)
        add_violation(w, &content);
    else
        strbuf_add(&content, "  content: []\n");
    strbuf_addf(out, "- entry_type: %s\n  metadata:\n    format_version: \"2.0\"\n    uuid: \"",
                w->execution ? "violation_sequence" : "invariant_set");
    add_uuid(&metadata, &content, out);
    strbuf_addf(out, "\"\n    creation_time: \"%s\"\n%s%s", w->time, strbuf_text(&metadata), strbuf_text(&content));
    strbuf_clear(&metadata);
    strbuf_clear(&content);
}
