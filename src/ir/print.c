#include <inttypes.h>

#include "ir/print.h"

enum { LOCATION_COLUMN = 64, MOST_BYTES = 32, INDENT = 4 };

void ir_print_location(const ir_program *program, ir_id location, strbuf *out)
{
    const ir_location *place = &program->locations.data[location];
    if (place->line == 0)
        strbuf_add(out, place->file[0] ? place->file : "?");
    else
        strbuf_addf(out, "%s:%" PRIu32, place->file, place->line);
}

/* Adds `; file:line` at the right of the line that starts at `line_start`; nothing for the unknown location. */
static void add_location_comment(const ir_program *program, ir_id location, size_t line_start, strbuf *out)
{
    if (location == 0)
        return;
    do
        strbuf_add_char(out, ' ');
    while (out->size - line_start < LOCATION_COLUMN);
    strbuf_add(out, "; ");
    ir_print_location(program, location, out);
}

static void flush_line(strbuf *line, FILE *out)
{
    strbuf_add_char(line, '\n');
    fwrite(line->text, 1, line->size, out);
    strbuf_reset(line);
}

/* ---- globals ---- */

static bool is_zero(const ir_global *global)
{
    for (uint64_t i = 0; i < global->size; i++)
        if (global->bytes[i])
            return false;
    return true;
}

static bool is_text(const ir_global *global)
{
    for (uint64_t i = 0; i + 1 < global->size; i++)
        if (global->bytes[i] < ' ' || global->bytes[i] > '~')
            return false;
    return global->size > 1 && global->bytes[global->size - 1] == '\0';
}

static void add_initial_value(const ir_global *global, strbuf *out)
{
    if (global->bytes == NULL)
        return;
    strbuf_add(out, " =");
    if (is_zero(global)) {
        strbuf_add(out, " zero");
        return;
    }
    if (is_text(global)) {
        strbuf_addf(out, " \"%s\"", (const char *)global->bytes);
        return;
    }
    for (uint64_t i = 0; i < global->size && i < MOST_BYTES; i++)
        strbuf_addf(out, " %02x", global->bytes[i]);
    if (global->size > MOST_BYTES)
        strbuf_add(out, " ...");
}

/* The type as C writes it, inside out for arrays of arrays: int[2][3]. */
static void add_ctype(const ir_program *program, ir_id type, strbuf *out)
{
    strbuf bounds = {0};
    strbuf stars = {0};
    for (uint32_t depth = 0; type != IR_NONE && depth < program->ctypes.size; depth++) {
        const ir_ctype *found = &program->ctypes.data[type];
        bool is_named = found->name[0] != '\0';
        if (!is_named && found->kind == IR_C_ARRAY && stars.size == 0)
            strbuf_addf(&bounds, "[%" PRIu64 "]", found->count);
        else if (!is_named && found->kind == IR_C_POINTER)
            strbuf_add_char(&stars, '*');
        else
            break;
        type = found->element;
    }
    const char *name = type == IR_NONE ? "void" : program->ctypes.data[type].name;
    strbuf_addf(out, "%s%s%s%s", name[0] ? name : "?", stars.size ? " " : "", strbuf_text(&stars),
                strbuf_text(&bounds));
    strbuf_clear(&bounds);
    strbuf_clear(&stars);
}

static void print_global(const ir_program *program, const ir_global *global, strbuf *line, FILE *out)
{
    strbuf_add(line, "global ");
    if (global->scope != NULL)
        strbuf_addf(line, "%s::", global->scope);
    strbuf_addf(line, "%s: ", global->name);
    if (global->type != IR_NONE) {
        add_ctype(program, global->type, line);
        strbuf_add(line, ", ");
    }
    strbuf_addf(line, "%" PRIu64 " bytes, align %" PRIu64, global->size, global->align);
    const struct {
        bool is_set;
        const char *text;
    } properties[] = {
        {global->is_constant, ", constant"},
        {global->is_thread_local, ", thread-local"},
        {global->is_model, ", model"},
        {global->is_undefined, ", undefined"},
    };
    for (size_t i = 0; i < sizeof properties / sizeof *properties; i++)
        if (properties[i].is_set)
            strbuf_add(line, properties[i].text);
    add_initial_value(global, line);
    add_location_comment(program, global->location, 0, line);
    flush_line(line, out);
}

/* ---- functions ---- */

static void add_parameters(const ir_function *function, const ir_parameters *parameters, strbuf *out)
{
    for (uint32_t i = 0; i < parameters->size; i++) {
        strbuf_add(out, i ? ", " : "");
        ir_print_type(parameters->data[i].type, out);
        strbuf_add_char(out, ' ');
        ir_print_register(function, parameters->data[i].reg, out);
    }
}

static void add_signature(const ir_function *function, strbuf *out)
{
    for (uint32_t i = 0; i < function->results.size; i++) {
        strbuf_add(out, i ? ", " : "");
        ir_print_type(function->results.data[i], out);
    }
    strbuf_addf(out, "%s %s(", function->results.size ? "" : "void", function->name);
    add_parameters(function, &function->parameters, out);
    strbuf_add(out, function->is_variadic ? "...)" : ")");
    if (function->block_count)
        strbuf_addf(out, ", %" PRIu32 " slots", function->slots);
    strbuf_add(out, function->is_model ? ", model" : "");
}

static void print_function(const ir_program *program, const ir_function *function, strbuf *line, FILE *out)
{
    strbuf_add(line, function->block_count ? "\n" : "\ndeclared ");
    size_t line_start = 1;
    add_signature(function, line);
    add_location_comment(program, function->location, line_start, line);
    flush_line(line, out);
    for (uint32_t b = 0; b < function->block_count; b++) {
        const ir_block *block = &program->blocks.data[function->first_block + b];
        strbuf_add(line, block->name);
        if (block->parameters.size) {
            strbuf_add_char(line, '(');
            add_parameters(function, &block->parameters, line);
            strbuf_add_char(line, ')');
        }
        strbuf_add_char(line, ':');
        flush_line(line, out);
        for (uint32_t i = 0; i < block->count; i++) {
            strbuf_addf(line, "%*s", INDENT, "");
            ir_print_instruction_of(program, function, block->first + i, line);
            add_location_comment(program, program->code.data[block->first + i].location, 0, line);
            flush_line(line, out);
        }
    }
}

void ir_print(const ir_program *program, ir_id function, FILE *out)
{
    strbuf line = {0};
    if (function != IR_NONE) {
        print_function(program, &program->functions.data[function], &line, out);
    } else {
        for (ir_id g = 0; g < program->globals.size; g++)
            print_global(program, &program->globals.data[g], &line, out);
        for (ir_id f = 0; f < program->functions.size; f++)
            print_function(program, &program->functions.data[f], &line, out);
    }
    strbuf_clear(&line);
}
