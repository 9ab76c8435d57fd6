/* Which functions a call through a pointer may mean: those that are used as values, on edges, in initialisers, or as
 * operands other than a call's callee. A function that is only handed to pthread_create, as most threads are, is none
 * of them: its address goes into a parameter that nothing is done with but to start threads. */
#include <string.h>

#include "base/alloc.h"
#include "ir/uses.h"
#include "symex/context.h"

enum { MAX_DEPTH = 4 }; /* of calls from one function that starts threads to the next */

typedef struct search {
    const ir_program *program;
    bool *is_taken; /* by function */
    ir_uses uses;   /* scratch */
} search;

static void note_address(search *s, uint64_t value)
{
    ir_id function = ir_function_at(s->program, value);
    if (function != IR_NONE)
        s->is_taken[function] = true;
}

static void note_operand(search *s, ir_operand operand)
{
    if (operand == IR_NONE || !ir_is_constant(operand))
        return;
    uint64_t value = s->program->constants.data[operand & ~IR_CONSTANT_BIT];
    note_address(s, value & ir_mask(s->program->layout.pointer_bits));
    if (s->program->layout.pointer_bits < IR_SLOT_BITS)
        note_address(s, value >> s->program->layout.pointer_bits);
}

/* ---- parameters that only start threads ---- */

static bool is_on_an_edge(const ir_program *program, const ir_instruction *terminator, ir_register reg)
{
    for (uint32_t e = 0; e < ir_edge_count(program, terminator); e++) {
        const ir_edge *edge = &program->edges.data[ir_edge_at(program, terminator, e)];
        for (uint32_t i = 0; i < edge->argument_count; i++)
            if (program->operands.data[edge->first_argument + i] == reg)
                return true;
    }
    return false;
}

static const ir_function *known_callee(const ir_program *program, const ir_call *call)
{
    ir_id callee = ir_is_constant(call->callee)
                       ? ir_function_at(program, program->constants.data[call->callee & ~IR_CONSTANT_BIT])
                       : IR_NONE;
    return callee == IR_NONE ? NULL : &program->functions.data[callee];
}

static bool only_starts_threads(const ir_program *program, const ir_function *function, uint32_t parameter,
                                uint32_t depth);

/* Does argument number `index` of the call go nowhere else? */
static bool is_passed_on(const ir_program *program, const ir_call *call, uint32_t index, uint32_t depth)
{
    const ir_function *callee = known_callee(program, call);
    return callee && index < callee->parameters.size && only_starts_threads(program, callee, index, depth);
}

static bool is_used_up(const ir_program *program, const ir_instruction *in, uint32_t use, uint32_t depth)
{
    if (in->op == IR_THREAD_START)
        return use == 0;
    return in->op == IR_CALL && use > 0 && is_passed_on(program, &program->calls.data[in->c], use - 1, depth);
}

static bool only_starts_threads(const ir_program *program, const ir_function *function, uint32_t parameter,
                                uint32_t depth)
{
    ir_register reg = function->parameters.data[parameter].reg;
    bool result = function->block_count > 0 && depth > 0;
    ir_uses uses = {0};
    for (uint32_t b = 0; b < function->block_count && result; b++) {
        const ir_block *block = &program->blocks.data[function->first_block + b];
        for (ir_id pc = block->first; pc < block->first + block->count && result; pc++) {
            const ir_instruction *in = &program->code.data[pc];
            ir_list_uses(program, function, in, &uses);
            for (uint32_t i = 0; i < uses.size && result; i++)
                result = uses.data[i].operand != reg || is_used_up(program, in, i, depth - 1);
        }
        result = result && !is_on_an_edge(program, ir_terminator(program, block), reg);
    }
    vec_clear(&uses);
    return result;
}

static void note_call(search *s, const ir_call *call)
{
    const ir_program *program = s->program;
    for (uint32_t i = 0; i < call->argument_count; i++) {
        ir_operand argument = program->operands.data[call->first_argument + i];
        bool is_function = ir_is_constant(argument) &&
                           ir_function_at(program, program->constants.data[argument & ~IR_CONSTANT_BIT]) != IR_NONE;
        if (is_function && !is_passed_on(program, call, i, MAX_DEPTH))
            note_operand(s, argument);
    }
}

/* ---- the rest ---- */

static void note_instruction(search *s, const ir_function *function, const ir_instruction *in)
{
    if (in->op == IR_CALL) {
        note_call(s, &s->program->calls.data[in->c]);
        return;
    }
    ir_list_uses(s->program, function, in, &s->uses);
    for (uint32_t i = in->op == IR_THREAD_START; i < s->uses.size; i++)
        if (s->uses.data[i].width >= s->program->layout.pointer_bits)
            note_operand(s, s->uses.data[i].operand);
}

static void note_code(search *s)
{
    for (ir_id f = 0; f < s->program->functions.size; f++) {
        const ir_function *function = &s->program->functions.data[f];
        for (uint32_t b = 0; b < function->block_count; b++) {
            const ir_block *block = &s->program->blocks.data[function->first_block + b];
            for (ir_id pc = block->first; pc < block->first + block->count; pc++)
                note_instruction(s, function, &s->program->code.data[pc]);
        }
    }
    for (uint32_t e = 0; e < s->program->edges.size; e++) {
        const ir_edge *edge = &s->program->edges.data[e];
        for (uint32_t i = 0; i < edge->argument_count; i++)
            note_operand(s, s->program->operands.data[edge->first_argument + i]);
    }
}

static void note_initialisers(search *s)
{
    uint64_t word;
    for (uint32_t g = 0; g < s->program->globals.size; g++)
        for (uint64_t at = 0; ir_find_initial_word(s->program, g, &at, &word); at++)
            note_address(s, word);
}

bool *symex_find_address_taken(const ir_program *program)
{
    search s = {.program = program, .is_taken = alloc_zeroed(program->functions.size, sizeof(bool))};
    note_code(&s);
    note_initialisers(&s);
    vec_clear(&s.uses);
    return s.is_taken;
}
