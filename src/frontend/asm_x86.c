#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "frontend/asm.h"

enum { MAX_TOKENS = 2, PARTS_BELOW = 32, PAIR_BITS = 128 };

/* What an operand in the text stands for. */
typedef struct place {
    bool is_immediate;
    asm_operand *operand; /* NULL for an immediate, and for memory that a register points to */
    ir_operand address;   /* in memory; IR_NONE for a register */
    uint64_t immediate;
    uint8_t width; /* 0 if only the instruction's suffix tells */
} place;

static asm_operand *find_operand(asm_state *state, const char *text)
{
    if (text[0] != '@')
        return NULL;
    text += text[1] == '{' ? 2 : 1;
    if (!isdigit((unsigned char)*text))
        return NULL;
    unsigned long number = strtoul(text, NULL, 10);
    return number < state->operands.size ? &state->operands.data[number] : NULL;
}

/* "(@1)" or "8(@1)": memory that a register points to. */
static bool read_indirect(lowering *l, asm_state *state, const char *text, place *out)
{
    char *rest;
    long offset = strtol(text, &rest, 0);
    asm_operand *base = *rest == '(' ? find_operand(state, rest + 1) : NULL;
    if (!base || base->is_memory || base->value == IR_NONE || base->type.width != lower_pointer_bits(l))
        return false;
    *out = (place){.address = emit_address(l, base->value, (uint64_t)offset)};
    return true;
}

/* An operand that is in this register. The text names only those that a constraint has named. */
static asm_operand *operand_in(asm_state *state, asm_register reg)
{
    for (uint32_t i = 0; i < state->operands.size; i++)
        if (state->operands.data[i].reg == reg && !state->operands.data[i].is_memory)
            return &state->operands.data[i];
    return NULL;
}

/* "rax": a register by its name. */
static bool read_register(asm_state *state, const char *name, place *out)
{
    *out = (place){.address = IR_NONE};
    asm_register reg = asm_find_register(name, strlen(name), &out->width);
    out->operand = reg != ASM_ANY_REGISTER ? operand_in(state, reg) : NULL;
    return out->operand != NULL;
}

static bool read_place(lowering *l, asm_state *state, const char *text, place *out)
{
    if (text[0] == '$') {
        char *end;
        *out = (place){.is_immediate = true, .address = IR_NONE, .immediate = (uint64_t)strtoll(text + 1, &end, 0)};
        return end != text + 1 && *end == '\0';
    }
    if (text[0] == '%')
        return read_register(state, text + 1, out);
    asm_operand *operand = find_operand(state, text);
    if (!operand)
        return read_indirect(l, state, text, out);
    *out = (place){
        .operand = operand, .address = operand->is_memory ? operand->value : IR_NONE, .width = operand->type.width};
    return true;
}

static bool is_memory(const place *p)
{
    return p->address != IR_NONE;
}

/* The operand in the same register that has its value, or the operand itself. A register that nothing was written to
 * has any value, the same from now on. */
static const asm_operand *holder_of(lowering *l, asm_state *state, asm_operand *operand)
{
    if (operand->reg == ASM_ANY_REGISTER || operand->value != IR_NONE)
        return operand;
    for (uint32_t i = 0; i < state->operands.size; i++) {
        const asm_operand *other = &state->operands.data[i];
        if (other->reg == operand->reg && !other->is_memory && other->value != IR_NONE)
            return other;
    }
    operand->value = emit_any(l, operand->type.width);
    return operand;
}

static ir_operand register_value(lowering *l, asm_state *state, asm_operand *operand, uint8_t width)
{
    const asm_operand *holder = holder_of(l, state, operand);
    if (holder->value == IR_NONE)
        return IR_NONE;
    return emit_resized(l, holder->type.width, width, false, holder->value);
}

/* The value of a register or an immediate; IR_NONE if it has none. */
static ir_operand value_of(lowering *l, asm_state *state, const place *p, uint8_t width)
{
    if (p->is_immediate)
        return emit_constant(l, width, p->immediate);
    return is_memory(p) ? IR_NONE : register_value(l, state, p->operand, width);
}

/* A write of 8 or 16 bits leaves the rest of the register as it is; one of 32 makes it zero. */
static void set_operand(lowering *l, asm_operand *operand, uint8_t width, ir_operand value)
{
    uint8_t whole = operand->type.width;
    ir_operand wide = emit_resized(l, width, whole, false, value);
    if (width < whole && width < PARTS_BELOW) {
        ir_operand old = operand->value == IR_NONE ? emit_any(l, whole) : operand->value;
        ir_operand mask = emit_constant(l, whole, ~((UINT64_C(1) << width) - 1));
        wide = emit_binary(l, IR_OR, whole, emit_binary(l, IR_AND, whole, old, mask), wide);
    }
    operand->value = wide;
}

static void set_register(lowering *l, asm_state *state, asm_operand *operand, uint8_t width, ir_operand value)
{
    for (uint32_t i = 0; operand->reg != ASM_ANY_REGISTER && i < state->operands.size; i++) {
        asm_operand *other = &state->operands.data[i];
        if (other != operand && other->reg == operand->reg && !other->is_memory)
            set_operand(l, other, width, value);
    }
    set_operand(l, operand, width, value);
}

/* ---- the operations ---- */

typedef struct statement {
    lowering *l;
    asm_state *state;
    place places[MAX_TOKENS]; /* AT&T order: source, destination */
    uint32_t count;
    uint8_t width;
} statement;

static void set_flag_if_zero(statement *s, ir_operand value)
{
    s->state->zero_flag = emit_compare(s->l, IR_EQ, s->width, value, emit_constant(s->l, s->width, 0));
}

static bool lower_exchange(statement *s, ir_rmw op)
{
    place *memory = &s->places[1], *reg = &s->places[0];
    if (op == IR_RMW_XCHG && is_memory(&s->places[0])) {
        memory = &s->places[0];
        reg = &s->places[1];
    }
    ir_operand value = s->count == 2 ? value_of(s->l, s->state, reg, s->width) : IR_NONE;
    if (value == IR_NONE || reg->is_immediate || !is_memory(memory))
        return false;
    ir_register old = emit_register(s->l, s->width);
    access_emit_rmw(s->l, old, s->width, memory->address, op, value, IR_SEQ_CST);
    if (op == IR_RMW_ADD)
        set_flag_if_zero(s, emit_binary(s->l, IR_ADD, s->width, old, value));
    set_register(s->l, s->state, reg->operand, s->width, old);
    return true;
}

/* The value of a register that an instruction uses without naming it; IR_NONE if no constraint names it. */
static ir_operand implied(statement *s, asm_register reg, uint8_t width)
{
    asm_operand *operand = operand_in(s->state, reg);
    return operand ? register_value(s->l, s->state, operand, width) : IR_NONE;
}

static void set_implied(statement *s, asm_register reg, uint8_t width, ir_operand value)
{
    set_register(s->l, s->state, operand_in(s->state, reg), width, value);
}

static bool lower_compare_exchange(statement *s)
{
    ir_operand desired = s->count == 2 ? value_of(s->l, s->state, &s->places[0], s->width) : IR_NONE;
    ir_operand expected = implied(s, ASM_RAX, s->width);
    if (desired == IR_NONE || expected == IR_NONE || !is_memory(&s->places[1]))
        return false;
    ir_register old = emit_register(s->l, s->width);
    access_emit_cmpxchg(s->l, old, s->width, s->places[1].address, expected, desired, IR_SEQ_CST, IR_SEQ_CST);
    s->state->zero_flag = emit_compare(s->l, IR_EQ, s->width, old, expected);
    set_implied(s, ASM_RAX, s->width, old);
    return true;
}

/* high:low as one number; IR_NONE if one of them is missing. */
static ir_operand joined(statement *s, asm_register high, asm_register low)
{
    uint8_t half = s->width / 2;
    ir_operand upper = implied(s, high, half), lower = implied(s, low, half);
    if (upper == IR_NONE || lower == IR_NONE)
        return IR_NONE;
    upper = emit_binary(s->l, IR_SHL, s->width, emit_resized(s->l, half, s->width, false, upper),
                        emit_constant(s->l, s->width, half));
    return emit_binary(s->l, IR_OR, s->width, upper, emit_resized(s->l, half, s->width, false, lower));
}

/* cmpxchg8b and cmpxchg16b: rdx:rax is compared, rcx:rbx is stored. */
static bool lower_compare_exchange_pair(statement *s)
{
    ir_operand expected = joined(s, ASM_RDX, ASM_RAX), desired = joined(s, ASM_RCX, ASM_RBX);
    if (s->count != 1 || !is_memory(&s->places[0]) || expected == IR_NONE || desired == IR_NONE)
        return false;
    uint8_t half = s->width / 2;
    ir_register old = emit_register(s->l, s->width);
    access_emit_cmpxchg(s->l, old, s->width, s->places[0].address, expected, desired, IR_SEQ_CST, IR_SEQ_CST);
    s->state->zero_flag = emit_compare(s->l, IR_EQ, s->width, old, expected);
    ir_operand upper = emit_binary(s->l, IR_LSHR, s->width, old, emit_constant(s->l, s->width, half));
    set_implied(s, ASM_RAX, half, emit_resized(s->l, s->width, half, false, old));
    set_implied(s, ASM_RDX, half, emit_resized(s->l, s->width, half, false, upper));
    return true;
}

/* A bit number in a register is counted from the address on, to both sides; one in the text is within the operand. */
static ir_operand word_of_bit(statement *s, ir_operand number)
{
    ir_operand words =
        emit_binary(s->l, IR_ASHR, s->width, number, emit_constant(s->l, s->width, (uint64_t)__builtin_ctz(s->width)));
    ir_operand bytes = emit_binary(s->l, IR_MUL, lower_pointer_bits(s->l),
                                   emit_resized(s->l, s->width, lower_pointer_bits(s->l), true, words),
                                   emit_constant(s->l, lower_pointer_bits(s->l), s->width / LOWER_BYTE_BITS));
    return emit_binary(s->l, IR_ADD, lower_pointer_bits(s->l), s->places[1].address, bytes);
}

static bool lower_bit(statement *s, ir_rmw op)
{
    ir_operand number = s->count == 2 ? value_of(s->l, s->state, &s->places[0], s->width) : IR_NONE;
    if (number == IR_NONE || !is_memory(&s->places[1]) || s->width == LOWER_BYTE_BITS)
        return false;
    ir_operand address = s->places[0].is_immediate ? s->places[1].address : word_of_bit(s, number);
    number = emit_binary(s->l, IR_AND, s->width, number, emit_constant(s->l, s->width, s->width - 1u));
    ir_operand bit = emit_binary(s->l, IR_SHL, s->width, emit_constant(s->l, s->width, 1), number);
    ir_operand value = bit;
    if (op == IR_RMW_AND)
        value = emit_binary(s->l, IR_XOR, s->width, bit, emit_constant(s->l, s->width, UINT64_MAX));
    ir_register old = emit_register(s->l, s->width);
    access_emit_rmw(s->l, old, s->width, address, op, value, IR_SEQ_CST);
    s->state->carry_flag = emit_compare(s->l, IR_NE, s->width, emit_binary(s->l, IR_AND, s->width, old, bit),
                                        emit_constant(s->l, s->width, 0));
    return true;
}

/* `not` leaves the flags alone. */
static bool lower_not(statement *s)
{
    if (s->count != 1 || !is_memory(&s->places[0]))
        return false;
    access_emit_rmw(s->l, emit_register(s->l, s->width), s->width, s->places[0].address, IR_RMW_XOR,
                    emit_constant(s->l, s->width, UINT64_MAX), IR_SEQ_CST);
    return true;
}

static bool lower_update(statement *s, ir_rmw op, ir_op same, bool is_by_one)
{
    const place *memory = &s->places[s->count - 1];
    ir_operand value = is_by_one       ? emit_constant(s->l, s->width, 1)
                       : s->count == 2 ? value_of(s->l, s->state, &s->places[0], s->width)
                                       : IR_NONE;
    if (value == IR_NONE || s->count != (is_by_one ? 1u : 2u) || !is_memory(memory))
        return false;
    ir_register old = emit_register(s->l, s->width);
    access_emit_rmw(s->l, old, s->width, memory->address, op, value, IR_SEQ_CST);
    set_flag_if_zero(s, emit_binary(s->l, same, s->width, old, value));
    return true;
}

static bool lower_set_flag(statement *s, asm_flag which)
{
    ir_operand flag = asm_flag_value(s->l, s->state, which);
    if (s->count != 1 || flag == IR_NONE || s->places[0].is_immediate)
        return false;
    flag = emit_resized(s->l, 1, LOWER_BYTE_BITS, false, flag);
    if (is_memory(&s->places[0]))
        emit_store(s->l, LOWER_BYTE_BITS, s->places[0].address, flag, IR_VOLATILE);
    else
        set_register(s->l, s->state, s->places[0].operand, LOWER_BYTE_BITS, flag);
    return true;
}

static bool lower_move(statement *s)
{
    if (s->count != 2 || s->places[1].is_immediate)
        return false;
    ir_operand value;
    if (is_memory(&s->places[0])) {
        value = emit_register(s->l, s->width);
        emit_load(s->l, value, s->width, s->places[0].address, IR_VOLATILE);
    } else {
        value = value_of(s->l, s->state, &s->places[0], s->width);
    }
    if (value == IR_NONE || (is_memory(&s->places[0]) && is_memory(&s->places[1])))
        return false;
    if (is_memory(&s->places[1]))
        emit_store(s->l, s->width, s->places[1].address, value, IR_VOLATILE);
    else
        set_register(s->l, s->state, s->places[1].operand, s->width, value);
    return true;
}

/* ---- the text ---- */

static bool read_places(statement *s, const char *text)
{
    char token[64];
    while (*text) {
        text += strspn(text, " ");
        size_t length = strcspn(text, ",");
        if (length >= sizeof token || s->count == MAX_TOKENS)
            return false;
        memcpy(token, text, length);
        while (length > 0 && token[length - 1] == ' ')
            length--;
        token[length] = '\0';
        if (!read_place(s->l, s->state, token, &s->places[s->count++]))
            return false;
        text += strcspn(text, ",");
        text += *text == ',';
    }
    return s->count > 0;
}

/* From the suffix, else from the first operand that has a type. */
static uint8_t width_of(const statement *s, char suffix)
{
    switch (suffix) {
    case 'b':
        return 8;
    case 'w':
        return 16;
    case 'l':
        return 32;
    case 'q':
        return 64;
    default:
        break;
    }
    for (uint32_t i = 0; i < s->count; i++)
        if (s->places[i].width != 0)
            return s->places[i].width;
    return 0;
}

/* Is the word this operation, with or without a suffix for the width? */
static bool is_operation(const char *word, size_t length, const char *name, char *suffix)
{
    size_t wanted = strlen(name);
    if (length < wanted || length > wanted + 1 || strncmp(word, name, wanted) != 0)
        return false;
    *suffix = length > wanted ? word[wanted] : '\0';
    return *suffix == '\0' || strchr("bwlq", *suffix);
}

static bool is_width(uint8_t width)
{
    return width == 8 || width == 16 || width == 32 || width == 64;
}

typedef enum operation {
    EXCHANGE,
    EXCHANGE_ADD,
    COMPARE_EXCHANGE,
    COMPARE_EXCHANGE_PAIR,
    UPDATE,
    UPDATE_BY_ONE,
    NOT,
    BIT,
    SET,
    MOVE
} operation;

static const struct known {
    const char *name;
    operation operation;
    ir_rmw rmw;
    ir_op same; /* the plain operation that gives the new value */
    bool needs_lock;
    asm_flag flag; /* that SET looks at */
    uint8_t width; /* if the name tells it */
} KNOWN[] = {
    {"xchg", EXCHANGE, IR_RMW_XCHG, IR_MOV, false, ASM_NO_FLAG, 0},
    {"xadd", EXCHANGE_ADD, IR_RMW_ADD, IR_ADD, true, ASM_NO_FLAG, 0},
    {"cmpxchg", COMPARE_EXCHANGE, IR_RMW_XCHG, IR_MOV, true, ASM_NO_FLAG, 0},
    {"cmpxchg8b", COMPARE_EXCHANGE_PAIR, IR_RMW_XCHG, IR_MOV, true, ASM_NO_FLAG, PAIR_BITS / 2},
    {"cmpxchg16b", COMPARE_EXCHANGE_PAIR, IR_RMW_XCHG, IR_MOV, true, ASM_NO_FLAG, PAIR_BITS},
    {"inc", UPDATE_BY_ONE, IR_RMW_ADD, IR_ADD, true, ASM_NO_FLAG, 0},
    {"dec", UPDATE_BY_ONE, IR_RMW_SUB, IR_SUB, true, ASM_NO_FLAG, 0},
    {"add", UPDATE, IR_RMW_ADD, IR_ADD, true, ASM_NO_FLAG, 0},
    {"sub", UPDATE, IR_RMW_SUB, IR_SUB, true, ASM_NO_FLAG, 0},
    {"and", UPDATE, IR_RMW_AND, IR_AND, true, ASM_NO_FLAG, 0},
    {"or", UPDATE, IR_RMW_OR, IR_OR, true, ASM_NO_FLAG, 0},
    {"xor", UPDATE, IR_RMW_XOR, IR_XOR, true, ASM_NO_FLAG, 0},
    {"not", NOT, IR_RMW_XOR, IR_XOR, true, ASM_NO_FLAG, 0},
    {"bts", BIT, IR_RMW_OR, IR_OR, true, ASM_NO_FLAG, 0},
    {"btr", BIT, IR_RMW_AND, IR_AND, true, ASM_NO_FLAG, 0},
    {"btc", BIT, IR_RMW_XOR, IR_XOR, true, ASM_NO_FLAG, 0},
    {"sete", SET, IR_RMW_XCHG, IR_MOV, false, ASM_ZERO, LOWER_BYTE_BITS},
    {"setz", SET, IR_RMW_XCHG, IR_MOV, false, ASM_ZERO, LOWER_BYTE_BITS},
    {"setne", SET, IR_RMW_XCHG, IR_MOV, false, ASM_NOT_ZERO, LOWER_BYTE_BITS},
    {"setnz", SET, IR_RMW_XCHG, IR_MOV, false, ASM_NOT_ZERO, LOWER_BYTE_BITS},
    {"setc", SET, IR_RMW_XCHG, IR_MOV, false, ASM_CARRY, LOWER_BYTE_BITS},
    {"setb", SET, IR_RMW_XCHG, IR_MOV, false, ASM_CARRY, LOWER_BYTE_BITS},
    {"setnc", SET, IR_RMW_XCHG, IR_MOV, false, ASM_NOT_CARRY, LOWER_BYTE_BITS},
    {"setae", SET, IR_RMW_XCHG, IR_MOV, false, ASM_NOT_CARRY, LOWER_BYTE_BITS},
    {"mov", MOVE, IR_RMW_XCHG, IR_MOV, false, ASM_NO_FLAG, 0},
};

/* The carry of arithmetic is not worked out; no library looks at it after a locked operation. */
static bool lower_arithmetic(statement *s, const struct known *known)
{
    s->state->carry_flag = IR_NONE;
    switch (known->operation) {
    case EXCHANGE_ADD:
        return lower_exchange(s, known->rmw);
    case COMPARE_EXCHANGE:
        return lower_compare_exchange(s);
    default:
        return lower_update(s, known->rmw, known->same, known->operation == UPDATE_BY_ONE);
    }
}

static bool lower_known(statement *s, const struct known *known)
{
    switch (known->operation) {
    case EXCHANGE:
        return lower_exchange(s, known->rmw);
    case COMPARE_EXCHANGE_PAIR:
        return lower_compare_exchange_pair(s);
    case NOT:
        return lower_not(s);
    case BIT:
        return lower_bit(s, known->rmw);
    case SET:
        return lower_set_flag(s, known->flag);
    case MOVE:
        return lower_move(s);
    default:
        return lower_arithmetic(s, known);
    }
}

bool asm_lower_x86(lowering *l, asm_state *state, const char *text)
{
    if (strncmp(text, "prefetch", strlen("prefetch")) == 0)
        return true;
    bool has_lock = strncmp(text, "lock ", 5) == 0;
    const char *word = has_lock ? text + 5 : text;
    size_t length = strcspn(word, " ");
    for (size_t i = 0; i < sizeof KNOWN / sizeof KNOWN[0]; i++) {
        char suffix;
        if (!is_operation(word, length, KNOWN[i].name, &suffix) || (suffix && KNOWN[i].width))
            continue;
        statement s = {.l = l, .state = state};
        if ((KNOWN[i].needs_lock && !has_lock) || !read_places(&s, word + length))
            return false;
        s.width = KNOWN[i].width ? KNOWN[i].width : width_of(&s, suffix);
        bool is_fine = KNOWN[i].width ? s.width <= 2 * lower_pointer_bits(l)
                                      : is_width(s.width) && s.width <= lower_pointer_bits(l);
        return is_fine && lower_known(&s, &KNOWN[i]);
    }
    return false;
}
