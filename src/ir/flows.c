#include "ir/flows.h"

#include <stdlib.h>

#include "base/alloc.h"

typedef struct finder {
    ir_flows *flows;
    const ir_program *program;
    bool *is_address_taken; /* by function: may be called in ways that we do not see */
    ir_uses uses;           /* scratch, as is the next */
    ir_definitions definitions;
} finder;

static uint32_t node_of(const finder *x, ir_id function, ir_register reg)
{
    return x->flows->first_node[function] + reg;
}

static uint32_t result_node(const finder *x, ir_id function, uint32_t result)
{
    return x->flows->first_node[function] + x->program->functions.data[function].slots + result;
}

static void leak(finder *x, ir_id function, ir_operand operand)
{
    if (!ir_is_constant(operand))
        x->flows->leaks[node_of(x, function, operand)] = true;
}

/* NULL, or where a pointer points that was moved too far. */
static bool is_nowhere(const ir_program *program, ir_operand constant)
{
    uint64_t value = program->constants.data[constant & ~IR_CONSTANT_BIT];
    return value == 0 || value == ir_nowhere(program->layout);
}

/* A constant is no address of a local variable. */
static void add_flow(finder *x, ir_id function, ir_operand operand, uint32_t to)
{
    if (ir_is_constant(operand))
        x->flows->is_other[to] |= !is_nowhere(x->program, operand);
    else
        vec_push(&x->flows->list, (ir_flow){node_of(x, function, operand), to});
}

/* ---- functions that are used as values ---- */

/* In the word, or in one of its halves if an address has only so many bits. */
static void note_function_value(finder *x, uint64_t word)
{
    uint8_t bits = x->program->layout.pointer_bits;
    for (uint32_t at = 0; at < IR_SLOT_BITS; at += bits) {
        ir_id function = ir_function_at(x->program, word >> at & ir_mask(bits));
        if (function != IR_NONE)
            x->is_address_taken[function] = true;
    }
}

static void note_function_operand(finder *x, const ir_use *use)
{
    if (!ir_is_constant(use->operand))
        return;
    for (uint32_t i = 0; i < ir_slots(use->width); i++)
        note_function_value(x, x->program->constants.data[(use->operand & ~IR_CONSTANT_BIT) + i]);
}

static void note_functions_in_globals(finder *x)
{
    uint64_t word;
    for (ir_id g = 0; g < x->program->globals.size; g++)
        for (uint64_t at = 0; ir_find_initial_word(x->program, g, &at, &word); at++)
            note_function_value(x, word);
}

/* ---- where values go ---- */

typedef enum fate {
    FATE_USED,   /* accessed or compared: the address goes nowhere */
    FATE_COPIED, /* the result may be the address, or one derived from it */
    FATE_LEAKS,
} fate;

/* What becomes of the operand number `index` of ir_list_uses. */
static fate fate_of(const ir_instruction *in, uint32_t index)
{
    if (in->aux == IR_ABOUT_UNSET && in->op <= IR_SLE)
        return FATE_USED;
    switch (in->op) {
    case IR_ADD:
        return in->aux == IR_ADD_MOVES && index > 0 ? FATE_LEAKS : FATE_COPIED;
    case IR_SELECT:
        return index == 0 ? FATE_USED : FATE_COPIED;
    case IR_MOV:
    case IR_SUB:
    case IR_FREEZE:
        return FATE_COPIED;
    case IR_EQ:
    case IR_NE:
    case IR_ULT:
    case IR_ULE:
    case IR_SLT:
    case IR_SLE:
    case IR_LOAD:
    case IR_MEMCPY:
    case IR_MEMMOVE:
    case IR_LOCAL_END:
    case IR_CHECK_INIT:
    case IR_PRINT:
    case IR_LOCK_TAKEN:
    case IR_LOCK_WATCHED:
    case IR_LOCK_GIVEN:
    case IR_SYNC:
    case IR_CONDBR:
    case IR_ASSUME:
    case IR_MARK:
    case IR_CHECK_SET:
        return FATE_USED;
    case IR_STORE:
    case IR_RMW:
    case IR_CMPXCHG:
    case IR_MEMSET:
        return index == 0 ? FATE_USED : FATE_LEAKS;
    case IR_AWAIT:
        return index == IR_AWAIT_WORD || index == IR_AWAIT_HOLDER ? FATE_USED : FATE_LEAKS;
    default:
        return FATE_LEAKS;
    }
}

static ir_id direct_callee(const ir_program *program, const ir_call *call)
{
    if (!ir_is_constant(call->callee))
        return IR_NONE;
    ir_id callee = ir_function_at(program, program->constants.data[call->callee & ~IR_CONSTANT_BIT]);
    return callee != IR_NONE && program->functions.data[callee].block_count > 0 ? callee : IR_NONE;
}

static void follow_arguments(finder *x, ir_id function, const ir_call *call, ir_id callee)
{
    const ir_program *program = x->program;
    const ir_parameters *parameters = callee == IR_NONE ? NULL : &program->functions.data[callee].parameters;
    for (uint32_t i = 0; i < call->argument_count; i++) {
        ir_operand argument = program->operands.data[call->first_argument + i];
        if (parameters)
            add_flow(x, function, argument, node_of(x, callee, parameters->data[i].reg));
        else
            leak(x, function, argument);
    }
    for (uint32_t i = call->argument_count; parameters && i < parameters->size; i++)
        x->flows->is_other[node_of(x, callee, parameters->data[i].reg)] = true;
}

static void follow_call(finder *x, ir_id function, const ir_instruction *in)
{
    const ir_program *program = x->program;
    const ir_call *call = &program->calls.data[in->c];
    ir_id callee = direct_callee(program, call);
    follow_arguments(x, function, call, callee);
    for (uint32_t i = 0; i < call->result_count; i++) {
        ir_register result = program->operands.data[call->first_result + i];
        if (result == IR_NONE)
            continue;
        if (callee == IR_NONE)
            x->flows->is_other[node_of(x, function, result)] = true;
        else
            vec_push(&x->flows->list, (ir_flow){result_node(x, callee, i), node_of(x, function, result)});
    }
    for (uint32_t i = 1; i < x->uses.size; i++) /* the callee itself is use 0 */
        note_function_operand(x, &x->uses.data[i]);
}

static void follow_edge(finder *x, ir_id function, const ir_edge *edge)
{
    const ir_program *program = x->program;
    for (uint32_t i = 0; i < edge->argument_count; i++) {
        const ir_parameter *parameter = &program->blocks.data[edge->target].parameters.data[i];
        ir_use use = {program->operands.data[edge->first_argument + i], parameter->type.width, false};
        note_function_operand(x, &use);
        add_flow(x, function, use.operand, node_of(x, function, parameter->reg));
    }
}

/* What the instruction makes that is neither the address of a local variable nor a copy of a register. */
static void note_result(finder *x, ir_id function, const ir_instruction *in)
{
    bool is_copy = in->op == IR_MOV || in->op == IR_ADD || in->op == IR_SUB || in->op == IR_SELECT;
    bool is_number = in->op == IR_SUB || (in->op == IR_ADD && in->aux != IR_ADD_MOVES);
    if (in->op == IR_ALLOCA || in->op == IR_TLS || in->op == IR_CALL)
        return;
    ir_list_definitions(x->program, in, &x->definitions);
    for (uint32_t i = 0; i < x->definitions.size; i++) {
        uint32_t node = node_of(x, function, x->definitions.data[i].reg);
        x->flows->is_other[node] |= !is_copy;
        x->flows->is_mixed[node] |= is_number;
    }
}

static void follow_instruction(finder *x, ir_id function, const ir_instruction *in)
{
    const ir_program *program = x->program;
    ir_list_uses(program, &program->functions.data[function], in, &x->uses);
    note_result(x, function, in);
    if (in->op == IR_CALL) {
        follow_call(x, function, in);
        return;
    }
    for (uint32_t i = 0; i < x->uses.size; i++) {
        const ir_use *use = &x->uses.data[i];
        note_function_operand(x, use);
        if (in->op == IR_RET)
            add_flow(x, function, use->operand, result_node(x, function, i));
        else if (fate_of(in, i) == FATE_COPIED)
            add_flow(x, function, use->operand, node_of(x, function, in->dst));
        else if (fate_of(in, i) == FATE_LEAKS)
            leak(x, function, use->operand);
    }
    for (uint32_t i = 0; i < ir_edge_count(program, in); i++)
        follow_edge(x, function, &program->edges.data[ir_edge_at(program, in, i)]);
}

static void follow_function(finder *x, ir_id f)
{
    const ir_function *function = &x->program->functions.data[f];
    for (uint32_t b = 0; b < function->block_count; b++) {
        const ir_block *block = &x->program->blocks.data[function->first_block + b];
        for (uint32_t i = 0; i < block->count; i++)
            follow_instruction(x, f, &x->program->code.data[block->first + i]);
    }
}

/* What main, a thread or a function called by address gets comes from places that we do not see, and what it returns
 * goes there. */
static void open_unseen_functions(finder *x)
{
    for (ir_id f = 0; f < x->program->functions.size; f++) {
        const ir_function *function = &x->program->functions.data[f];
        if (!x->is_address_taken[f] && f != x->program->main)
            continue;
        for (uint32_t i = 0; i < function->results.size; i++)
            x->flows->leaks[result_node(x, f, i)] = true;
        for (uint32_t i = 0; i < function->parameters.size; i++)
            x->flows->is_other[node_of(x, f, function->parameters.data[i].reg)] = true;
    }
}

void ir_flows_init(ir_flows *f, const ir_program *program)
{
    *f = (ir_flows){.program = program, .first_node = alloc_bytes((program->functions.size + 1) * sizeof(uint32_t))};
    for (ir_id i = 0; i < program->functions.size; i++) {
        f->first_node[i] = f->node_count;
        f->node_count += program->functions.data[i].slots + program->functions.data[i].results.size;
    }
    f->leaks = alloc_zeroed(f->node_count + 1, sizeof(bool));
    f->is_other = alloc_zeroed(f->node_count + 1, sizeof(bool));
    f->is_mixed = alloc_zeroed(f->node_count + 1, sizeof(bool));
    finder x = {
        .flows = f, .program = program, .is_address_taken = alloc_zeroed(program->functions.size + 1, sizeof(bool))};
    note_functions_in_globals(&x);
    for (ir_id i = 0; i < program->functions.size; i++)
        follow_function(&x, i);
    open_unseen_functions(&x);
    vec_clear(&x.uses);
    vec_clear(&x.definitions);
    free(x.is_address_taken);
}

void ir_flows_clear(ir_flows *f)
{
    free(f->first_node);
    free(f->leaks);
    free(f->is_other);
    free(f->is_mixed);
    vec_clear(&f->list);
}
