#include <stdarg.h>

#include "base/strbuf.h"
#include "frontend/lower.h"

ir_register emit_register(lowering *l, uint8_t width)
{
    ir_function *function = &l->program->functions.data[l->frame.id];
    ir_register reg = function->slots;
    function->slots += ir_slots(width);
    return reg;
}

void emit(lowering *l, ir_instruction instruction)
{
    instruction.location = l->location;
    vec_push(&l->program->code, instruction);
}

ir_operand emit_constant(lowering *l, uint8_t width, uint64_t value)
{
    return ir_constant(l->program, width, value, 0);
}

ir_operand emit_binary(lowering *l, ir_op op, uint8_t width, ir_operand a, ir_operand b)
{
    ir_register dst = emit_register(l, width);
    emit(l, (ir_instruction){.op = (uint8_t)op, .width = width, .dst = dst, .a = a, .b = b});
    return dst;
}

ir_operand emit_unary(lowering *l, ir_op op, uint8_t width, ir_operand a)
{
    ir_register dst = emit_register(l, width);
    emit(l, (ir_instruction){.op = (uint8_t)op, .width = width, .dst = dst, .a = a});
    return dst;
}

ir_operand emit_compare(lowering *l, ir_op op, uint8_t width, ir_operand a, ir_operand b)
{
    ir_register dst = emit_register(l, 1);
    emit(l, (ir_instruction){.op = (uint8_t)op, .width = width, .dst = dst, .a = a, .b = b});
    return dst;
}

ir_operand emit_select(lowering *l, uint8_t width, ir_operand condition, ir_operand yes, ir_operand no)
{
    ir_register dst = emit_register(l, width);
    emit(l, (ir_instruction){.op = IR_SELECT, .width = width, .dst = dst, .a = condition, .b = yes, .c = no});
    return dst;
}

static ir_operand resize_constant(lowering *l, uint8_t from, uint8_t to, bool is_signed, ir_operand value)
{
    const uint64_t *words = &l->program->constants.data[value & ~IR_CONSTANT_BIT];
    uint64_t low = words[0], high = from > IR_SLOT_BITS ? words[1] : 0;
    uint64_t top = from > IR_SLOT_BITS ? high >> (from - IR_SLOT_BITS - 1) : low >> (from - 1);
    if (is_signed && (top & 1)) {
        high |= from > IR_SLOT_BITS ? ~ir_mask((uint8_t)(from - IR_SLOT_BITS)) : UINT64_MAX;
        low |= ~ir_mask(from);
    }
    return ir_constant(l->program, to, low, high);
}

ir_operand emit_resized(lowering *l, uint8_t from, uint8_t to, bool is_signed, ir_operand value)
{
    if (from == to)
        return value;
    if (ir_is_constant(value))
        return resize_constant(l, from, to, is_signed, value);
    ir_op op = from > to ? IR_TRUNC : is_signed ? IR_SEXT : IR_ZEXT;
    ir_register dst = emit_register(l, to);
    emit(l, (ir_instruction){.op = (uint8_t)op, .width = to, .aux = from, .dst = dst, .a = value});
    return dst;
}

static ir_operand emit_value(lowering *l, uint8_t width, ir_nondet whose)
{
    ir_register dst = emit_register(l, width);
    emit(l, (ir_instruction){.op = IR_NONDET, .width = width, .aux = (uint16_t)whose, .dst = dst});
    return dst;
}

ir_operand emit_nondet(lowering *l, uint8_t width)
{
    return emit_value(l, width, IR_UNSET_VALUE);
}

ir_operand emit_any(lowering *l, uint8_t width)
{
    return emit_value(l, width, IR_ANY_VALUE);
}

ir_operand emit_address(lowering *l, ir_operand base, uint64_t offset)
{
    if (offset == 0)
        return base;
    return emit_moved(l, base, emit_constant(l, lower_pointer_bits(l), offset));
}

ir_operand emit_moved(lowering *l, ir_operand pointer, ir_operand bytes)
{
    uint8_t width = lower_pointer_bits(l);
    ir_register dst = emit_register(l, width);
    emit(l, (ir_instruction){.op = IR_ADD, .width = width, .aux = IR_ADD_MOVES, .dst = dst, .a = pointer, .b = bytes});
    return dst;
}

void emit_move(lowering *l, ir_register dst, uint8_t width, ir_operand value)
{
    emit(l, (ir_instruction){.op = IR_MOV, .width = width, .dst = dst, .a = value});
}

/* Is the value a temporary that the last instruction made, with nothing made since? */
static bool is_just_made(const lowering *l, uint8_t width, ir_operand value)
{
    if (ir_is_constant(value) || value < l->frame.first_temporary || l->program->code.size == 0)
        return false;
    const ir_instruction *last = vec_last(&l->program->code);
    return ir_op_shape((ir_op)last->op)[0] == 'd' && last->dst == value &&
           value + ir_slots(width) == l->program->functions.data[l->frame.id].slots;
}

void emit_result(lowering *l, ir_register dst, uint8_t width, ir_operand value)
{
    if (!is_just_made(l, width, value)) {
        emit_move(l, dst, width, value);
        return;
    }
    vec_last(&l->program->code)->dst = dst;
    l->program->functions.data[l->frame.id].slots = value;
}

void emit_load(lowering *l, ir_register dst, uint8_t width, ir_operand address, ir_order order)
{
    emit(l, (ir_instruction){.op = IR_LOAD, .width = width, .aux = (uint16_t)order, .dst = dst, .a = address});
}

void emit_store(lowering *l, uint8_t width, ir_operand address, ir_operand value, ir_order order)
{
    emit(l, (ir_instruction){.op = IR_STORE, .width = width, .aux = (uint16_t)order, .a = address, .b = value});
}

void emit_fence(lowering *l, ir_fence fence)
{
    emit(l, (ir_instruction){.op = IR_FENCE, .aux = ir_fence_aux(fence)});
}

void emit_simple(lowering *l, ir_op op)
{
    emit(l, (ir_instruction){.op = (uint8_t)op});
}

void emit_unsupported(lowering *l, const char *format, ...)
{
    strbuf text = {0};
    va_list args;
    va_start(args, format);
    strbuf_addv(&text, format, args);
    va_end(args);
    ir_id id = l->program->texts.size;
    vec_push(&l->program->texts, ir_intern(l->program, strbuf_text(&text)));
    strbuf_clear(&text);
    emit(l, (ir_instruction){.op = IR_UNSUPPORTED, .c = id});
}

ir_id emit_operands(lowering *l, const ir_operand *operands, uint32_t count)
{
    ir_id first = l->program->operands.size;
    vec_append(&l->program->operands, operands, count);
    return first;
}
