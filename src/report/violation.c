#include "report/violation.h"

const ir_location *violation_place(const ir_program *program, ir_id pc)
{
    static const ir_location NOWHERE = {.file = ""};
    return pc == IR_NONE ? &NOWHERE : &program->locations.data[program->code.data[pc].location];
}

static property_shape shape_of(const machine_result *violation)
{
    return property_row_of(violation->violated)->shape;
}

bool violation_has_place(const machine_result *violation)
{
    return shape_of(violation) != PROPERTY_END;
}

const machine_place *violation_other(const machine_result *violation)
{
    return shape_of(violation) == PROPERTY_PAIR ? &violation->other : NULL;
}

bool violation_is_by(const machine_result *violation, uint32_t thread)
{
    const machine_place *other = violation_other(violation);
    return violation_has_place(violation) && (violation->thread == thread || (other && other->thread == thread));
}

void violation_describe(const ir_program *program, const machine_result *violation, strbuf *out)
{
    const machine_place *other = violation_other(violation);
    if (violation_has_place(violation))
        ir_print_location(program, program->code.data[violation->user_pc].location, out);
    if (other) {
        strbuf_add(out, " and ");
        ir_print_location(program, program->code.data[other->user_pc].location, out);
    }
    strbuf_addf(out, "%s%s", violation_has_place(violation) ? ": " : "", violation->message);
}
