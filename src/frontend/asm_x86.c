#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "frontend/asm.h"

enum { MAX_TOKENS = 2 };

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
    if (!base || base->is_memory || base->value == IR_NONE || base->type.width != LOWER_POINTER_BITS)
        return false;
    *out = (place){.address = emit_address(l, base->value, (uint64_t)offset)};
    return true;
}

static bool read_place(lowering *l, asm_state *state, const char *text, place *out)
{
    if (text[0] == '$') {
        char *end;
        *out = (place){.is_immediate = true, .address = IR_NONE, .immediate = (uint64_t)strtoll(text + 1, &end, 0)};
        return end != text + 1 && *end == '\0';
    }
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

/* The value of a register or an immediate; IR_NONE if it has none. */
static ir_operand value_of(lowering *l, const place *p, uint8_t width)
{
    if (p->is_immediate)
        return emit_constant(l, width, p->immediate);
    if (is_memory(p) || p->operand->value == IR_NONE)
        return IR_NONE;
    return emit_resized(l, p->operand->type.width, width, false, p->operand->value);
}

static void set_register(lowering *l, asm_operand *operand, uint8_t width, ir_operand value)
{
    operand->value = emit_resized(l, width, operand->type.width, false, value);
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
    ir_operand value = s->count == 2 ? value_of(s->l, reg, s->width) : IR_NONE;
    if (value == IR_NONE || reg->is_immediate || !is_memory(memory))
        return false;
    ir_register old = emit_register(s->l, s->width);
    access_emit_rmw(s->l, old, s->width, memory->address, op, value);
    if (op == IR_RMW_ADD)
        set_flag_if_zero(s, emit_binary(s->l, IR_ADD, s->width, old, value));
    set_register(s->l, reg->operand, s->width, old);
    return true;
}

static ir_operand accumulator(statement *s)
{
    for (uint32_t i = 0; i < s->state->operands.size; i++) {
        const asm_operand *operand = &s->state->operands.data[i];
        if (operand->is_accumulator && !operand->is_memory && operand->value != IR_NONE)
            return emit_resized(s->l, operand->type.width, s->width, false, operand->value);
    }
    return IR_NONE;
}

static void set_accumulator(statement *s, ir_operand value)
{
    for (uint32_t i = 0; i < s->state->operands.size; i++) {
        asm_operand *operand = &s->state->operands.data[i];
        if (operand->is_accumulator && !operand->is_memory)
            set_register(s->l, operand, s->width, value);
    }
}

static bool lower_compare_exchange(statement *s)
{
    ir_operand desired = s->count == 2 ? value_of(s->l, &s->places[0], s->width) : IR_NONE;
    ir_operand expected = accumulator(s);
    if (desired == IR_NONE || expected == IR_NONE || !is_memory(&s->places[1]))
        return false;
    ir_register old = emit_register(s->l, s->width);
    access_emit_cmpxchg(s->l, old, s->width, s->places[1].address, expected, desired);
    s->state->zero_flag = emit_compare(s->l, IR_EQ, s->width, old, expected);
    set_accumulator(s, old);
    return true;
}

static bool lower_update(statement *s, ir_rmw op, ir_op same, bool is_by_one)
{
    const place *memory = &s->places[s->count - 1];
    ir_operand value = is_by_one       ? emit_constant(s->l, s->width, 1)
                       : s->count == 2 ? value_of(s->l, &s->places[0], s->width)
                                       : IR_NONE;
    if (value == IR_NONE || s->count != (is_by_one ? 1u : 2u) || !is_memory(memory))
        return false;
    ir_register old = emit_register(s->l, s->width);
    access_emit_rmw(s->l, old, s->width, memory->address, op, value);
    set_flag_if_zero(s, emit_binary(s->l, same, s->width, old, value));
    return true;
}

static bool lower_set_flag(statement *s, bool negated)
{
    if (s->count != 1 || s->state->zero_flag == IR_NONE || s->places[0].is_immediate)
        return false;
    ir_operand flag = s->state->zero_flag;
    if (negated)
        flag = emit_binary(s->l, IR_XOR, 1, flag, emit_constant(s->l, 1, 1));
    if (is_memory(&s->places[0]))
        emit_store(s->l, LOWER_BYTE_BITS, s->places[0].address, emit_resized(s->l, 1, LOWER_BYTE_BITS, false, flag),
                   IR_VOLATILE);
    else
        set_register(s->l, s->places[0].operand, 1, flag);
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
        value = value_of(s->l, &s->places[0], s->width);
    }
    if (value == IR_NONE || (is_memory(&s->places[0]) && is_memory(&s->places[1])))
        return false;
    if (is_memory(&s->places[1]))
        emit_store(s->l, s->width, s->places[1].address, value, IR_VOLATILE);
    else
        set_register(s->l, s->places[1].operand, s->width, value);
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
    UPDATE,
    UPDATE_BY_ONE,
    SET,
    SET_NOT,
    MOVE
} operation;

static const struct known {
    const char *name;
    operation operation;
    ir_rmw rmw;
    ir_op same; /* the plain operation that gives the new value */
    bool needs_lock;
} KNOWN[] = {
    {"xchg", EXCHANGE, IR_RMW_XCHG, IR_MOV, false},
    {"xadd", EXCHANGE_ADD, IR_RMW_ADD, IR_ADD, true},
    {"cmpxchg", COMPARE_EXCHANGE, IR_RMW_XCHG, IR_MOV, true},
    {"inc", UPDATE_BY_ONE, IR_RMW_ADD, IR_ADD, true},
    {"dec", UPDATE_BY_ONE, IR_RMW_SUB, IR_SUB, true},
    {"add", UPDATE, IR_RMW_ADD, IR_ADD, true},
    {"sub", UPDATE, IR_RMW_SUB, IR_SUB, true},
    {"and", UPDATE, IR_RMW_AND, IR_AND, true},
    {"or", UPDATE, IR_RMW_OR, IR_OR, true},
    {"xor", UPDATE, IR_RMW_XOR, IR_XOR, true},
    {"sete", SET, IR_RMW_XCHG, IR_MOV, false},
    {"setz", SET, IR_RMW_XCHG, IR_MOV, false},
    {"setne", SET_NOT, IR_RMW_XCHG, IR_MOV, false},
    {"setnz", SET_NOT, IR_RMW_XCHG, IR_MOV, false},
    {"mov", MOVE, IR_RMW_XCHG, IR_MOV, false},
};

static bool lower_known(statement *s, const struct known *known)
{
    switch (known->operation) {
    case EXCHANGE:
    case EXCHANGE_ADD:
        return lower_exchange(s, known->rmw);
    case COMPARE_EXCHANGE:
        return lower_compare_exchange(s);
    case UPDATE:
        return lower_update(s, known->rmw, known->same, false);
    case UPDATE_BY_ONE:
        return lower_update(s, known->rmw, known->same, true);
    case SET:
        return lower_set_flag(s, false);
    case SET_NOT:
        return lower_set_flag(s, true);
    default:
        return lower_move(s);
    }
}

bool asm_lower_x86(lowering *l, asm_state *state, const char *text)
{
    bool has_lock = strncmp(text, "lock ", 5) == 0;
    const char *word = has_lock ? text + 5 : text;
    size_t length = strcspn(word, " ");
    for (size_t i = 0; i < sizeof KNOWN / sizeof KNOWN[0]; i++) {
        char suffix;
        if (!is_operation(word, length, KNOWN[i].name, &suffix))
            continue;
        statement s = {.l = l, .state = state};
        if ((KNOWN[i].needs_lock && !has_lock) || !read_places(&s, word + length))
            return false;
        s.width = width_of(&s, suffix);
        return is_width(s.width) && lower_known(&s, &KNOWN[i]);
    }
    return false;
}
