#include "api/found.h"

#include "api/properties.h"
#include "report/violation.h"

char *api_complaint(const ir_program *ir, const machine_result *result)
{
    strbuf text = {0};
    ir_print_location(ir, ir->code.data[result->user_pc].location, &text);
    strbuf_addf(&text, ": error: not modelled: %s", result->message);
    return strbuf_take(&text);
}

heddle_violation api_violation(const ir_program *ir, const machine_result *violation)
{
    const machine_place *other = violation_other(violation);
    const ir_location *at = violation_place(ir, violation->user_pc);
    const ir_location *other_at = violation_place(ir, other ? other->user_pc : IR_NONE);
    return (heddle_violation){
        .file = at->file,
        .line = at->line,
        .column = at->column,
        .thread = violation_has_place(violation) ? violation->thread : HEDDLE_NO_THREAD,
        .message = violation->message,
        .schedule = "",
        .property = properties_outside(violation->violated),
        .property_name = property_row_of(violation->violated)->option,
        .other_file = other_at->file,
        .other_line = other_at->line,
        .other_column = other_at->column,
        .other_thread = other ? other->thread : HEDDLE_NO_THREAD,
    };
}

static size_t step_or_none(uint32_t step)
{
    return step == RECORDING_NONE ? HEDDLE_NO_STEP : step;
}

heddle_step api_step(const recording *r, size_t step)
{
    if (step >= r->steps.size)
        return (heddle_step){.who = "", .kind = "", .file = "", .place = "", .value = "", .text = ""};
    const recording_step *s = &r->steps.data[step];
    return (heddle_step){
        .thread = s->thread,
        .who = s->who,
        .kind = recording_kind_name(s),
        .file = s->file,
        .line = s->line,
        .column = s->column,
        .place = s->place,
        .value = s->value,
        .text = s->action,
        .source = step_or_none(s->source),
        .commit = step_or_none(s->commit),
    };
}
