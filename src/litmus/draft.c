#include "litmus/draft.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

enum { WORD = 64, NARROW = 32 };

void draft_begin(draft *d, ir_program *program)
{
    *d = (draft){.program = program};
    draft_new_block(d);
}

void draft_clear(draft *d)
{
    for (uint32_t i = 0; i < d->variables.size; i++)
        free(d->variables.data[i].name);
    for (uint32_t i = 0; i < d->labels.size; i++)
        free(d->labels.data[i].name);
    for (uint32_t i = 0; i < d->blocks.size; i++) {
        vec_clear(&d->blocks.data[i].code);
        vec_clear(&d->blocks.data[i].values);
        vec_clear(&d->blocks.data[i].parameters);
    }
    vec_clear(&d->variables);
    vec_clear(&d->labels);
    vec_clear(&d->blocks);
}

/* ---- variables ---- */

uint32_t draft_variable_named(draft *d, const char *name)
{
    for (uint32_t i = 0; i < d->variables.size; i++)
        if (strcmp(d->variables.data[i].name, name) == 0)
            return i;
    draft_variable variable = {.name = alloc_string(name), .initial = draft_number(d, WORD, 0)};
    vec_push(&d->variables, variable);
    return d->variables.size - 1;
}

static draft_block *current_block(draft *d)
{
    return &d->blocks.data[d->current];
}

/* Blocks learn of variables when they meet them. */
static void know_variables(const draft *d, draft_block *block)
{
    while (block->values.size < d->variables.size) {
        vec_push(&block->values, IR_NONE);
        vec_push(&block->parameters, IR_NONE);
    }
}

static ir_operand at_beginning(draft *d, uint32_t block_id, uint32_t variable)
{
    draft_block *block = &d->blocks.data[block_id];
    know_variables(d, block);
    if (block_id == 0)
        return d->variables.data[variable].initial;
    if (block->parameters.data[variable] == IR_NONE)
        block->parameters.data[variable] = d->slots++;
    return block->parameters.data[variable];
}

static ir_operand value_in(draft *d, uint32_t block_id, uint32_t variable)
{
    draft_block *block = &d->blocks.data[block_id];
    know_variables(d, block);
    ir_operand value = block->values.data[variable];
    return value == IR_NONE ? at_beginning(d, block_id, variable) : value;
}

ir_operand draft_get(draft *d, uint32_t variable)
{
    return value_in(d, d->current, variable);
}

void draft_set(draft *d, uint32_t variable, ir_operand value, bool is_wide)
{
    if (current_block(d)->is_ended)
        return; /* nobody gets here */
    know_variables(d, current_block(d));
    current_block(d)->values.data[variable] = value;
    d->variables.data[variable].is_set = true;
    d->variables.data[variable].is_wide |= is_wide;
}

/* ---- values ---- */

ir_operand draft_emit(draft *d, ir_instruction instruction, uint8_t result_width)
{
    instruction.location = d->location;
    if (result_width > 0)
        instruction.dst = d->slots++;
    if (!current_block(d)->is_ended)
        vec_push(&current_block(d)->code, instruction);
    return instruction.dst;
}

ir_operand draft_number(draft *d, uint8_t width, uint64_t value)
{
    return ir_constant(d->program, width, value, 0);
}

ir_operand draft_binary(draft *d, ir_op op, uint8_t width, ir_operand a, ir_operand b)
{
    return draft_emit(d, (ir_instruction){.op = (uint8_t)op, .width = width, .a = a, .b = b}, width);
}

ir_operand draft_compare(draft *d, ir_op op, uint8_t width, ir_operand a, ir_operand b)
{
    return draft_emit(d, (ir_instruction){.op = (uint8_t)op, .width = width, .a = a, .b = b}, 1);
}

static uint64_t constant_of(const draft *d, ir_operand constant)
{
    return d->program->constants.data[constant & ~IR_CONSTANT_BIT];
}

static uint64_t extend(uint64_t value, uint8_t from, bool is_signed)
{
    bool is_negative = is_signed && (value >> (from - 1) & 1);
    return is_negative ? value | ~ir_mask(from) : value;
}

ir_operand draft_resize(draft *d, uint8_t from, uint8_t to, bool is_signed, ir_operand value)
{
    if (from == to)
        return value;
    if (ir_is_constant(value))
        return draft_number(d, to, extend(constant_of(d, value), from, is_signed));
    ir_op op = from > to ? IR_TRUNC : is_signed ? IR_SEXT : IR_ZEXT;
    return draft_emit(d, (ir_instruction){.op = (uint8_t)op, .width = to, .aux = from, .a = value}, to);
}

ir_operand draft_select(draft *d, uint8_t width, ir_operand condition, ir_operand yes, ir_operand no)
{
    return draft_emit(d, (ir_instruction){.op = IR_SELECT, .width = width, .a = condition, .b = yes, .c = no}, width);
}

ir_operand draft_any_bit(draft *d)
{
    return draft_emit(d, (ir_instruction){.op = IR_NONDET, .width = 1}, 1);
}

ir_operand draft_move_address(draft *d, ir_operand address, ir_operand bytes)
{
    if (ir_is_constant(bytes) && constant_of(d, bytes) == 0)
        return address;
    return draft_emit(d, (ir_instruction){.op = IR_ADD, .width = WORD, .aux = IR_ADD_MOVES, .a = address, .b = bytes},
                      WORD);
}

/* ---- memory ---- */

static void note_access(draft *d, uint8_t width)
{
    if (width > d->widest)
        d->widest = width;
}

ir_operand draft_load(draft *d, uint8_t width, ir_operand address, ir_order order)
{
    note_access(d, width);
    return draft_emit(d, (ir_instruction){.op = IR_LOAD, .width = width, .aux = (uint16_t)order, .a = address}, width);
}

void draft_store(draft *d, uint8_t width, ir_operand address, ir_operand value, ir_order order)
{
    note_access(d, width);
    if (order == IR_RELEASE || order == IR_SEQ_CST)
        draft_fence(d, ir_fence_make_given(IR_FENCE_OF_ACCESS, IR_WW));
    draft_emit(d, (ir_instruction){.op = IR_STORE, .width = width, .aux = (uint16_t)order, .a = address, .b = value},
               0);
    if (order == IR_SEQ_CST)
        draft_fence(d, ir_fence_make_given(IR_FENCE_OF_ACCESS, IR_PAIRS_ALL));
}

ir_operand draft_rmw(draft *d, uint8_t width, ir_operand address, ir_rmw op, ir_operand value, ir_order order)
{
    note_access(d, width);
    return draft_emit(
        d, (ir_instruction){.op = IR_RMW, .width = width, .aux = ir_rmw_aux(op, order), .a = address, .b = value},
        width);
}

ir_operand draft_cmpxchg(draft *d, uint8_t width, ir_operand address, ir_operand expected, ir_operand desired,
                         ir_order success, ir_order failure)
{
    note_access(d, width);
    return draft_emit(d,
                      (ir_instruction){.op = IR_CMPXCHG,
                                       .width = width,
                                       .aux = ir_cmpxchg_aux(success, failure),
                                       .a = address,
                                       .b = expected,
                                       .c = desired},
                      width);
}

void draft_fence(draft *d, ir_fence fence)
{
    draft_emit(d, (ir_instruction){.op = IR_FENCE, .aux = ir_fence_aux(fence)}, 0);
}

/* ---- control ---- */

uint32_t draft_new_block(draft *d)
{
    vec_push(&d->blocks, (draft_block){0});
    return d->blocks.size - 1;
}

void draft_jump(draft *d, uint32_t block)
{
    draft_emit(d, (ir_instruction){.op = IR_BR, .c = block}, 0);
    current_block(d)->is_ended = true;
}

void draft_branch(draft *d, ir_operand condition, uint32_t yes, uint32_t no)
{
    draft_emit(d, (ir_instruction){.op = IR_CONDBR, .a = condition, .b = yes, .c = no}, 0);
    current_block(d)->is_ended = true;
}

void draft_enter(draft *d, uint32_t block)
{
    draft_jump(d, block);
    d->current = block;
}

static draft_label *find_label(draft *d, const char *name)
{
    for (uint32_t i = 0; i < d->labels.size; i++)
        if (strcmp(d->labels.data[i].name, name) == 0)
            return &d->labels.data[i];
    return NULL;
}

uint32_t draft_label_block(draft *d, const char *name, uint32_t line)
{
    const draft_label *known = find_label(d, name);
    if (known)
        return known->block;
    draft_label label = {.name = alloc_string(name), .block = draft_new_block(d), .line = line};
    vec_push(&d->labels, label);
    return label.block;
}

bool draft_place_label(draft *d, const char *name)
{
    uint32_t block = draft_label_block(d, name, 0);
    draft_label *label = find_label(d, name);
    if (label->is_placed)
        return false;
    label->is_placed = true;
    draft_enter(d, block);
    return true;
}

const draft_label *draft_missing_label(const draft *d)
{
    for (uint32_t i = 0; i < d->labels.size; i++)
        if (!d->labels.data[i].is_placed)
            return &d->labels.data[i];
    return NULL;
}

/* ---- the end ---- */

static bool is_parameter(const draft *d, uint32_t variable)
{
    return d->variables.data[variable].is_set;
}

static ir_id add_edge(draft *d, uint32_t from, uint32_t to, ir_id first_block)
{
    ir_program *p = d->program;
    ir_edge edge = {.target = first_block + to, .first_argument = p->operands.size};
    for (uint32_t v = 0; v < d->variables.size; v++)
        if (is_parameter(d, v)) {
            vec_push(&p->operands, value_in(d, from, v));
            edge.argument_count++;
        }
    vec_push(&p->edges, edge);
    return p->edges.size - 1;
}

static void add_terminator(draft *d, uint32_t block, ir_instruction in, ir_id first_block)
{
    if (in.op == IR_BR) {
        in.c = add_edge(d, block, in.c, first_block);
    } else if (in.op == IR_CONDBR) {
        in.b = add_edge(d, block, in.b, first_block);
        in.c = add_edge(d, block, in.c, first_block);
    }
    vec_push(&d->program->code, in);
}

/* What never changes is the same in every block: no parameter, but a constant, where it is used. */
static void add_constants(draft *d, uint32_t block, ir_block *made)
{
    for (uint32_t v = 0; v < d->variables.size; v++) {
        ir_operand reg = block ? at_beginning(d, block, v) : IR_NONE;
        if (block && is_parameter(d, v))
            vec_push(&made->parameters, (ir_parameter){reg, {WORD, IR_INTEGER}});
        else if (block)
            vec_push(&d->program->code,
                     (ir_instruction){.op = IR_MOV, .width = WORD, .dst = reg, .a = d->variables.data[v].initial});
    }
}

static void add_block(draft *d, uint32_t block, ir_id first_block)
{
    ir_program *p = d->program;
    ir_block made = {.first = p->code.size};
    strbuf name = {0};
    strbuf_addf(&name, "b%u", block);
    made.name = ir_intern(p, strbuf_text(&name));
    strbuf_clear(&name);
    add_constants(d, block, &made);
    const draft_block *drafted = &d->blocks.data[block];
    assert(drafted->is_ended && drafted->code.size > 0);
    vec_append(&p->code, drafted->code.data, drafted->code.size - 1);
    add_terminator(d, block, drafted->code.data[drafted->code.size - 1], first_block);
    made.count = p->code.size - made.first;
    vec_push(&p->blocks, made);
}

static void end_all_blocks(draft *d)
{
    for (uint32_t b = 0; b < d->blocks.size; b++)
        if (!d->blocks.data[b].is_ended) {
            d->current = b;
            draft_emit(d, (ir_instruction){.op = IR_UNREACHABLE}, 0);
            current_block(d)->is_ended = true;
        }
}

static void name_registers(const draft *d, ir_function *function)
{
    vec_resize(&function->register_names, d->slots);
    for (uint32_t b = 0; b < d->blocks.size; b++) {
        const draft_block *block = &d->blocks.data[b];
        for (uint32_t v = 0; v < block->values.size; v++)
            if (block->values.data[v] != IR_NONE && !ir_is_constant(block->values.data[v]))
                function->register_names.data[block->values.data[v]] = ir_intern(d->program, d->variables.data[v].name);
    }
}

void draft_finish(draft *d, const char *name, ir_operand result)
{
    ir_program *p = d->program;
    draft_emit(d, (ir_instruction){.op = IR_RET, .aux = 1, .b = p->operands.size}, 0);
    vec_push(&p->operands, result);
    current_block(d)->is_ended = true;
    end_all_blocks(d);
    ir_function function = {.name = ir_intern(p, name), .first_block = p->blocks.size, .block_count = d->blocks.size};
    for (uint32_t b = 0; b < d->blocks.size; b++)
        add_block(d, b, function.first_block);
    vec_push(&function.results, (ir_type){WORD, IR_INTEGER});
    function.slots = d->slots;
    name_registers(d, &function);
    vec_push(&p->functions, function);
}
