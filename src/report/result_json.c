#include "report/result_json.h"

#include "report/violation.h"

void result_json_begin(json *j, const char *command, const char *const *files, uint32_t file_count)
{
    json_begin(j, '{');
    json_key(j, "heddle");
    json_string(j, HEDDLE_VERSION);
    json_key(j, "schema");
    json_number(j, RESULT_JSON_SCHEMA);
    json_key(j, "command");
    json_string(j, command);
    json_key(j, "files");
    json_begin(j, '[');
    for (uint32_t i = 0; i < file_count; i++)
        json_string(j, files[i]);
    json_end(j, ']');
    json_key(j, "results");
    json_begin(j, '[');
}

void result_json_end(json *j)
{
    json_end(j, ']');
    json_end(j, '}');
}

void result_json_place(json *j, const ir_program *program, ir_id pc)
{
    const ir_location *at = &program->locations.data[program->code.data[pc].location];
    json_key(j, "file");
    json_string(j, at->file);
    json_key(j, "line");
    json_number(j, at->line);
    json_key(j, "column");
    json_number(j, at->column);
}

static void add_text(json *j, const char *key, const char *text)
{
    json_key(j, key);
    json_string(j, text);
}

static void add_stack(json *j, const ir_program *program, const machine_stack *stack)
{
    if (stack == NULL || stack->size == 0)
        return;
    json_key(j, "stack");
    json_begin(j, '[');
    for (uint32_t i = 0; i < stack->size; i++) {
        json_begin(j, '{');
        add_text(j, "function", program->functions.data[stack->data[i].function].name);
        result_json_place(j, program, stack->data[i].pc);
        json_end(j, '}');
    }
    json_end(j, ']');
}

static void add_thread_place(json *j, const ir_program *program, ir_id user_pc, uint32_t thread)
{
    result_json_place(j, program, user_pc);
    json_key(j, "thread");
    json_number(j, thread);
}

void result_json_violation(json *j, const ir_program *program, const machine_result *violation,
                           const machine_stack *other_stack)
{
    const machine_place *other = violation_other(violation);
    if (violation_has_place(violation)) {
        add_thread_place(j, program, violation->user_pc, violation->thread);
        add_stack(j, program, &violation->stack);
    }
    if (other) {
        json_key(j, "other");
        json_begin(j, '{');
        add_thread_place(j, program, other->user_pc, other->thread);
        add_stack(j, program, other_stack);
        json_end(j, '}');
    }
    add_text(j, "message", violation->message);
    add_text(j, "property", property_row_of(violation->violated)->option);
}

/* Where a run has ended, and why. */
static void add_end(json *j, const machine *m, const machine_result *result)
{
    if (result->end == MACHINE_VIOLATION) {
        result_json_violation(j, machine_program(m), result, NULL);
        return;
    }
    add_thread_place(j, machine_program(m), result->user_pc, result->thread);
    add_text(j, "message", result->message);
}

static void add_violations(json *j, machine *m, const outcomes_result *r)
{
    json_key(j, "violations");
    json_begin(j, '[');
    for (uint32_t i = 0; i < r->violations.size; i++) {
        strbuf schedule = {0};
        outcomes_print_schedule(m, &r->violations.data[i].schedule, &schedule);
        json_begin(j, '{');
        result_json_violation(j, machine_program(m), &r->violations.data[i].result, NULL);
        json_key(j, "schedule");
        json_string(j, strbuf_text(&schedule));
        json_end(j, '}');
        strbuf_clear(&schedule);
    }
    json_end(j, ']');
}

static const char *verdict_of(const outcomes_result *r)
{
    if (r->violations.size > 0)
        return "VIOLATION";
    switch (r->end) {
    case OUTCOMES_ALL:
        return "SAFE";
    case OUTCOMES_PARTIAL:
        return "BOUNDED";
    case OUTCOMES_LIMIT:
        return "UNKNOWN";
    case OUTCOMES_UNSUPPORTED:
        break;
    }
    return "UNSUPPORTED";
}

static void add_texts(json *j, const char *key, char *const *texts, uint32_t count)
{
    json_key(j, key);
    json_begin(j, '[');
    for (uint32_t i = 0; i < count; i++)
        json_string(j, texts[i]);
    json_end(j, ']');
}

static void add_cost(json *j, const machine *m, double seconds)
{
    json_key(j, "instructions");
    json_number(j, machine_instruction_count(m));
    json_key(j, "seconds");
    json_double(j, seconds);
}

void result_json_outcomes(json *j, machine *m, const outcomes_options *options, const outcomes_result *r,
                          double seconds)
{
    json_begin(j, '{');
    json_key(j, "model");
    json_string(j, machine_model_of(m)->name);
    json_key(j, "verdict");
    json_string(j, verdict_of(r));
    json_key(j, "states");
    json_number(j, r->states);
    json_key(j, "transitions");
    json_number(j, r->transitions);
    add_cost(j, m, seconds);
    json_key(j, "buffers_were_cut");
    json_bool(j, r->buffers_were_cut);
    json_key(j, "values_were_cut");
    json_bool(j, r->values_were_cut);
    if (options->place_count > 0)
        add_texts(j, "outcomes", r->finals.data, r->finals.size);
    add_texts(j, "deadlocks", r->deadlocks.data, r->deadlocks.size);
    add_violations(j, m, r);
    if (r->end == OUTCOMES_UNSUPPORTED) {
        json_key(j, "unsupported");
        json_begin(j, '{');
        add_end(j, m, &r->stop);
        json_end(j, '}');
    }
    if (r->message) {
        json_key(j, "message");
        json_string(j, r->message);
    }
    json_end(j, '}');
}

static const char *end_of(run_end end)
{
    switch (end) {
    case RUN_COMPLETE:
        return "finished";
    case RUN_EXITED:
        return "exited";
    case RUN_VIOLATION:
        return "violation";
    case RUN_DEADLOCK:
        return "deadlock";
    case RUN_BLOCKED:
        return "blocked";
    case RUN_UNFINISHED:
        return "unfinished";
    case RUN_UNSUPPORTED:
        return "unsupported";
    case RUN_LIMIT:
        return "limit";
    case RUN_MISFIT:
        return "misfit";
    }
    return "";
}

void result_json_run(json *j, const machine *m, const run_result *r, double seconds)
{
    json_begin(j, '{');
    json_key(j, "model");
    json_string(j, machine_model_of(m)->name);
    json_key(j, "end");
    json_string(j, end_of(r->end));
    json_key(j, "steps");
    json_number(j, r->steps);
    add_cost(j, m, seconds);
    if (r->result.message)
        add_end(j, m, &r->result);
    else if (r->text) {
        json_key(j, "message");
        json_string(j, r->text);
    }
    json_end(j, '}');
}
