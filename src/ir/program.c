#include "ir/ir.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/hash.h"

ir_program *ir_program_new(void)
{
    ir_program *program = alloc_zeroed(1, sizeof *program);
    program->layout = IR_LAYOUT_64;
    program->main = IR_NONE;
    ir_location_add(program, "", 0, 0);
    return program;
}

static void clear_function(ir_function *function)
{
    vec_clear(&function->parameters);
    vec_clear(&function->results);
    vec_clear(&function->register_names);
}

void ir_program_free(ir_program *program)
{
    if (program == NULL)
        return;
    for (uint32_t i = 0; i < program->blocks.size; i++)
        vec_clear(&program->blocks.data[i].parameters);
    for (uint32_t i = 0; i < program->functions.size; i++)
        clear_function(&program->functions.data[i]);
    for (uint32_t i = 0; i < program->globals.size; i++)
        free(program->globals.data[i].bytes);
    for (uint32_t i = 0; i < program->strings.size; i++)
        free(program->strings.data[i]);
    vec_clear(&program->code);
    vec_clear(&program->blocks);
    vec_clear(&program->edges);
    vec_clear(&program->functions);
    vec_clear(&program->calls);
    vec_clear(&program->switches);
    vec_clear(&program->cases);
    vec_clear(&program->operands);
    vec_clear(&program->types);
    vec_clear(&program->constants);
    vec_clear(&program->globals);
    vec_clear(&program->sites);
    vec_clear(&program->locations);
    vec_clear(&program->ctypes);
    vec_clear(&program->fields);
    vec_clear(&program->texts);
    vec_clear(&program->origins);
    vec_clear(&program->origin_sites);
    vec_clear(&program->strings);
    map_clear(&program->string_index);
    map_clear(&program->constant_index);
    map_clear(&program->location_index);
    free(program);
}

/* The index maps go from a hash to an entry of a table. Where two entries have the same hash, the second one is
 * found under the key after it, and so on. */

static uint64_t first_key(hash128 hash)
{
    return hash.a >> 1; /* never MAP_NO_KEY */
}

static uint64_t next_key(uint64_t key)
{
    return hash_mix(key + 1) >> 1;
}

const char *ir_intern(ir_program *program, const char *text)
{
    hash128 hash = hash128_start();
    hash128_bytes(&hash, text, strlen(text));
    uint64_t key = first_key(hash);
    for (const uint64_t *found; (found = map_find(&program->string_index, key)) != NULL; key = next_key(key))
        if (strcmp(program->strings.data[*found], text) == 0)
            return program->strings.data[*found];
    map_put(&program->string_index, key, program->strings.size);
    vec_push(&program->strings, alloc_string(text));
    return *vec_last(&program->strings);
}

static bool constant_is(const ir_program *program, uint64_t index, const uint64_t *words, uint32_t count)
{
    return index + count <= program->constants.size &&
           memcmp(&program->constants.data[index], words, count * sizeof *words) == 0;
}

ir_operand ir_constant(ir_program *program, uint8_t width, uint64_t low, uint64_t high)
{
    uint32_t count = ir_slots(width);
    uint64_t words[2] = {low & ir_mask(width), 0};
    if (count == 2)
        words[1] = high & ir_mask((uint8_t)(width - IR_SLOT_BITS));
    hash128 hash = hash128_start();
    hash128_bytes(&hash, words, count * sizeof *words);
    uint64_t key = first_key(hash);
    for (const uint64_t *found; (found = map_find(&program->constant_index, key)) != NULL; key = next_key(key))
        if (constant_is(program, *found, words, count))
            return IR_CONSTANT_BIT | (ir_operand)*found;
    uint32_t index = program->constants.size;
    map_put(&program->constant_index, key, index);
    vec_append(&program->constants, words, count);
    return IR_CONSTANT_BIT | index;
}

ir_id ir_location_add(ir_program *program, const char *file, uint32_t line, uint32_t column)
{
    file = ir_intern(program, file);
    hash128 hash = hash128_start();
    hash128_word(&hash, map_key(file));
    hash128_word(&hash, (uint64_t)line << 32 | column);
    uint64_t key = first_key(hash);
    for (const uint64_t *found; (found = map_find(&program->location_index, key)) != NULL; key = next_key(key)) {
        const ir_location *location = &program->locations.data[*found];
        if (location->file == file && location->line == line && location->column == column)
            return (ir_id)*found;
    }
    map_put(&program->location_index, key, program->locations.size);
    vec_push(&program->locations, (ir_location){file, line, column});
    return program->locations.size - 1;
}

bool ir_is_users_block(const ir_program *program, ir_id function, ir_id pc)
{
    return !program->functions.data[function].is_model || program->code.data[pc + 1].op == IR_RET;
}

ir_id ir_function_at(const ir_program *program, uint64_t pointer)
{
    uint64_t object = ir_pointer_object(program->layout, pointer);
    uint64_t first = ir_function_object(program, 0);
    if (ir_pointer_offset(program->layout, pointer) != 0 || object < first || object - first >= program->functions.size)
        return IR_NONE;
    return (ir_id)(object - first);
}

static bool fits_in_word(const ir_program *program, ir_type type)
{
    return type.kind != IR_FLOATING && type.width <= program->layout.pointer_bits;
}

const char *ir_thread_entry_problem(const ir_program *program, const ir_function *function)
{
    uint32_t words = ir_words_of_value(program);
    if (function->parameters.size > words)
        return "a thread function with several parameters";
    if (function->parameters.size > 0 && !fits_in_word(program, function->parameters.data[0].type))
        return "a thread function whose parameter is neither a pointer nor an integer of at most that size";
    if (function->results.size > words ||
        (function->results.size > 0 && !fits_in_word(program, function->results.data[0])))
        return "a thread function whose result is neither a pointer nor an integer of at most that size";
    return NULL;
}

ir_id ir_function_of(const ir_program *program, ir_id pc)
{
    ir_id found = IR_NONE;
    ir_id low = 0;
    ir_id high = program->functions.size;
    while (low < high) {
        ir_id middle = low + (high - low) / 2;
        ir_id defined = middle;
        while (defined > low && program->functions.data[defined].block_count == 0)
            defined--;
        const ir_function *function = &program->functions.data[defined];
        bool is_declared_only = function->block_count == 0;
        if (is_declared_only || program->blocks.data[function->first_block].first <= pc) {
            if (!is_declared_only)
                found = defined;
            low = middle + 1;
        } else {
            high = defined;
        }
    }
    return found;
}

ir_id ir_find_global(const ir_program *program, const char *name)
{
    ir_id local = IR_NONE;
    uint32_t locals = 0;
    for (ir_id i = 0; i < program->globals.size; i++) {
        const ir_global *global = &program->globals.data[i];
        if (global->is_model || strcmp(global->name, name) != 0)
            continue;
        if (global->scope == NULL)
            return i;
        local = i;
        locals++;
    }
    return locals == 1 ? local : IR_NONE;
}

ir_id ir_find_function(const ir_program *program, const char *name)
{
    for (ir_id i = 0; i < program->functions.size; i++)
        if (strcmp(program->functions.data[i].name, name) == 0)
            return i;
    return IR_NONE;
}

static uint64_t find_nonzero_byte(const uint8_t *bytes, uint64_t from, uint64_t size)
{
    uint64_t word = 0;
    while (from + sizeof word <= size && (memcpy(&word, bytes + from, sizeof word), word == 0))
        from += sizeof word;
    while (from < size && bytes[from] == 0)
        from++;
    return from;
}

bool ir_find_initial_word(const ir_program *program, ir_id global, uint64_t *at, uint64_t *word)
{
    const ir_global *g = &program->globals.data[global];
    uint64_t size = program->layout.pointer_bits / 8;
    if (g->bytes == NULL)
        return false;
    uint64_t nonzero = find_nonzero_byte(g->bytes, *at, g->size);
    if (nonzero == g->size)
        return false;
    if (nonzero >= size && *at < nonzero - size + 1)
        *at = nonzero - size + 1;
    if (*at + size > g->size)
        return false;
    *word = 0;
    memcpy(word, g->bytes + *at, size);
    return true;
}
