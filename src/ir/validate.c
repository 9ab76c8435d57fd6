#include "ir/validate.h"

#include "base/alloc.h"

/* How far the walk over the functions has come: their blocks and instructions follow each other without gaps. */
typedef struct layout {
    const ir_program *program;
    uint64_t next_block, next_pc;
    uint8_t *is_covered; /* by instruction */
} layout;

static bool fail(diag *d, const ir_function *function, const char *what)
{
    return diag_fail(d, STATUS_INTERNAL, "invalid program: function %s: %s", function->name, what);
}

/* The blocks of a function may lie in any order inside its range, the entry first. */
static bool check_blocks(layout *at, const ir_function *function, diag *d)
{
    const ir_program *program = at->program;
    if (function->first_block != at->next_block || at->next_block + function->block_count > program->blocks.size)
        return fail(d, function, "its blocks do not follow those of the function before it");
    at->next_block += function->block_count;
    const ir_block *blocks = &program->blocks.data[function->first_block];
    if (blocks[0].first != at->next_pc)
        return fail(d, function, "its code does not start, with the first block, after the function before it");
    uint64_t end = at->next_pc;
    for (uint32_t b = 0; b < function->block_count; b++)
        end += blocks[b].count;
    if (end > program->code.size)
        return fail(d, function, "its blocks reach past the code");
    for (uint32_t b = 0; b < function->block_count; b++) {
        const ir_block *block = &blocks[b];
        if (block->name == NULL)
            return fail(d, function, "a block has no name");
        if (block->count == 0)
            return fail(d, function, "a block is empty");
        if (block->first < at->next_pc || (uint64_t)block->first + block->count > end)
            return fail(d, function, "a block lies outside its code");
        for (uint32_t i = 0; i < block->count; i++)
            if (at->is_covered[block->first + i]++)
                return fail(d, function, "two blocks share an instruction");
    }
    at->next_pc = end;
    return true;
}

static bool check_layout(const ir_program *program, diag *d)
{
    layout at = {.program = program, .is_covered = alloc_zeroed(program->code.size, 1)};
    bool is_fine = true;
    for (ir_id f = 0; is_fine && f < program->functions.size; f++)
        if (program->functions.data[f].block_count > 0)
            is_fine = check_blocks(&at, &program->functions.data[f], d);
    free(at.is_covered);
    if (is_fine && (at.next_block != program->blocks.size || at.next_pc != program->code.size))
        return diag_fail(d, STATUS_INTERNAL, "invalid program: code that belongs to no function");
    return is_fine;
}

bool ir_validate(const ir_program *program, diag *d)
{
    if (!ir_validate_tables(program, d) || !check_layout(program, d))
        return false;
    for (ir_id f = 0; f < program->functions.size; f++)
        if (program->functions.data[f].block_count > 0 &&
            (!ir_validate_instructions(program, f, d) || !ir_validate_registers(program, f, d)))
            return false;
    return true;
}
