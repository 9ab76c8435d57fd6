#include "base/alloc.h"
#include "ir/dominators.h"
#include "ir/uses.h"
#include "ir/validate.h"

/* Where a slot is written: usable in `block` from instruction `from` on, and in every block it dominates. */
typedef struct definition {
    uint32_t block; /* counted from the function's first */
    ir_id from;
    uint8_t width; /* 0: not written; HIGH_HALF: the second slot of a wide value */
} definition;

enum { HIGH_HALF = IR_MAX_WIDTH + 1 };

typedef struct checker {
    const ir_program *program;
    const ir_function *function;
    definition *definitions; /* by slot */
    ir_dominators dominators;
    ir_uses uses;
    ir_definitions written;
    diag *d;
} checker;

static bool fail(const checker *c, ir_id pc, const char *what, uint32_t number)
{
    return diag_fail(c->d, STATUS_INTERNAL, "invalid program: function %s, instruction %u (%s): %s %u",
                     c->function->name, pc, ir_op_name((ir_op)c->program->code.data[pc].op), what, number);
}

static bool define(checker *c, ir_register reg, uint8_t width, uint32_t block, ir_id from)
{
    uint32_t count = ir_slots(width);
    if ((uint64_t)reg + count > c->function->slots)
        return diag_fail(c->d, STATUS_INTERNAL, "invalid program: function %s: register %u is outside the frame",
                         c->function->name, reg);
    for (uint32_t i = 0; i < count; i++) {
        definition *slot = &c->definitions[reg + i];
        if (slot->width != 0)
            return diag_fail(c->d, STATUS_INTERNAL, "invalid program: function %s: register %u is written twice",
                             c->function->name, reg + i);
        *slot = (definition){block, from, i == 0 ? width : HIGH_HALF};
    }
    return true;
}

static bool define_parameters(checker *c, const ir_parameters *parameters, uint32_t block, ir_id from)
{
    for (uint32_t i = 0; i < parameters->size; i++) {
        const ir_parameter *parameter = &parameters->data[i];
        if (parameter->type.width == 0 || parameter->type.width > IR_MAX_WIDTH)
            return diag_fail(c->d, STATUS_INTERNAL, "invalid program: function %s: a parameter has no proper width",
                             c->function->name);
        if (!define(c, parameter->reg, parameter->type.width, block, from))
            return false;
    }
    return true;
}

static bool define_all(checker *c)
{
    const ir_block *blocks = &c->program->blocks.data[c->function->first_block];
    if (blocks[0].parameters.size > 0)
        return diag_fail(c->d, STATUS_INTERNAL, "invalid program: function %s: its first block has parameters",
                         c->function->name);
    if (!define_parameters(c, &c->function->parameters, 0, blocks[0].first))
        return false;
    for (uint32_t b = 0; b < c->function->block_count; b++) {
        if (!define_parameters(c, &blocks[b].parameters, b, blocks[b].first))
            return false;
        for (uint32_t i = 0; i < blocks[b].count; i++) {
            ir_id pc = blocks[b].first + i;
            ir_list_definitions(c->program, &c->program->code.data[pc], &c->written);
            for (uint32_t k = 0; k < c->written.size; k++)
                if (!define(c, c->written.data[k].reg, c->written.data[k].width, b, pc + 1))
                    return false;
        }
    }
    return true;
}

static bool check_constant(const checker *c, const ir_use *use, ir_id pc)
{
    uint32_t index = use->operand & ~IR_CONSTANT_BIT;
    uint32_t count = ir_slots(use->width);
    if ((uint64_t)index + count > c->program->constants.size)
        return fail(c, pc, "it reads outside the pool: constant", index);
    uint8_t last_width = (uint8_t)(use->width - (count - 1) * IR_SLOT_BITS);
    if (c->program->constants.data[index + count - 1] & ~ir_mask(last_width))
        return fail(c, pc, "its width is less than that of constant", index);
    return true;
}

static bool check_use(const checker *c, const ir_use *use, uint32_t block, ir_id pc)
{
    if (ir_is_constant(use->operand))
        return check_constant(c, use, pc);
    if (use->operand >= c->function->slots)
        return fail(c, pc, "outside the frame: register", use->operand);
    const definition *written = &c->definitions[use->operand];
    if (written->width == 0)
        return fail(c, pc, "nothing writes register", use->operand);
    if (use->is_loose ? written->width > use->width : written->width != use->width)
        return fail(c, pc, "it was written with another width: register", use->operand);
    if (!ir_is_reachable(&c->dominators, block))
        return true;
    bool is_written_before =
        written->block == block ? written->from <= pc : ir_dominates(&c->dominators, written->block, block);
    return is_written_before || fail(c, pc, "it is reached without a write to register", use->operand);
}

static bool check_edge_arguments(const checker *c, const ir_instruction *terminator, uint32_t block, ir_id pc)
{
    uint32_t count = ir_edge_count(c->program, terminator);
    for (uint32_t i = 0; i < count; i++) {
        const ir_edge *edge = &c->program->edges.data[ir_edge_at(c->program, terminator, i)];
        const ir_parameters *parameters = &c->program->blocks.data[edge->target].parameters;
        for (uint32_t k = 0; k < edge->argument_count; k++) {
            ir_use use = {c->program->operands.data[edge->first_argument + k], parameters->data[k].type.width, false};
            if (!check_use(c, &use, block, pc))
                return false;
        }
    }
    return true;
}

static bool check_all_uses(checker *c)
{
    for (uint32_t b = 0; b < c->function->block_count; b++) {
        const ir_block *block = &c->program->blocks.data[c->function->first_block + b];
        for (uint32_t i = 0; i < block->count; i++) {
            ir_id pc = block->first + i;
            ir_list_uses(c->program, c->function, &c->program->code.data[pc], &c->uses);
            for (uint32_t k = 0; k < c->uses.size; k++)
                if (!check_use(c, &c->uses.data[k], b, pc))
                    return false;
        }
        if (!check_edge_arguments(c, ir_terminator(c->program, block), b, block->first + block->count - 1))
            return false;
    }
    return true;
}

bool ir_validate_registers(const ir_program *program, ir_id function, diag *d)
{
    checker c = {.program = program, .function = &program->functions.data[function], .d = d};
    c.definitions = alloc_zeroed(c.function->slots, sizeof *c.definitions);
    ir_dominators_init(&c.dominators, program, c.function);
    bool is_fine = define_all(&c) && check_all_uses(&c);
    ir_dominators_clear(&c.dominators);
    vec_clear(&c.uses);
    vec_clear(&c.written);
    free(c.definitions);
    return is_fine;
}
