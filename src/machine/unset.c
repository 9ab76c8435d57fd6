/* Bits that were never set, in a program that keeps book of them (ir/unset.h): what memory has of them, and what a
 * violation says. */
#include "ir/unset.h"
#include "ir/uses.h"
#include "machine/exec.h"

void unset_note_read(step *s, uint64_t unset)
{
    const ir_instruction *shadow = ir_find_shadow(s->m->program, s->pc, IR_UNSET);
    if (shadow)
        step_set(s, shadow->dst, unset);
}

uint64_t unset_stored(const step *s)
{
    const ir_instruction *mark = ir_find_shadow(s->m->program, s->pc, IR_MARK);
    return mark ? step_value(s, mark->a) : 0;
}

uint64_t unset_in_memory(const machine_state *state, uint64_t address, uint8_t size)
{
    ir_layout layout = state->machine->program->layout;
    uint64_t unset = 0;
    if (!state->machine->program->tracks_unset)
        return 0;
    const machine_object *object = state_object(state, ir_pointer_object(layout, address));
    if (object && object->block && object->block->unset)
        memcpy(&unset, object->block->unset + ir_pointer_offset(layout, address), size);
    return unset;
}

uint64_t unset_after_rmw(const ir_instruction *in, uint64_t old, uint64_t operand)
{
    switch (ir_unset_after(ir_rmw_of(in))) {
    case IR_UNSET_OF_OPERAND:
        return operand;
    case IR_UNSET_OF_BOTH:
        return old | operand;
    default:
        return old | operand ? ir_mask(in->width) : 0;
    }
}

/* ---- where they come from ---- */

enum { MAX_STEPS = 64 };

/* Looks backwards for the access that has read them, from a register of a frame on: through what computed the register,
 * the ways to its block, and the call of its function. */
typedef struct tracing {
    const step *s;
    uint32_t frame;
    uint32_t steps;
    const ir_instruction *access; /* that was found, or NULL */
    uint64_t address, unset;      /* where it has read, and the bits */
    const char *callee;           /* or the function that has returned them, if that is known; else NULL */
} tracing;

static const ir_function *function_of(const tracing *t)
{
    return &t->s->m->program->functions.data[t->s->thread->frames.data[t->frame].function];
}

static uint64_t slot_of(const tracing *t, ir_operand operand)
{
    if (ir_is_constant(operand))
        return t->s->m->program->constants.data[operand & ~IR_CONSTANT_BIT];
    return t->s->thread->slots.data[t->s->thread->frames.data[t->frame].base + operand];
}

/* Of more than 64 bits, the lower ones tell. */
static bool has_unset(const tracing *t, ir_operand operand)
{
    ir_operand shadow = ir_shadow_of(function_of(t), operand);
    return shadow != IR_NONE && slot_of(t, shadow) != 0;
}

static bool trace(tracing *t, ir_operand operand);

/* Is it a variable that the source does not know, such as the one that has a call's variable arguments? */
static bool is_nameless(const tracing *t, uint64_t address)
{
    const machine_object *object = state_object(t->s->state, ir_pointer_object(t->s->m->program->layout, address));
    return object && object->origin == MACHINE_FROM_SITE && t->s->m->program->sites.data[object->id].name[0] == '\0';
}

/* Who has stored to it may be known: the registers of a function that is still running. */
static bool trace_store(tracing *t, uint64_t address)
{
    const ir_program *program = t->s->m->program;
    for (; t->frame < t->s->thread->frames.size; t->frame--) {
        const ir_function *function = function_of(t);
        const ir_block *first = &program->blocks.data[function->first_block], *last = first + function->block_count - 1;
        for (ir_id pc = first->first; pc < last->first + last->count; pc++) {
            const ir_instruction *in = &program->code.data[pc];
            if (in->op == IR_STORE && slot_of(t, in->a) == address && trace(t, in->b))
                return true;
        }
    }
    return false;
}

static bool trace_access(tracing *t, const ir_instruction *in)
{
    uint64_t address = slot_of(t, in->a);
    tracing before = *t;
    if (is_nameless(t, address) && trace_store(t, address))
        return true;
    *t = before;
    t->access = in;
    t->address = address;
    t->unset = slot_of(t, ir_shadow_of(function_of(t), in->dst));
    return true;
}

static bool trace_call(tracing *t, const ir_call *call)
{
    ir_id callee = ir_function_at(t->s->m->program, slot_of(t, call->callee));
    t->callee = callee == IR_NONE ? NULL : t->s->m->program->functions.data[callee].name;
    return t->callee != NULL;
}

static bool trace_instruction(tracing *t, const ir_instruction *in)
{
    if (in->op == IR_LOAD || in->op == IR_RMW || in->op == IR_CMPXCHG)
        return trace_access(t, in);
    if (in->op == IR_CALL)
        return trace_call(t, &t->s->m->program->calls.data[in->c]);
    if (in->op > IR_SELECT)
        return false;
    ir_uses uses = {0};
    ir_list_uses(t->s->m->program, function_of(t), in, &uses);
    bool is_found = false;
    for (uint32_t i = 0; i < uses.size && !is_found; i++)
        is_found = trace(t, uses.data[i].operand);
    vec_clear(&uses);
    return is_found;
}

static bool trace_into_block(tracing *t, ir_id block, uint32_t parameter)
{
    const ir_program *program = t->s->m->program;
    const ir_function *function = function_of(t);
    bool is_found = false;
    for (uint32_t b = 0; b < function->block_count && !is_found; b++) {
        const ir_instruction *last = ir_terminator(program, &program->blocks.data[function->first_block + b]);
        for (uint32_t i = 0; i < ir_edge_count(program, last) && !is_found; i++) {
            const ir_edge *edge = &program->edges.data[ir_edge_at(program, last, i)];
            is_found = edge->target == block && trace(t, program->operands.data[edge->first_argument + parameter]);
        }
    }
    return is_found;
}

static bool trace_caller(tracing *t, uint32_t parameter)
{
    const ir_program *program = t->s->m->program;
    if (t->frame == 0)
        return false;
    const ir_instruction *in = &program->code.data[t->s->thread->frames.data[--t->frame].pc];
    const ir_call *call = &program->calls.data[in->c];
    bool is_found = in->op == IR_CALL && parameter < call->argument_count &&
                    trace(t, program->operands.data[call->first_argument + parameter]);
    t->frame += !is_found;
    return is_found;
}

static bool trace_in_block(tracing *t, ir_id b, ir_register reg)
{
    const ir_block *block = &t->s->m->program->blocks.data[b];
    for (uint32_t i = 0; i < block->parameters.size; i++)
        if (block->parameters.data[i].reg == reg)
            return trace_into_block(t, b, i);
    ir_definitions made = {0};
    bool is_found = false;
    for (ir_id pc = block->first; pc < block->first + block->count && !is_found; pc++) {
        ir_list_definitions(t->s->m->program, &t->s->m->program->code.data[pc], &made);
        for (uint32_t i = 0; i < made.size && !is_found; i++)
            is_found = made.data[i].reg == reg && trace_instruction(t, &t->s->m->program->code.data[pc]);
    }
    vec_clear(&made);
    return is_found;
}

static bool trace(tracing *t, ir_operand operand)
{
    const ir_function *function = function_of(t);
    if (!has_unset(t, operand) || t->steps++ == MAX_STEPS)
        return false;
    for (uint32_t i = 0; i < function->parameters.size; i++)
        if (function->parameters.data[i].reg == operand)
            return trace_caller(t, i);
    for (uint32_t b = 0; b < function->block_count; b++)
        if (trace_in_block(t, function->first_block + b, operand))
            return true;
    return false;
}

/* ---- violations ---- */

static const char *const USES[] = {
    [IR_USED_TO_BRANCH] = "a branch",
    [IR_USED_AS_ADDRESS] = "the address of an access",
    [IR_USED_TO_CALL] = "which function is called",
    [IR_USED_TO_COMPUTE] = "whether an operation has a result",
    [IR_USED_TO_ASSUME] = "an assumption",
    [IR_USED_TO_COMPARE] = "whether an atomic exchange happens",
    [IR_USED_BY_LIBRARY] = "what a function of the library does",
    [IR_USED_AS_OUTPUT] = "output",
};

static bool is_users(const step *s, ir_id pc)
{
    return !s->m->program->functions.data[ir_function_of(s->m->program, pc)].is_model;
}

static const char *what_depends(const step *s, ir_unset_use use)
{
    bool is_plain = use != IR_USED_AS_OUTPUT && use != IR_USED_TO_ASSUME;
    return USES[is_plain && !is_users(s, s->pc) ? IR_USED_BY_LIBRARY : use];
}

outcome unset_violation(step *s, uint64_t address, uint8_t size, ir_unset_use use)
{
    strbuf name = {0};
    machine_describe_place(s->m, s->state, address, size, &name);
    outcome o = step_violation(s, PROPERTY_UNINITIALISED, "%s depends on %s, which was never set", what_depends(s, use),
                               strbuf_text(&name));
    strbuf_clear(&name);
    return o;
}

/* The place, whether all of it is unset, and where the user reads it: that may be at another line than what depends on
 * it. Bit-fields that share bytes cannot be told apart here. */
static void describe_access(const tracing *t, strbuf *out)
{
    const ir_program *program = t->s->m->program;
    ir_location at = program->locations.data[t->access->location];
    bool is_whole = t->unset == ir_mask(t->access->width);
    machine_describe_place(t->s->m, t->s->state, t->address, t->access->width / 8, out);
    strbuf_add(out, is_whole ? ", which was never set"
                             : ", of which, or of what shares its bytes, some bits were never set");
    if (at.line && is_users(t->s, (ir_id)(t->access - program->code.data)))
        strbuf_addf(out, "; it is read at %s:%u", at.file, at.line);
}

outcome unset_check(step *s, const ir_instruction *in)
{
    bool is_wide = in->width > IR_SLOT_BITS;
    if (step_value(s, in->a) == 0 && (!is_wide || step_value(s, in->a + 1) == 0))
        return NEXT;
    strbuf source = {0};
    tracing t = {.s = s, .frame = s->thread->frames.size - 1};
    if (trace(&t, in->b) && t.access)
        describe_access(&t, &source);
    else if (t.callee)
        strbuf_addf(&source, "what `%s` returns, which was never set", t.callee);
    else
        strbuf_add(&source, "a value that was never set");
    outcome o = step_violation(s, PROPERTY_UNINITIALISED, "%s depends on %s", what_depends(s, (ir_unset_use)in->aux),
                               strbuf_text(&source));
    strbuf_clear(&source);
    return o;
}
