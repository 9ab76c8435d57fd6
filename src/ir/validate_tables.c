#include "ir/validate.h"

static bool fail(diag *d, const char *table, uint32_t index, const char *what)
{
    return diag_fail(d, STATUS_INTERNAL, "invalid program: %s %u: %s", table, index, what);
}

static bool is_type(const ir_program *program, ir_id type)
{
    return type == IR_NONE || type < program->ctypes.size;
}

static bool is_alignment(uint64_t align)
{
    return align != 0 && (align & (align - 1)) == 0;
}

static bool check_ctype(const ir_program *program, ir_id id, diag *d)
{
    const ir_ctype *type = &program->ctypes.data[id];
    if (type->kind > IR_C_FUNCTION)
        return fail(d, "type", id, "no such kind");
    if (type->name == NULL)
        return fail(d, "type", id, "no name");
    if (!is_type(program, type->element) || (type->kind == IR_C_ARRAY && type->element == IR_NONE))
        return fail(d, "type", id, "its element type does not exist");
    if (type->kind != IR_C_STRUCT && type->kind != IR_C_UNION)
        return true;
    return (uint64_t)type->first_field + type->field_count <= program->fields.size ||
           fail(d, "type", id, "its fields do not exist");
}

static bool check_field(const ir_program *program, ir_id id, diag *d)
{
    const ir_field *field = &program->fields.data[id];
    if (field->name == NULL)
        return fail(d, "field", id, "no name");
    return is_type(program, field->type) || fail(d, "field", id, "its type does not exist");
}

static bool check_global(const ir_program *program, ir_id id, diag *d)
{
    const ir_global *global = &program->globals.data[id];
    if (global->name == NULL)
        return fail(d, "global", id, "no name");
    if (!is_type(program, global->type))
        return fail(d, "global", id, "its type does not exist");
    if (global->location >= program->locations.size)
        return fail(d, "global", id, "its location does not exist");
    if (!is_alignment(global->align))
        return fail(d, "global", id, "its alignment is not a power of two");
    if (global->size >= ir_object_limit(program->layout))
        return fail(d, "global", id, "too large for an offset");
    return global->bytes != NULL || global->size == 0 || global->is_undefined ||
           fail(d, "global", id, "no initial bytes");
}

static bool check_site(const ir_program *program, ir_id id, diag *d)
{
    const ir_site *site = &program->sites.data[id];
    if (site->name == NULL)
        return fail(d, "site", id, "no name");
    if (!is_type(program, site->type))
        return fail(d, "site", id, "its type does not exist");
    if (site->location >= program->locations.size)
        return fail(d, "site", id, "its location does not exist");
    return is_alignment(site->align) || fail(d, "site", id, "its alignment is not a power of two");
}

static bool check_location(const ir_program *program, ir_id id, diag *d)
{
    return program->locations.data[id].file != NULL || fail(d, "location", id, "no file");
}

static bool check_text(const ir_program *program, ir_id id, diag *d)
{
    return program->texts.data[id] != NULL || fail(d, "text", id, "missing");
}

static bool is_value_type(ir_type type)
{
    return type.width >= 1 && type.width <= IR_MAX_WIDTH && type.kind <= IR_POINTER;
}

static bool check_function(const ir_program *program, ir_id id, diag *d)
{
    const ir_function *function = &program->functions.data[id];
    if (function->name == NULL)
        return fail(d, "function", id, "no name");
    if (function->location >= program->locations.size)
        return fail(d, "function", id, "its location does not exist");
    if (function->slots > IR_CONSTANT_BIT)
        return fail(d, "function", id, "more registers than an operand can name");
    if (function->register_names.size > function->slots)
        return fail(d, "function", id, "names for registers that do not exist");
    for (uint32_t i = 0; i < function->parameters.size; i++)
        if (!is_value_type(function->parameters.data[i].type))
            return fail(d, "function", id, "a parameter has no proper type");
    for (uint32_t i = 0; i < function->results.size; i++)
        if (!is_value_type(function->results.data[i]))
            return fail(d, "function", id, "a result has no proper type");
    return true;
}

typedef bool check_entry(const ir_program *program, ir_id id, diag *d);

static bool check_all(const ir_program *program, uint32_t count, check_entry *check, diag *d)
{
    for (ir_id id = 0; id < count; id++)
        if (!check(program, id, d))
            return false;
    return true;
}

bool ir_validate_tables(const ir_program *program, diag *d)
{
    if ((uint64_t)program->globals.size + program->functions.size > ir_last_object(program->layout))
        return diag_fail(d, STATUS_LIMIT, "the program has more globals and functions than Heddle can number");
    if (program->locations.size == 0)
        return diag_fail(d, STATUS_INTERNAL, "invalid program: location 0, the unknown one, is missing");
    if (program->main != IR_NONE && program->main >= program->functions.size)
        return diag_fail(d, STATUS_INTERNAL, "invalid program: main is not a function");
    return check_all(program, program->ctypes.size, check_ctype, d) &&
           check_all(program, program->fields.size, check_field, d) &&
           check_all(program, program->locations.size, check_location, d) &&
           check_all(program, program->globals.size, check_global, d) &&
           check_all(program, program->sites.size, check_site, d) &&
           check_all(program, program->texts.size, check_text, d) &&
           check_all(program, program->functions.size, check_function, d);
}
