#include "ir/unset.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "ir/uses.h"

typedef VEC(ir_instruction) instructions;

typedef struct tracker {
    ir_program *program;
    ir_function *function;
    bool *may_be;    /* unset, by slot */
    uint8_t *widths; /* of what the slot holds; 0: nothing, or the second half of it */
    instructions code;
    ir_id location; /* of what is emitted */
    ir_uses uses;   /* scratch, as is the next */
    ir_definitions definitions;
} tracker;

/* ---- which registers may hold unset bits ---- */

static bool may_be_unset(const tracker *t, ir_operand operand)
{
    return !ir_is_constant(operand) && t->may_be[operand];
}

/* What nobody can write was set when the program began. */
static bool reads_constant(const tracker *t, const ir_instruction *in)
{
    const ir_program *program = t->program;
    if (in->op != IR_LOAD || !ir_is_constant(in->a))
        return false;
    uint64_t object = ir_pointer_object(program->layout, program->constants.data[in->a & ~IR_CONSTANT_BIT]);
    return object > 0 && object <= program->globals.size && program->globals.data[object - 1].is_constant;
}

/* May the result have unset bits, as far as is known of the operands? */
static bool makes_unset(tracker *t, const ir_instruction *in)
{
    switch (in->op) {
    case IR_LOAD:
        return !reads_constant(t, in);
    case IR_RMW:
    case IR_CMPXCHG:
    case IR_CALL:
    case IR_FREEZE:
        return true;
    case IR_NONDET:
        return in->aux == IR_UNSET_VALUE;
    default:
        if (in->op > IR_SELECT)
            return false;
        ir_list_uses(t->program, t->function, in, &t->uses);
        for (uint32_t i = 0; i < t->uses.size; i++)
            if (may_be_unset(t, t->uses.data[i].operand))
                return true;
        return false;
    }
}

static void note_widths(tracker *t, const ir_parameters *parameters)
{
    for (uint32_t i = 0; i < parameters->size; i++)
        t->widths[parameters->data[i].reg] = parameters->data[i].type.width;
}

static void find_widths(tracker *t)
{
    note_widths(t, &t->function->parameters);
    for (uint32_t b = 0; b < t->function->block_count; b++) {
        const ir_block *block = &t->program->blocks.data[t->function->first_block + b];
        note_widths(t, &block->parameters);
        for (ir_id pc = block->first; pc < block->first + block->count; pc++) {
            ir_list_definitions(t->program, &t->program->code.data[pc], &t->definitions);
            for (uint32_t i = 0; i < t->definitions.size; i++)
                t->widths[t->definitions.data[i].reg] = t->definitions.data[i].width;
        }
    }
}

static bool note(tracker *t, ir_register reg)
{
    bool is_new = !t->may_be[reg];
    t->may_be[reg] = true;
    return is_new;
}

static bool follow_edges(tracker *t, const ir_instruction *terminator)
{
    bool has_grown = false;
    for (uint32_t i = 0; i < ir_edge_count(t->program, terminator); i++) {
        const ir_edge *edge = &t->program->edges.data[ir_edge_at(t->program, terminator, i)];
        const ir_parameters *parameters = &t->program->blocks.data[edge->target].parameters;
        for (uint32_t k = 0; k < edge->argument_count; k++)
            if (may_be_unset(t, t->program->operands.data[edge->first_argument + k]))
                has_grown |= note(t, parameters->data[k].reg);
    }
    return has_grown;
}

static bool follow_block(tracker *t, const ir_block *block)
{
    bool has_grown = false;
    for (ir_id pc = block->first; pc < block->first + block->count; pc++) {
        const ir_instruction *in = &t->program->code.data[pc];
        ir_list_definitions(t->program, in, &t->definitions);
        for (uint32_t i = 0; i < t->definitions.size; i++)
            if (makes_unset(t, in))
                has_grown |= note(t, t->definitions.data[i].reg);
    }
    return follow_edges(t, ir_terminator(t->program, block)) || has_grown;
}

/* The address of a function's variable arguments has no shadow: it is always set. */
static uint32_t shadowed_parameters(const ir_function *function)
{
    return function->parameters.size - function->is_variadic;
}

static void find_unset(tracker *t)
{
    for (uint32_t i = 0; i < shadowed_parameters(t->function); i++)
        note(t, t->function->parameters.data[i].reg);
    bool has_grown = true;
    while (has_grown) {
        has_grown = false;
        for (uint32_t b = 0; b < t->function->block_count; b++)
            has_grown |= follow_block(t, &t->program->blocks.data[t->function->first_block + b]);
    }
}

/* ---- emitting ---- */

static void emit(tracker *t, ir_instruction in)
{
    in.location = t->location;
    vec_push(&t->code, in);
}

static ir_register new_register(tracker *t, uint8_t width)
{
    ir_register reg = t->function->slots;
    t->function->slots += ir_slots(width);
    return reg;
}

static ir_operand constant(tracker *t, uint8_t width, uint64_t low, uint64_t high)
{
    return ir_constant(t->program, width, low, high);
}

static ir_operand zeros(tracker *t, uint8_t width)
{
    return constant(t, width, 0, 0);
}

static ir_operand ones(tracker *t, uint8_t width)
{
    return constant(t, width, UINT64_MAX, UINT64_MAX);
}

static ir_operand highest_bit(tracker *t, uint8_t width)
{
    bool is_wide = width > IR_SLOT_BITS;
    uint64_t bit = UINT64_C(1) << ((width - 1) % IR_SLOT_BITS);
    return constant(t, width, is_wide ? 0 : bit, is_wide ? bit : 0);
}

static bool is_zero(const tracker *t, ir_operand operand, uint8_t width)
{
    if (!ir_is_constant(operand))
        return false;
    const uint64_t *words = &t->program->constants.data[operand & ~IR_CONSTANT_BIT];
    return words[0] == 0 && (width <= IR_SLOT_BITS || words[1] == 0);
}

static ir_operand binary(tracker *t, ir_op op, uint8_t width, ir_operand a, ir_operand b)
{
    bool is_comparison = op >= IR_EQ && op <= IR_SLE;
    ir_register dst = new_register(t, is_comparison ? 1 : width);
    emit(t, (ir_instruction){.op = (uint8_t)op, .width = width, .aux = IR_ABOUT_UNSET, .dst = dst, .a = a, .b = b});
    return dst;
}

static ir_operand either(tracker *t, uint8_t width, ir_operand a, ir_operand b)
{
    if (is_zero(t, a, width))
        return b;
    return is_zero(t, b, width) ? a : binary(t, IR_OR, width, a, b);
}

static ir_operand both(tracker *t, uint8_t width, ir_operand a, ir_operand b)
{
    if (is_zero(t, a, width) || is_zero(t, b, width))
        return zeros(t, width);
    return binary(t, IR_AND, width, a, b);
}

static ir_operand complement(tracker *t, uint8_t width, ir_operand a)
{
    return is_zero(t, a, width) ? ones(t, width) : binary(t, IR_XOR, width, a, ones(t, width));
}

/* The bits of `value` that are set; those that are not are 0, or else 1. */
static ir_operand least(tracker *t, uint8_t width, ir_operand value, ir_operand unset)
{
    return is_zero(t, unset, width) ? value : binary(t, IR_AND, width, value, complement(t, width, unset));
}

static ir_operand greatest(tracker *t, uint8_t width, ir_operand value, ir_operand unset)
{
    return either(t, width, unset, value);
}

static ir_operand is_any(tracker *t, uint8_t width, ir_operand unset)
{
    if (is_zero(t, unset, width))
        return zeros(t, 1);
    return width == 1 ? unset : binary(t, IR_NE, width, unset, zeros(t, width));
}

/* One bit as many. */
static ir_operand spread(tracker *t, uint8_t width, ir_operand bit)
{
    if (width == 1)
        return bit;
    if (is_zero(t, bit, 1))
        return zeros(t, width);
    ir_register dst = new_register(t, width);
    emit(t, (ir_instruction){.op = IR_SEXT, .width = width, .aux = 1, .dst = dst, .a = bit});
    return dst;
}

static ir_operand choice(tracker *t, uint8_t width, ir_operand condition, ir_operand yes, ir_operand no)
{
    if (is_zero(t, yes, width) && is_zero(t, no, width))
        return yes;
    ir_register dst = new_register(t, width);
    emit(t, (ir_instruction){
                .op = IR_SELECT, .width = width, .aux = IR_ABOUT_UNSET, .dst = dst, .a = condition, .b = yes, .c = no});
    return dst;
}

static ir_operand shadow_of(tracker *t, ir_operand operand, uint8_t width)
{
    return may_be_unset(t, operand) ? ir_shadow_of(t->function, operand) : zeros(t, width);
}

static void check(tracker *t, ir_operand unset, uint8_t width, ir_operand value, ir_unset_use use)
{
    if (!is_zero(t, unset, width))
        emit(t, (ir_instruction){.op = IR_CHECK_SET, .width = width, .aux = (uint16_t)use, .a = unset, .b = value});
}

/* ---- what only computes ---- */

typedef struct operands {
    uint8_t width; /* of a */
    ir_operand a, b, c;
    ir_operand unset_a, unset_b, unset_c;
} operands;

static operands operands_of(tracker *t, const ir_instruction *in)
{
    const char *shape = ir_op_shape((ir_op)in->op);
    operands o = {.width = in->width, .a = in->a, .b = in->b, .c = in->c};
    if (strcmp(shape, "dx") == 0)
        o.width = (uint8_t)in->aux;
    else if (in->op == IR_SELECT)
        o.width = 1;
    o.unset_a = shadow_of(t, in->a, o.width);
    o.unset_b = strchr(shape, 'b') ? shadow_of(t, in->b, in->width) : zeros(t, in->width);
    o.unset_c = strchr(shape, 'c') ? shadow_of(t, in->c, in->width) : zeros(t, in->width);
    return o;
}

static ir_operand after_sum(tracker *t, const ir_instruction *in, const operands *o)
{
    uint8_t w = o->width;
    ir_operand low_a = least(t, w, o->a, o->unset_a), high_a = greatest(t, w, o->a, o->unset_a);
    ir_operand low_b = least(t, w, o->b, o->unset_b), high_b = greatest(t, w, o->b, o->unset_b);
    bool is_sum = in->op == IR_ADD;
    ir_operand low = binary(t, (ir_op)in->op, w, low_a, is_sum ? low_b : high_b);
    ir_operand high = binary(t, (ir_op)in->op, w, high_a, is_sum ? high_b : low_b);
    return either(t, w, binary(t, IR_XOR, w, low, high), either(t, w, o->unset_a, o->unset_b));
}

static ir_operand after_and(tracker *t, const operands *o)
{
    uint8_t w = o->width;
    ir_operand one = either(t, w, both(t, w, o->unset_a, o->b), both(t, w, o->unset_b, o->a));
    return either(t, w, one, both(t, w, o->unset_a, o->unset_b));
}

static ir_operand after_or(tracker *t, const operands *o)
{
    uint8_t w = o->width;
    ir_operand a = is_zero(t, o->unset_b, w) ? o->unset_b : both(t, w, o->unset_b, complement(t, w, o->a));
    ir_operand b = is_zero(t, o->unset_a, w) ? o->unset_a : both(t, w, o->unset_a, complement(t, w, o->b));
    return either(t, w, either(t, w, a, b), both(t, w, o->unset_a, o->unset_b));
}

static ir_operand after_product(tracker *t, const operands *o)
{
    ir_operand any = either(t, o->width, o->unset_a, o->unset_b);
    return either(t, o->width, any, binary(t, IR_SUB, o->width, zeros(t, o->width), any));
}

/* All bits, if any bit of an operand is unset. */
static ir_operand is_any_of_all(tracker *t, const ir_instruction *in, const operands *o)
{
    ir_operand a = is_any(t, o->width, o->unset_a);
    ir_operand b = is_any(t, in->width, o->unset_b), c = is_any(t, in->width, o->unset_c);
    return either(t, 1, a, either(t, 1, b, c));
}

/* Unset bits of the number of bits to shift by are only there if all that it can be are few enough. */
static ir_operand after_shift(tracker *t, const ir_instruction *in, const operands *o)
{
    ir_operand all = spread(t, o->width, is_any(t, o->width, o->unset_b));
    if (is_zero(t, o->unset_a, o->width))
        return all;
    return either(t, o->width, all, binary(t, (ir_op)in->op, o->width, o->unset_a, o->b));
}

/* Unset unless two bits that are set differ. */
static ir_operand after_equality(tracker *t, const operands *o)
{
    uint8_t w = o->width;
    ir_operand unset = either(t, w, o->unset_a, o->unset_b);
    ir_operand differ = binary(t, IR_AND, w, binary(t, IR_XOR, w, o->a, o->b), complement(t, w, unset));
    return both(t, 1, is_any(t, w, unset), binary(t, IR_EQ, w, differ, zeros(t, w)));
}

/* Unset if it holds for some values of the unset bits and not for others. */
static ir_operand after_comparison(tracker *t, const ir_instruction *in, const operands *o)
{
    uint8_t w = o->width;
    ir_operand a = o->a, b = o->b;
    bool is_signed = in->op == IR_SLT || in->op == IR_SLE;
    ir_op op = in->op == IR_SLT || in->op == IR_ULT ? IR_ULT : IR_ULE;
    if (is_signed) {
        a = binary(t, IR_XOR, w, a, highest_bit(t, w));
        b = binary(t, IR_XOR, w, b, highest_bit(t, w));
    }
    ir_operand may = binary(t, op, w, least(t, w, a, o->unset_a), greatest(t, w, b, o->unset_b));
    ir_operand must = binary(t, op, w, greatest(t, w, a, o->unset_a), least(t, w, b, o->unset_b));
    return binary(t, IR_XOR, 1, may, must);
}

static ir_operand after_select(tracker *t, const ir_instruction *in, const operands *o)
{
    uint8_t w = in->width;
    ir_operand chosen = choice(t, w, o->a, o->unset_b, o->unset_c);
    if (is_zero(t, o->unset_a, 1))
        return chosen;
    ir_operand differ = either(t, w, binary(t, IR_XOR, w, o->b, o->c), either(t, w, o->unset_b, o->unset_c));
    return choice(t, w, o->unset_a, differ, chosen);
}

/* The same operation, on the shadow: of what moves bits, or copies them. */
static ir_operand after_moving(tracker *t, const ir_instruction *in, const operands *o)
{
    ir_instruction moved = *in;
    moved.dst = new_register(t, in->width);
    moved.a = o->unset_a;
    emit(t, moved);
    return moved.dst;
}

static ir_operand after_computing(tracker *t, const ir_instruction *in)
{
    operands o = operands_of(t, in);
    switch (in->op) {
    case IR_ADD:
    case IR_SUB:
        if (in->aux != IR_ADD_MOVES)
            return after_sum(t, in, &o);
        break;
    case IR_AND:
        return after_and(t, &o);
    case IR_OR:
        return after_or(t, &o);
    case IR_XOR:
        return either(t, o.width, o.unset_a, o.unset_b);
    case IR_MUL:
        return after_product(t, &o);
    case IR_SHL:
    case IR_LSHR:
    case IR_ASHR:
        return after_shift(t, in, &o);
    case IR_EQ:
    case IR_NE:
        return after_equality(t, &o);
    case IR_ULT:
    case IR_ULE:
    case IR_SLT:
    case IR_SLE:
        return after_comparison(t, in, &o);
    case IR_MOV:
    case IR_FNEG:
        return o.unset_a;
    case IR_ZEXT:
    case IR_SEXT:
    case IR_TRUNC:
    case IR_BSWAP:
    case IR_BITREVERSE:
        return after_moving(t, in, &o);
    case IR_SELECT:
        return after_select(t, in, &o);
    case IR_FCMP:
        return is_any_of_all(t, in, &o);
    default:
        break;
    }
    return spread(t, in->width, is_any_of_all(t, in, &o));
}

/* May the value be `wanted`, whatever its unset bits are? */
static ir_operand may_equal(tracker *t, uint8_t width, ir_operand value, ir_operand unset, ir_operand wanted)
{
    return binary(t, IR_EQ, width, least(t, width, binary(t, IR_XOR, width, value, wanted), unset), zeros(t, width));
}

/* Where unset bits decide whether there is a result at all. */
static void check_division(tracker *t, const ir_instruction *in, const operands *o)
{
    uint8_t w = in->width;
    ir_operand by_zero = both(t, 1, is_any(t, w, o->unset_b), may_equal(t, w, o->b, o->unset_b, zeros(t, w)));
    check(t, by_zero, 1, o->b, IR_USED_TO_COMPUTE);
    if (in->op == IR_UDIV || in->op == IR_UREM)
        return;
    ir_operand smallest = may_equal(t, w, o->a, o->unset_a, highest_bit(t, w));
    ir_operand minus_one = may_equal(t, w, o->b, o->unset_b, ones(t, w));
    ir_operand any = either(t, 1, is_any(t, w, o->unset_a), is_any(t, w, o->unset_b));
    check(t, both(t, 1, any, both(t, 1, smallest, minus_one)), 1, is_zero(t, o->unset_a, w) ? o->b : o->a,
          IR_USED_TO_COMPUTE);
}

static void check_shift(tracker *t, const ir_instruction *in, const operands *o)
{
    uint8_t w = in->width;
    ir_operand too_far = binary(t, IR_ULE, w, constant(t, w, w, 0), greatest(t, w, o->b, o->unset_b));
    check(t, both(t, 1, is_any(t, w, o->unset_b), too_far), 1, o->b, IR_USED_TO_COMPUTE);
}

static void check_computing(tracker *t, const ir_instruction *in)
{
    operands o = operands_of(t, in);
    bool is_division = in->op >= IR_UDIV && in->op <= IR_SREM, is_shift = in->op >= IR_SHL && in->op <= IR_ASHR;
    bool is_conversion = in->op == IR_FPTOUI || in->op == IR_FPTOSI;
    if (is_division && !(is_zero(t, o.unset_a, in->width) && is_zero(t, o.unset_b, in->width)))
        check_division(t, in, &o);
    else if (is_shift && !is_zero(t, o.unset_b, in->width))
        check_shift(t, in, &o);
    else if (is_conversion)
        check(t, o.unset_a, o.width, o.a, IR_USED_TO_COMPUTE);
}

/* ---- uses ---- */

static ir_unset_use kind_of_use(ir_op op, uint32_t index)
{
    switch (op) {
    case IR_CONDBR:
    case IR_SWITCH:
        return IR_USED_TO_BRANCH;
    case IR_ASSUME:
        return IR_USED_TO_ASSUME;
    case IR_CALL:
        return IR_USED_TO_CALL;
    case IR_CMPXCHG:
        return index == 0 ? IR_USED_AS_ADDRESS : IR_USED_TO_COMPARE;
    case IR_USE:
    case IR_RET:
        return IR_USED_AS_OUTPUT;
    case IR_LOAD:
    case IR_STORE:
    case IR_RMW:
        return IR_USED_AS_ADDRESS;
    default:
        return IR_USED_BY_LIBRARY;
    }
}

/* Does anything depend on operand number `index` of ir_list_uses? If not, it is only passed on. */
static bool depends_on(const tracker *t, ir_op op, uint32_t index)
{
    switch (op) {
    case IR_STORE:
    case IR_RMW:
    case IR_CALL:
    case IR_THREAD_START:
        return index == 0;
    case IR_CMPXCHG:
        return index < 2;
    case IR_MEMSET:
        return index != 1;
    case IR_RET: /* what main returns, the world is told */
        return t->function == &t->program->functions.data[t->program->main];
    case IR_THREAD_END:
    case IR_FREEZE:
    case IR_LOCAL_END:
        return false;
    default:
        return true;
    }
}

static void check_uses(tracker *t, const ir_instruction *in)
{
    if (in->op <= IR_SELECT) {
        check_computing(t, in);
        return;
    }
    ir_list_uses(t->program, t->function, in, &t->uses);
    for (uint32_t i = 0; i < t->uses.size; i++) {
        ir_operand operand = t->uses.data[i].operand;
        if (depends_on(t, (ir_op)in->op, i) && may_be_unset(t, operand))
            check(t, ir_shadow_of(t->function, operand), t->widths[operand], operand, kind_of_use((ir_op)in->op, i));
    }
}

/* ---- calls and jumps ---- */

/* `values` and what is behind each of them, appended to the program's operands. */
static ir_id add_pairs(tracker *t, ir_id first, uint32_t count, uint32_t shadowed, const ir_type *types)
{
    VEC(ir_operand) all = {0};
    for (uint32_t i = 0; i < count; i++) {
        ir_operand value = t->program->operands.data[first + i];
        vec_push(&all, value);
        if (i < shadowed)
            vec_push(&all, shadow_of(t, value, types[i].width));
    }
    ir_id at = t->program->operands.size;
    vec_append(&t->program->operands, all.data, all.size);
    vec_clear(&all);
    return at;
}

static ir_id add_result_pairs(tracker *t, const ir_call *call)
{
    VEC(ir_operand) all = {0};
    for (uint32_t i = 0; i < call->result_count; i++) {
        ir_register reg = t->program->operands.data[call->first_result + i];
        vec_push(&all, reg);
        vec_push(&all, reg == IR_NONE ? IR_NONE : ir_shadow_of(t->function, reg));
    }
    ir_id at = t->program->operands.size;
    vec_append(&t->program->operands, all.data, all.size);
    vec_clear(&all);
    return at;
}

static ir_id add_type_pairs(tracker *t, const ir_call *call, uint32_t shadowed)
{
    VEC(ir_type) all = {0};
    for (uint32_t i = 0; i < call->argument_count + call->result_count; i++) {
        ir_type type = t->program->types.data[call->first_type + i];
        vec_push(&all, type);
        if (i < shadowed || i >= call->argument_count)
            vec_push(&all, (ir_type){type.width, IR_INTEGER});
    }
    ir_id at = t->program->types.size;
    vec_append(&t->program->types, all.data, all.size);
    vec_clear(&all);
    return at;
}

static void track_call(tracker *t, const ir_instruction *in)
{
    ir_call call = t->program->calls.data[in->c];
    uint32_t shadowed = call.argument_count - call.is_variadic;
    VEC(ir_type) types = {0};
    vec_append(&types, &t->program->types.data[call.first_type], call.argument_count);
    ir_id arguments = add_pairs(t, call.first_argument, call.argument_count, shadowed, types.data);
    vec_clear(&types);
    ir_id results = add_result_pairs(t, &call), all_types = add_type_pairs(t, &call, shadowed);
    call.first_argument = arguments;
    call.first_result = results;
    call.first_type = all_types;
    call.argument_count += shadowed;
    call.result_count *= 2;
    t->program->calls.data[in->c] = call;
    emit(t, *in);
}

static void track_return(tracker *t, ir_instruction in)
{
    in.b = add_pairs(t, in.b, in.aux, in.aux, t->function->results.data);
    in.aux *= 2;
    emit(t, in);
}

/* Parameters of blocks have shadows only where they may be unset. */
static void track_edge(tracker *t, ir_id id)
{
    ir_edge edge = t->program->edges.data[id];
    const ir_parameters *parameters = &t->program->blocks.data[edge.target].parameters;
    if (edge.argument_count != parameters->size) /* cases share edges: it is done */
        return;
    VEC(ir_operand) all = {0};
    vec_append(&all, &t->program->operands.data[edge.first_argument], edge.argument_count);
    for (uint32_t i = 0; i < edge.argument_count; i++)
        if (t->may_be[parameters->data[i].reg])
            vec_push(&all, shadow_of(t, all.data[i], parameters->data[i].type.width));
    t->program->edges.data[id].first_argument = t->program->operands.size;
    t->program->edges.data[id].argument_count = all.size;
    vec_append(&t->program->operands, all.data, all.size);
    vec_clear(&all);
}

static void track_block_parameters(tracker *t, ir_block *block)
{
    uint32_t count = block->parameters.size;
    for (uint32_t i = 0; i < count; i++) {
        ir_parameter p = block->parameters.data[i];
        if (t->may_be[p.reg])
            vec_push(&block->parameters, (ir_parameter){ir_shadow_of(t->function, p.reg), {p.type.width, IR_INTEGER}});
    }
}

/* ---- instructions ---- */

static void set_shadow(tracker *t, const ir_instruction *in, ir_operand unset)
{
    ir_list_definitions(t->program, in, &t->definitions);
    ir_definition made = t->definitions.data[0];
    emit(t,
         (ir_instruction){.op = IR_MOV, .width = made.width, .dst = ir_shadow_of(t->function, made.reg), .a = unset});
}

/* Instead of any value that something unset has. */
static void make_unset(tracker *t, const ir_instruction *in)
{
    bool is_nondet = in->op == IR_NONDET;
    emit(t, (ir_instruction){
                .op = IR_MOV, .width = in->width, .dst = in->dst, .a = is_nondet ? zeros(t, in->width) : in->a});
    ir_operand unset = is_nondet ? ones(t, in->width)
                                 : either(t, in->width, spread(t, in->width, in->b), shadow_of(t, in->a, in->width));
    set_shadow(t, in, unset);
}

static void track_access(tracker *t, const ir_instruction *in)
{
    emit(t, *in);
    bool is_set = in->op == IR_MEMSET;
    uint8_t width = is_set ? 8 : in->width;
    if (ir_op_shape((ir_op)in->op)[0] == 'd' && t->may_be[in->dst])
        emit(t, (ir_instruction){.op = IR_UNSET, .width = width, .dst = ir_shadow_of(t->function, in->dst)});
    ir_operand written = in->op == IR_CMPXCHG ? in->c : in->b;
    if (in->op != IR_LOAD && may_be_unset(t, written))
        emit(t, (ir_instruction){.op = IR_MARK, .width = width, .a = ir_shadow_of(t->function, written)});
}

static void track_instruction(tracker *t, ir_instruction in)
{
    t->location = in.location;
    check_uses(t, &in);
    switch (in.op) {
    case IR_CALL:
        track_call(t, &in);
        return;
    case IR_RET:
        track_return(t, in);
        return;
    case IR_LOAD:
    case IR_STORE:
    case IR_RMW:
    case IR_CMPXCHG:
    case IR_MEMSET:
        track_access(t, &in);
        return;
    case IR_USE:
        return;
    case IR_NONDET:
        if (in.aux != IR_UNSET_VALUE)
            break;
        make_unset(t, &in);
        return;
    case IR_FREEZE:
        make_unset(t, &in);
        return;
    default:
        break;
    }
    emit(t, in);
    if (in.op <= IR_SELECT && t->may_be[in.dst])
        set_shadow(t, &in, after_computing(t, &in));
}

static void track_block(tracker *t, ir_block *block)
{
    ir_id first = t->code.size;
    for (ir_id i = 0; i < block->count; i++)
        track_instruction(t, t->program->code.data[block->first + i]);
    block->first = first;
    block->count = t->code.size - first;
}

static void track_parameters(ir_function *function)
{
    ir_parameters all = {0};
    for (uint32_t i = 0; i < function->parameters.size; i++) {
        ir_parameter p = function->parameters.data[i];
        vec_push(&all, p);
        if (i < shadowed_parameters(function))
            vec_push(&all, (ir_parameter){ir_shadow_of(function, p.reg), {p.type.width, IR_INTEGER}});
    }
    vec_clear(&function->parameters);
    function->parameters = all;
}

static void track_results(ir_function *function)
{
    uint32_t count = function->results.size;
    vec_resize(&function->results, 2 * count);
    for (uint32_t i = count; i-- > 0;) {
        ir_type type = function->results.data[i];
        function->results.data[2 * i] = type;
        function->results.data[2 * i + 1] = (ir_type){type.width, IR_INTEGER};
    }
}

static void track_function(tracker *t, ir_function *function)
{
    t->function = function;
    t->may_be = alloc_zeroed(function->slots + 1, sizeof *t->may_be);
    t->widths = alloc_zeroed(function->slots + 1, sizeof *t->widths);
    find_widths(t);
    find_unset(t);
    function->tracked = function->slots;
    function->slots *= 2;
    for (uint32_t b = 0; b < function->block_count; b++)
        track_block(t, &t->program->blocks.data[function->first_block + b]);
    /* Only now: an edge is looked at with the parameters that its target had. */
    for (uint32_t b = 0; b < function->block_count; b++) {
        const ir_block *block = &t->program->blocks.data[function->first_block + b];
        const ir_instruction *terminator = &t->code.data[block->first + block->count - 1];
        for (uint32_t i = 0; i < ir_edge_count(t->program, terminator); i++)
            track_edge(t, ir_edge_at(t->program, terminator, i));
    }
    for (uint32_t b = 0; b < function->block_count; b++)
        track_block_parameters(t, &t->program->blocks.data[function->first_block + b]);
    free(t->may_be);
    free(t->widths);
}

void ir_track_unset(ir_program *program)
{
    tracker t = {.program = program};
    for (ir_id f = 0; f < program->functions.size; f++)
        if (program->functions.data[f].block_count > 0)
            track_function(&t, &program->functions.data[f]);
    for (ir_id f = 0; f < program->functions.size; f++)
        if (program->functions.data[f].block_count > 0) {
            track_parameters(&program->functions.data[f]);
            track_results(&program->functions.data[f]);
        }
    vec_clear(&program->code);
    vec_append(&program->code, t.code.data, t.code.size);
    program->tracks_unset = true;
    vec_clear(&t.code);
    vec_clear(&t.uses);
    vec_clear(&t.definitions);
}
