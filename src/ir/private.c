#include "base/alloc.h"
#include "ir/uses.h"

/* An address can reach another thread only through memory, a thread's argument or result, or code that we do not
 * see. So a register "leaks" if it is put into one of these, or if its value flows into a register that leaks; a
 * site (or a thread-local global) is private if no register that IR_ALLOCA (or IR_TLS) sets for it leaks. Flows are the
 * edges of a graph over all registers of all functions; leaking goes along them backwards, and each edge is looked at
 * once.
 *
 * An address that is stored leaks at once, so what is loaded from memory is never the address of a private site. */
typedef struct flow {
    uint32_t source; /* node */
    uint32_t next;   /* flow into the same node, or NOWHERE */
} flow;

typedef struct analysis {
    const ir_program *program;
    uint32_t *first_node; /* by function: its slots, then one node for each of its results */
    uint32_t node_count;
    uint32_t *first_flow; /* by node: the flows into it */
    VEC(flow) flows;
    bool *leaks;            /* by node */
    VEC(uint32_t) waiting;  /* leaking nodes whose sources do not know it yet */
    bool *is_address_taken; /* by function: may be called in ways that we do not see */
    ir_uses uses;
} analysis;

static const uint32_t NOWHERE = UINT32_MAX;

static uint32_t result_node(const analysis *a, ir_id function, uint32_t result)
{
    return a->first_node[function] + a->program->functions.data[function].slots + result;
}

static void mark_leaking(analysis *a, uint32_t node)
{
    if (a->leaks[node])
        return;
    a->leaks[node] = true;
    vec_push(&a->waiting, node);
}

static void leak(analysis *a, ir_id function, ir_operand operand)
{
    if (!ir_is_constant(operand))
        mark_leaking(a, a->first_node[function] + operand);
}

static void add_flow(analysis *a, uint32_t from, uint32_t to)
{
    vec_push(&a->flows, (flow){from, a->first_flow[to]});
    a->first_flow[to] = a->flows.size - 1;
}

static void add_operand_flow(analysis *a, ir_id function, ir_operand operand, uint32_t to)
{
    if (!ir_is_constant(operand))
        add_flow(a, a->first_node[function] + operand, to);
}

/* ---- functions that are used as values ---- */

/* In the word, or in one of its halves if an address has only so many bits. */
static void note_function_value(analysis *a, uint64_t word)
{
    uint8_t bits = a->program->layout.pointer_bits;
    for (uint32_t at = 0; at < IR_SLOT_BITS; at += bits) {
        ir_id function = ir_function_at(a->program, word >> at & ir_mask(bits));
        if (function != IR_NONE)
            a->is_address_taken[function] = true;
    }
}

static void note_function_operand(analysis *a, const ir_use *use)
{
    if (!ir_is_constant(use->operand))
        return;
    for (uint32_t i = 0; i < ir_slots(use->width); i++)
        note_function_value(a, a->program->constants.data[(use->operand & ~IR_CONSTANT_BIT) + i]);
}

static void note_functions_in_globals(analysis *a)
{
    for (ir_id g = 0; g < a->program->globals.size; g++) {
        const ir_global *global = &a->program->globals.data[g];
        uint64_t word = 0, size = a->program->layout.pointer_bits / 8;
        for (uint64_t i = 0; global->bytes != NULL && i + size <= global->size; i++) {
            memcpy(&word, global->bytes + i, size);
            note_function_value(a, word);
        }
    }
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
    switch (in->op) {
    case IR_MOV:
    case IR_ADD:
    case IR_SUB:
    case IR_SELECT:
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
    case IR_CHECK_INIT:
    case IR_LOCK_TAKEN:
    case IR_LOCK_GIVEN:
    case IR_CONDBR:
    case IR_ASSUME:
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

static void follow_call(analysis *a, ir_id function, const ir_instruction *in)
{
    const ir_program *program = a->program;
    const ir_call *call = &program->calls.data[in->c];
    ir_id callee = direct_callee(program, call);
    for (uint32_t i = 0; i < call->argument_count; i++) {
        ir_operand argument = program->operands.data[call->first_argument + i];
        if (callee == IR_NONE)
            leak(a, function, argument);
        else
            add_operand_flow(a, function, argument,
                             a->first_node[callee] + program->functions.data[callee].parameters.data[i].reg);
    }
    for (uint32_t i = 0; callee != IR_NONE && i < call->result_count; i++) {
        ir_register result = program->operands.data[call->first_result + i];
        if (result != IR_NONE)
            add_flow(a, result_node(a, callee, i), a->first_node[function] + result);
    }
    for (uint32_t i = 1; i < a->uses.size; i++) /* the callee itself is use 0 */
        note_function_operand(a, &a->uses.data[i]);
}

static void follow_edge(analysis *a, ir_id function, const ir_edge *edge)
{
    const ir_program *program = a->program;
    for (uint32_t i = 0; i < edge->argument_count; i++) {
        ir_use use = {program->operands.data[edge->first_argument + i],
                      program->blocks.data[edge->target].parameters.data[i].type.width, false};
        note_function_operand(a, &use);
        add_operand_flow(a, function, use.operand,
                         a->first_node[function] + program->blocks.data[edge->target].parameters.data[i].reg);
    }
}

static void follow_instruction(analysis *a, ir_id function, const ir_instruction *in)
{
    const ir_program *program = a->program;
    ir_list_uses(program, &program->functions.data[function], in, &a->uses);
    if (in->op == IR_CALL) {
        follow_call(a, function, in);
        return;
    }
    for (uint32_t i = 0; i < a->uses.size; i++) {
        const ir_use *use = &a->uses.data[i];
        note_function_operand(a, use);
        if (in->op == IR_RET)
            add_operand_flow(a, function, use->operand, result_node(a, function, i));
        else if (fate_of(in, i) == FATE_COPIED)
            add_operand_flow(a, function, use->operand, a->first_node[function] + in->dst);
        else if (fate_of(in, i) == FATE_LEAKS)
            leak(a, function, use->operand);
    }
    for (uint32_t i = 0; i < ir_edge_count(program, in); i++)
        follow_edge(a, function, &program->edges.data[ir_edge_at(program, in, i)]);
}

static void follow_all(analysis *a)
{
    const ir_program *program = a->program;
    for (ir_id f = 0; f < program->functions.size; f++) {
        const ir_function *function = &program->functions.data[f];
        for (uint32_t b = 0; b < function->block_count; b++) {
            const ir_block *block = &program->blocks.data[function->first_block + b];
            for (uint32_t i = 0; i < block->count; i++)
                follow_instruction(a, f, &program->code.data[block->first + i]);
        }
    }
}

/* What main, a thread or a function called by address returns goes to places that we do not see. */
static void leak_results_of_unseen_calls(analysis *a)
{
    for (ir_id f = 0; f < a->program->functions.size; f++)
        if (a->is_address_taken[f] || f == a->program->main)
            for (uint32_t i = 0; i < a->program->functions.data[f].results.size; i++)
                mark_leaking(a, result_node(a, f, i));
}

static void spread_leaks(analysis *a)
{
    while (a->waiting.size)
        for (uint32_t i = a->first_flow[vec_pop(&a->waiting)]; i != NOWHERE; i = a->flows.data[i].next)
            mark_leaking(a, a->flows.data[i].source);
}

static void number_nodes(analysis *a)
{
    const ir_program *program = a->program;
    a->first_node = alloc_bytes(program->functions.size * sizeof(uint32_t));
    for (ir_id f = 0; f < program->functions.size; f++) {
        a->first_node[f] = a->node_count;
        a->node_count += program->functions.data[f].slots + program->functions.data[f].results.size;
    }
    a->leaks = alloc_zeroed(a->node_count, sizeof(bool));
    a->first_flow = alloc_bytes(a->node_count * sizeof(uint32_t));
    memset(a->first_flow, 0xff, a->node_count * sizeof(uint32_t));
}

static void set_verdicts(const analysis *a, ir_program *program)
{
    for (ir_id s = 0; s < program->sites.size; s++)
        program->sites.data[s].is_private = true;
    for (ir_id g = 0; g < program->globals.size; g++)
        program->globals.data[g].is_private = program->globals.data[g].is_thread_local;
    for (ir_id f = 0; f < program->functions.size; f++) {
        const ir_function *function = &program->functions.data[f];
        for (uint32_t b = 0; b < function->block_count; b++) {
            const ir_block *block = &program->blocks.data[function->first_block + b];
            for (uint32_t i = 0; i < block->count; i++) {
                const ir_instruction *in = &program->code.data[block->first + i];
                if (in->op == IR_ALLOCA && a->leaks[a->first_node[f] + in->dst])
                    program->sites.data[in->c].is_private = false;
                if (in->op == IR_TLS && a->leaks[a->first_node[f] + in->dst])
                    program->globals.data[in->c].is_private = false;
            }
        }
    }
}

void ir_find_private_sites(ir_program *program)
{
    analysis a = {.program = program, .is_address_taken = alloc_zeroed(program->functions.size, sizeof(bool))};
    number_nodes(&a);
    note_functions_in_globals(&a);
    follow_all(&a);
    leak_results_of_unseen_calls(&a);
    spread_leaks(&a);
    set_verdicts(&a, program);
    vec_clear(&a.flows);
    vec_clear(&a.waiting);
    vec_clear(&a.uses);
    free(a.first_node);
    free(a.first_flow);
    free(a.leaks);
    free(a.is_address_taken);
}
