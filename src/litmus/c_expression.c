#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "litmus/c_thread.h"

/* ---- values ---- */

uint8_t c_width(c_type type)
{
    return type.depth ? C_WORD : (uint8_t)(type.size * 8);
}

c_value c_number(c_thread *c, uint64_t number)
{
    bool is_long = (int64_t)number != (int32_t)number;
    return (c_value){draft_number(c->draft, C_WORD, number), {.size = is_long ? 8 : 4}};
}

c_value c_extend(c_thread *c, ir_operand result, c_type type)
{
    bool is_signed = !type.is_unsigned && type.depth == 0;
    type.is_atomic = type.is_volatile = false;
    return (c_value){draft_resize(c->draft, c_width(type), C_WORD, is_signed, result), type};
}

ir_operand c_cut(c_thread *c, c_value value, c_type type)
{
    return draft_resize(c->draft, C_WORD, c_width(type), false, value.operand);
}

c_value c_convert(c_thread *c, c_value value, c_type type)
{
    return c_extend(c, c_cut(c, value, type), type);
}

ir_order c_plain_order(c_type pointee)
{
    return pointee.is_atomic ? IR_SEQ_CST : pointee.is_volatile ? IR_VOLATILE : IR_PLAIN;
}

bool c_pointee(const c_thread *c, c_type pointer, c_type *pointee)
{
    *pointee = pointer;
    if (pointer.depth == 0)
        return c_fail(c, "expected a pointer");
    pointee->depth--;
    return true;
}

c_value c_load(c_thread *c, ir_operand address, c_type type, ir_order order)
{
    c->accesses++;
    return c_extend(c, draft_load(c->draft, c_width(type), address, order), type);
}

void c_store(c_thread *c, ir_operand address, c_type type, c_value value, ir_order order)
{
    c->accesses++;
    draft_store(c->draft, c_width(type), address, c_cut(c, value, type), order);
}

/* ---- operators ---- */

typedef struct operator_row {
    const char *text;
    int level; /* the higher, the tighter */
    ir_op op;
    bool is_comparison, is_swapped, is_logical;
} operator_row;

/* Longer ones first. */
static const operator_row OPERATORS[] = {
    {"||", 1, IR_OR, false, false, true},  {"&&", 2, IR_AND, false, false, true},
    {"==", 6, IR_EQ, true, false, false},  {"!=", 6, IR_NE, true, false, false},
    {"<=", 7, IR_SLE, true, false, false}, {">=", 7, IR_SLE, true, true, false},
    {"<", 7, IR_SLT, true, false, false},  {">", 7, IR_SLT, true, true, false},
    {"|", 3, IR_OR, false, false, false},  {"^", 4, IR_XOR, false, false, false},
    {"&", 5, IR_AND, false, false, false}, {"+", 9, IR_ADD, false, false, false},
    {"-", 9, IR_SUB, false, false, false}, {"*", 10, IR_MUL, false, false, false},
};

/* NULL if none is next, or one that is not supported. */
static const operator_row *next_operator(c_thread *c)
{
    static const char *const OTHERS[] = {"<<", ">>", "+=", "-=", "++", "--", "&=", "|=", "^=", "*="};
    for (size_t i = 0; i < sizeof OTHERS / sizeof *OTHERS; i++)
        if (text_is_next(&c->at, OTHERS[i]))
            return NULL;
    for (size_t i = 0; i < sizeof OPERATORS / sizeof *OPERATORS; i++)
        if (text_is_next(&c->at, OPERATORS[i].text))
            return &OPERATORS[i];
    return NULL;
}

/* The type of both after the usual conversions. */
static c_type common_type(c_type a, c_type b)
{
    if (a.depth || b.depth)
        return a.depth ? a : b;
    c_type wider = a.size >= b.size ? a : b;
    if (wider.size < 4)
        return C_INT;
    bool is_unsigned = (a.is_unsigned && a.size == wider.size) || (b.is_unsigned && b.size == wider.size);
    return (c_type){.size = wider.size, .is_unsigned = is_unsigned};
}

static ir_operand truth(c_thread *c, c_value value)
{
    return draft_compare(c->draft, IR_NE, C_WORD, value.operand, draft_number(c->draft, C_WORD, 0));
}

static c_value from_bit(c_thread *c, ir_operand bit)
{
    return (c_value){draft_resize(c->draft, 1, C_WORD, false, bit), C_INT};
}

static c_value compare(c_thread *c, const operator_row *row, c_value a, c_value b)
{
    c_type type = common_type(a.type, b.type);
    ir_op op = row->op;
    if (type.is_unsigned || type.depth)
        op = op == IR_SLT ? IR_ULT : op == IR_SLE ? IR_ULE : op;
    ir_operand left = c_convert(c, a, type).operand, right = c_convert(c, b, type).operand;
    return from_bit(
        c, draft_compare(c->draft, op, C_WORD, row->is_swapped ? right : left, row->is_swapped ? left : right));
}

static c_value combine(c_thread *c, const operator_row *row, c_value a, c_value b)
{
    if (row->is_logical)
        return from_bit(c, draft_binary(c->draft, row->op, 1, truth(c, a), truth(c, b)));
    if (row->is_comparison)
        return compare(c, row, a, b);
    c_type type = common_type(a.type, b.type);
    if (row->op == IR_ADD && (a.type.depth || b.type.depth)) {
        c_value pointer = a.type.depth ? a : b, number = a.type.depth ? b : a;
        return (c_value){draft_move_address(c->draft, pointer.operand, number.operand), type};
    }
    uint8_t width = c_width(type);
    return c_extend(c, draft_binary(c->draft, row->op, width, c_cut(c, a, type), c_cut(c, b, type)), type);
}

/* Moving a pointer by elements is left out, but by what is always zero: a dependency. */
static bool check_pointers(const c_thread *c, const operator_row *row, c_value a, c_value b)
{
    if (!a.type.depth && !b.type.depth)
        return true;
    bool is_one = !a.type.depth || !b.type.depth;
    return row->is_comparison || row->is_logical || row->op == IR_XOR || (row->op == IR_ADD && is_one) ||
           c_fail(c, "`%s` of pointers is not supported", row->text);
}

static bool read_binary(c_thread *c, int level, c_value *value)
{
    if (!c_unary(c, value))
        return false;
    for (const operator_row *row; (row = next_operator(c)) != NULL && row->level > level;) {
        c_value right;
        uint32_t accesses = c->accesses;
        text_accept(&c->at, row->text);
        if (!read_binary(c, row->level, &right) || !check_pointers(c, row, *value, right))
            return false;
        if (row->is_logical && c->accesses != accesses)
            return c_fail(c, "a memory access behind `%s`, which may not happen, is not supported", row->text);
        *value = combine(c, row, *value, right);
    }
    return true;
}

bool c_expression(c_thread *c, c_value *value)
{
    if (++c->depth > C_DEPTH)
        return c_fail(c, "nested too deeply");
    bool is_fine = read_binary(c, 0, value);
    c->depth--;
    return is_fine;
}

/* ---- operands ---- */

static bool read_name(c_thread *c, c_value *value)
{
    char *name = c_take_name(c);
    if (name == NULL)
        return text_fail_expected(&c->at, "an expression");
    const c_local *local = c_find_local(c, name);
    bool is_fine = true;
    if (text_is_next(&c->at, "("))
        is_fine = c_call(c, name, value);
    else if (local && local->is_parameter)
        *value = (c_value){draft_number(c->draft, C_WORD, local->address), local->type};
    else if (local)
        *value = (c_value){draft_get(c->draft, local->variable), local->type};
    else if (strcmp(name, "NULL") == 0)
        *value = c_number(c, 0);
    else
        is_fine = c_fail(c, "there is no `%s`", name);
    free(name);
    return is_fine;
}

static bool read_primary(c_thread *c, c_value *value)
{
    uint64_t number;
    if (text_take_number(&c->at, &number)) {
        *value = c_number(c, number);
        return true;
    }
    if (!text_accept(&c->at, "("))
        return read_name(c, value);
    c_type type;
    if (!c_take_type(c, &type))
        return c_expression(c, value) && text_expect(&c->at, ")");
    if (!text_expect(&c->at, ")") || !c_unary(c, value))
        return false;
    *value = type.depth || !value->type.depth ? c_convert(c, *value, type) : *value;
    return true;
}

static bool read_dereference(c_thread *c, c_value *value)
{
    c_type type;
    if (!c_unary(c, value) || !c_pointee(c, value->type, &type))
        return false;
    *value = c_load(c, value->operand, type, c_plain_order(type));
    return true;
}

static bool read_negation(c_thread *c, char sign, c_value *value)
{
    draft *d = c->draft;
    if (!c_unary(c, value))
        return false;
    if (sign == '!') {
        *value = from_bit(c, draft_compare(d, IR_EQ, C_WORD, value->operand, draft_number(d, C_WORD, 0)));
        return true;
    }
    c_type type = common_type(value->type, C_INT);
    ir_operand other = draft_number(d, C_WORD, sign == '~' ? UINT64_MAX : 0);
    ir_operand result = sign == '~' ? draft_binary(d, IR_XOR, C_WORD, value->operand, other)
                                    : draft_binary(d, IR_SUB, C_WORD, other, value->operand);
    *value = c_convert(c, (c_value){result, type}, type);
    return true;
}

static bool read_address(c_thread *c, c_value *value)
{
    char *name = c_take_name(c);
    const c_local *local = name ? c_find_local(c, name) : NULL;
    bool is_fine = local && local->is_parameter;
    if (is_fine)
        *value = (c_value){draft_number(c->draft, C_WORD, local->address), local->type};
    else
        c_fail(c, "the address of `%s` is not supported", name ? name : "an expression");
    free(name);
    return is_fine;
}

static bool read_unary(c_thread *c, c_value *value)
{
    if (text_is_next(&c->at, "++") || text_is_next(&c->at, "--"))
        return text_fail_expected(&c->at, "an expression");
    if (text_accept(&c->at, "*"))
        return read_dereference(c, value);
    if (text_accept(&c->at, "&"))
        return read_address(c, value);
    text_skip_space(&c->at);
    char next = *c->at.at;
    if (next == '!' || next == '~' || (next == '-' && !isdigit((unsigned char)c->at.at[1]))) {
        c->at.at++;
        return read_negation(c, next, value);
    }
    return read_primary(c, value);
}

bool c_unary(c_thread *c, c_value *value)
{
    if (++c->depth > C_DEPTH)
        return c_fail(c, "nested too deeply");
    bool is_fine = read_unary(c, value);
    c->depth--;
    return is_fine;
}
