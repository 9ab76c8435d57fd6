#include "base/libm.h"
#include "ir/uses.h"
#include "ir/validate.h"
#include "property/property.h"

typedef struct checker {
    const ir_program *program;
    const ir_function *function;
    ir_id pc;
    diag *d;
} checker;

static bool fail(const checker *c, const char *what)
{
    return diag_fail(c->d, STATUS_INTERNAL, "invalid program: function %s, instruction %u (%s): %s", c->function->name,
                     c->pc, ir_op_name((ir_op)c->program->code.data[c->pc].op), what);
}

static bool has_range(uint64_t first, uint64_t count, uint64_t size)
{
    return first + count <= size;
}

static bool is_value_width(uint32_t width)
{
    return width >= 1 && width <= IR_MAX_WIDTH;
}

static bool is_float_width(uint32_t width)
{
    return width == 32 || width == 64;
}

static bool is_memory_width(uint32_t width)
{
    return width == 8 || width == 16 || width == 32 || width == 64;
}

static bool is_piece_size(uint32_t bytes)
{
    return bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8;
}

static bool conversion_is_proper(const ir_instruction *in)
{
    switch (in->op) {
    case IR_ZEXT:
    case IR_SEXT:
        return is_value_width(in->aux) && is_value_width(in->width) && in->aux < in->width;
    case IR_TRUNC:
        return is_value_width(in->aux) && is_value_width(in->width) && in->aux > in->width;
    case IR_FPEXT:
        return in->aux == 32 && in->width == 64;
    case IR_FPTRUNC:
        return in->aux == 64 && in->width == 32;
    case IR_FPTOUI:
    case IR_FPTOSI:
        return is_float_width(in->aux) && is_value_width(in->width);
    default: /* UITOFP, SITOFP */
        return is_value_width(in->aux) && is_float_width(in->width);
    }
}

static bool width_is_proper(ir_layout layout, const ir_instruction *in)
{
    if (in->op >= IR_ZEXT && in->op <= IR_SITOFP)
        return conversion_is_proper(in);
    if (in->op <= IR_BITREVERSE)
        return is_value_width(in->width) && (in->op != IR_BSWAP || in->width % 16 == 0);
    if (in->op >= IR_FADD && in->op <= IR_FCMP)
        return is_float_width(in->width);
    switch (in->op) {
    case IR_SELECT:
    case IR_SWITCH:
    case IR_NONDET:
    case IR_FREEZE:
    case IR_USE:
    case IR_UNSET:
    case IR_MARK:
    case IR_CHECK_SET:
        return is_value_width(in->width);
    case IR_RMW:
        return ir_rmw_of(in) < IR_RMW_FADD ? is_memory_width(in->width) : is_float_width(in->width);
    case IR_LOAD:
    case IR_STORE:
    case IR_CMPXCHG:
        return is_memory_width(in->width);
    case IR_ALLOCA:
    case IR_TLS:
    case IR_HEAP_ALLOC:
    case IR_HEAP_SIZE:
    case IR_THREAD_JOIN:
        return in->width == layout.pointer_bits;
    case IR_AWAIT:
    case IR_PRINT:
    case IR_THREAD_START:
    case IR_THREAD_SELF:
        return in->width == 32 || in->width == 64;
    default: /* no value, or one of fixed width */
        return true;
    }
}

static bool aux_is_proper(const ir_instruction *in)
{
    switch (in->op) {
    case IR_FUNARY:
        return in->aux <= IR_F_RINT;
    case IR_FLIBM:
        return (in->aux & ~(unsigned)IR_LIBM_ERROR) < LIBM_COUNT;
    case IR_FCMP:
        return in->aux < IR_FCMP_UNORDERED * 2;
    case IR_LOAD:
    case IR_STORE:
        return in->aux <= IR_SEQ_CST;
    case IR_RMW:
        return ir_rmw_of(in) <= IR_RMW_FSUB && ir_order_of(in) <= IR_SEQ_CST && ir_failure_order_of(in) == IR_PLAIN;
    case IR_CMPXCHG:
        return in->aux >> IR_RMW_SHIFT == 0 && ir_order_of(in) <= IR_SEQ_CST && ir_failure_order_of(in) <= IR_SEQ_CST;
    case IR_FENCE:
        return ir_fence_is_proper(ir_fence_of(in));
    case IR_MEMCPY:
    case IR_MEMMOVE:
    case IR_MEMSET:
        return is_piece_size(in->aux);
    case IR_AWAIT:
        return in->aux == IR_AWAIT_COUNT;
    case IR_PRINT:
        return in->aux == IR_PRINT_COUNT;
    case IR_CHECK_SET:
        return in->aux < IR_UNSET_USE_COUNT;
    case IR_FAIL:
        return in->b < PROPERTY_COUNT && property_row_of((property)in->b)->shape == PROPERTY_POINT;
    case IR_NONDET:
        return in->aux <= IR_ANY_VALUE;
    case IR_HEAP_ALLOC:
    case IR_ATOMIC_BEGIN:
    case IR_ATOMIC_END:
        return in->aux <= 1;
    default:
        return true;
    }
}

static bool check_edge(const checker *c, ir_id id)
{
    const ir_program *program = c->program;
    if (id >= program->edges.size)
        return fail(c, "its edge does not exist");
    const ir_edge *edge = &program->edges.data[id];
    if (edge->target < c->function->first_block || edge->target - c->function->first_block >= c->function->block_count)
        return fail(c, "it jumps out of the function");
    if (edge->argument_count != program->blocks.data[edge->target].parameters.size)
        return fail(c, "an edge does not carry one argument for each parameter of its target");
    return has_range(edge->first_argument, edge->argument_count, program->operands.size) ||
           fail(c, "the arguments of an edge do not exist");
}

static bool check_switch(const checker *c, const ir_instruction *in)
{
    const ir_program *program = c->program;
    if (in->c >= program->switches.size)
        return fail(c, "its table of cases does not exist");
    const ir_switch *table = &program->switches.data[in->c];
    if (!has_range(table->first_case, table->case_count, program->cases.size))
        return fail(c, "its cases do not exist");
    uint64_t low = ir_mask(in->width);
    uint64_t high = in->width > IR_SLOT_BITS ? ir_mask((uint8_t)(in->width - IR_SLOT_BITS)) : 0;
    for (uint32_t i = 0; i < table->case_count; i++) {
        const ir_case *one = &program->cases.data[table->first_case + i];
        if ((one->low & ~low) || (one->high & ~high))
            return fail(c, "a case is wider than the value");
        if (!check_edge(c, one->edge))
            return false;
    }
    return check_edge(c, table->otherwise);
}

/* A direct call must fit the function; an indirect one is checked when it happens. */
static bool check_callee(const checker *c, const ir_call *call)
{
    const ir_program *program = c->program;
    if (!ir_is_constant(call->callee))
        return true;
    if ((call->callee & ~IR_CONSTANT_BIT) >= program->constants.size)
        return fail(c, "its callee does not exist");
    ir_id id = ir_function_at(program, program->constants.data[call->callee & ~IR_CONSTANT_BIT]);
    if (id == IR_NONE || program->functions.data[id].block_count == 0)
        return true;
    const ir_function *callee = &program->functions.data[id];
    const ir_type *types = program->types.data + call->first_type;
    if (call->argument_count != callee->parameters.size || call->result_count != callee->results.size)
        return fail(c, "it passes or takes another number of values than the function");
    for (uint32_t i = 0; i < call->argument_count; i++)
        if (types[i].width != callee->parameters.data[i].type.width)
            return fail(c, "an argument has another width than the parameter");
    for (uint32_t i = 0; i < call->result_count; i++)
        if (types[call->argument_count + i].width != callee->results.data[i].width)
            return fail(c, "a result has another width than what the function returns");
    return true;
}

static bool check_call(const checker *c, const ir_instruction *in)
{
    const ir_program *program = c->program;
    if (in->c >= program->calls.size)
        return fail(c, "its description does not exist");
    const ir_call *call = &program->calls.data[in->c];
    uint64_t types = (uint64_t)call->argument_count + call->result_count;
    if (!has_range(call->first_argument, call->argument_count, program->operands.size))
        return fail(c, "its arguments do not exist");
    if (!has_range(call->first_result, call->result_count, program->operands.size))
        return fail(c, "its results do not exist");
    if (!has_range(call->first_type, types, program->types.size))
        return fail(c, "its types do not exist");
    for (uint64_t i = 0; i < types; i++)
        if (!is_value_width(program->types.data[call->first_type + i].width))
            return fail(c, "one of its types has no proper width");
    if (call->pointee != IR_NONE && call->pointee >= program->ctypes.size)
        return fail(c, "the type it points to does not exist");
    return check_callee(c, call);
}

/* What the operation's letter x refers to. */
static bool check_references(const checker *c, const ir_instruction *in)
{
    const ir_program *program = c->program;
    switch (in->op) {
    case IR_ALLOCA:
        return in->c < program->sites.size || fail(c, "its site does not exist");
    case IR_TLS:
        return (in->c < program->globals.size && program->globals.data[in->c].is_thread_local) ||
               fail(c, "its global is not a thread-local one");
    case IR_BR:
        return check_edge(c, in->c);
    case IR_CONDBR:
        return check_edge(c, in->b) && check_edge(c, in->c);
    case IR_SWITCH:
        return check_switch(c, in);
    case IR_RET:
        if (in->aux != c->function->results.size)
            return fail(c, "it returns another number of values than the function");
        return has_range(in->b, in->aux, program->operands.size) || fail(c, "its results do not exist");
    case IR_CALL:
        return check_call(c, in);
    case IR_AWAIT:
    case IR_PRINT:
        return has_range(in->c, in->aux, program->operands.size) || fail(c, "its operands do not exist");
    case IR_UNSUPPORTED:
        return in->c < program->texts.size || fail(c, "its text does not exist");
    default:
        return true;
    }
}

static bool check_instruction(const checker *c, bool is_last)
{
    const ir_instruction *in = &c->program->code.data[c->pc];
    if (in->op >= IR_OP_COUNT)
        return diag_fail(c->d, STATUS_INTERNAL, "invalid program: function %s, instruction %u: no such operation",
                         c->function->name, c->pc);
    if (in->location >= c->program->locations.size)
        return fail(c, "its location does not exist");
    if (ir_is_terminator((ir_op)in->op) != is_last)
        return fail(c, is_last ? "the block does not end in a terminator" : "a terminator inside a block");
    if (!width_is_proper(c->program->layout, in))
        return fail(c, "a width that the operation does not have");
    if (!aux_is_proper(in))
        return fail(c, "its additional number is out of range");
    return check_references(c, in);
}

bool ir_validate_instructions(const ir_program *program, ir_id function, diag *d)
{
    checker c = {.program = program, .function = &program->functions.data[function], .d = d};
    for (ir_id b = 0; b < c.function->block_count; b++) {
        const ir_block *block = &program->blocks.data[c.function->first_block + b];
        for (uint32_t i = 0; i < block->count; i++) {
            c.pc = block->first + i;
            if (!check_instruction(&c, i + 1 == block->count))
                return false;
        }
    }
    return true;
}
