/* X86 and X86_64. Tests for X86 are written as Intel does it (`MOV [x],$1`), with memory in square brackets; those for
 * X86_64 as AT&T does it (`movl $1,(x)`), the destination last. Here the destination is always operand 0.
 *
 * Flags are those of a comparison. After what sets them otherwise (INC, ADD …) only equality with zero and the sign are
 * known: other conditions are refused in threads that have such instructions. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/alloc.h"
#include "litmus/column.h"

typedef enum operand_kind { OPERAND_NUMBER, OPERAND_REGISTER, OPERAND_MEMORY } operand_kind;

typedef struct operand {
    operand_kind kind;
    uint64_t number;
    uint32_t variable;  /* of a register */
    uint8_t width;      /* of a register, by its name */
    ir_operand address; /* of memory */
} operand;

typedef struct instruction {
    column_thread *t;
    const column_line *line;
    char op[16]; /* without prefix and suffix */
    bool is_locked;
    uint8_t width;
    operand operands[2];
} instruction;

/* ---- operands ---- */

static uint8_t register_width(const char *name)
{
    name += *name == '%';
    size_t length = strlen(name);
    char last = (char)toupper((unsigned char)name[length - 1]);
    if (toupper((unsigned char)name[0]) == 'R') {
        if (!isdigit((unsigned char)name[1]) || isdigit((unsigned char)last))
            return 64;
        return last == 'D' ? 32 : last == 'W' ? 16 : 8;
    }
    if (toupper((unsigned char)name[0]) == 'E')
        return 32;
    return last == 'L' ? 8 : 16;
}

/* What is between the brackets: a variable, or a register that has an address. */
static bool read_memory(instruction *in, const char *inside, operand *o)
{
    uint32_t variable;
    o->kind = OPERAND_MEMORY;
    if (column_find_register(in->t, inside, &variable))
        o->address = draft_get(in->t->draft, variable);
    else if (isalpha((unsigned char)*inside) || *inside == '_')
        o->address = column_variable_address(in->t, inside);
    else
        return false;
    for (; *inside; inside++)
        if (!isalnum((unsigned char)*inside) && *inside != '_' && *inside != '%')
            return false;
    return true;
}

static bool read_bracketed(instruction *in, const char *text, operand *o)
{
    size_t length = strlen(text);
    bool is_intel = length > 2 && text[0] == '[' && text[length - 1] == ']';
    bool is_att = length > 2 && text[0] == '(' && text[length - 1] == ')';
    if (!is_intel && !is_att)
        return false;
    char *inside = alloc_string(text + 1);
    inside[length - 2] = '\0';
    bool is_fine = read_memory(in, inside, o);
    free(inside);
    return is_fine;
}

static bool read_operand(instruction *in, uint32_t i, operand *o)
{
    const char *text = in->line->operands[i];
    *o = (operand){0};
    if (column_is_number(text, &o->number))
        return true;
    if (column_find_register(in->t, text, &o->variable)) {
        o->kind = OPERAND_REGISTER;
        o->width = register_width(text);
        return true;
    }
    return read_bracketed(in, text, o) ||
           column_fail_operand(in->t, in->line, i, "a register, a number like $1, or memory like [x]");
}

static ir_operand read_value(const instruction *in, const operand *o, uint8_t width)
{
    draft *d = in->t->draft;
    switch (o->kind) {
    case OPERAND_NUMBER:
        return draft_number(d, width, o->number);
    case OPERAND_REGISTER:
        return draft_resize(d, 64, width, false, draft_get(d, o->variable));
    case OPERAND_MEMORY:
        break;
    }
    return draft_load(d, width, o->address, IR_RELAXED);
}

/* Parts of 8 and 16 bits leave the rest of a register as it is; those of 32 bits clear it. */
static void write_register(const instruction *in, const operand *o, uint8_t width, ir_operand value)
{
    draft *d = in->t->draft;
    value = draft_resize(d, width, 64, false, value);
    bool is_wide = width > 32 || (width < 32 && d->variables.data[o->variable].is_wide);
    if (width < 32) {
        ir_operand rest = draft_number(d, 64, ~ir_mask(width));
        value = draft_binary(d, IR_OR, 64, draft_binary(d, IR_AND, 64, draft_get(d, o->variable), rest), value);
    }
    draft_set(d, o->variable, value, is_wide);
}

static void write_value(const instruction *in, const operand *o, uint8_t width, ir_operand value)
{
    if (o->kind == OPERAND_MEMORY)
        draft_store(in->t->draft, width, o->address, value, IR_RELAXED);
    else
        write_register(in, o, width, value);
}

/* ---- instructions ---- */

static bool fail_form(const instruction *in)
{
    return column_fail(in->t, in->line, "these operands of `%s` are not supported", in->line->op);
}

static bool has_memory(const instruction *in)
{
    return in->operands[0].kind == OPERAND_MEMORY;
}

static bool translate_mov(const instruction *in)
{
    const operand *to = &in->operands[0], *from = &in->operands[1];
    if (to->kind == OPERAND_NUMBER || (to->kind == OPERAND_MEMORY && from->kind == OPERAND_MEMORY))
        return fail_form(in);
    write_value(in, to, in->width, read_value(in, from, in->width));
    return true;
}

static bool translate_xchg(const instruction *in)
{
    bool is_first = has_memory(in);
    const operand *memory = &in->operands[is_first ? 0 : 1], *other = &in->operands[is_first ? 1 : 0];
    if (memory->kind != OPERAND_MEMORY || other->kind != OPERAND_REGISTER)
        return fail_form(in);
    ir_operand value = read_value(in, other, in->width);
    write_register(in, other, in->width,
                   draft_rmw(in->t->draft, in->width, memory->address, IR_RMW_XCHG, value, IR_SEQ_CST));
    return true;
}

typedef struct computation {
    const char *op;
    ir_op ir;
    ir_rmw rmw;
    bool is_one;      /* the second operand is 1 */
    bool is_compared; /* it leaves flags as a comparison of its operands does */
    bool is_logical;  /* it leaves flags as a comparison of its result with 0 does */
} computation;

static const computation COMPUTATIONS[] = {
    {"add", IR_ADD, IR_RMW_ADD, false, false, false}, {"sub", IR_SUB, IR_RMW_SUB, false, true, false},
    {"inc", IR_ADD, IR_RMW_ADD, true, false, false},  {"dec", IR_SUB, IR_RMW_SUB, true, false, false},
    {"and", IR_AND, IR_RMW_AND, false, false, true},  {"or", IR_OR, IR_RMW_OR, false, false, true},
    {"xor", IR_XOR, IR_RMW_XOR, false, false, true},
};

static const computation *find_computation(const char *op)
{
    for (size_t i = 0; i < sizeof COMPUTATIONS / sizeof *COMPUTATIONS; i++)
        if (strcmp(COMPUTATIONS[i].op, op) == 0)
            return &COMPUTATIONS[i];
    return NULL;
}

static void set_flags_after(const instruction *in, const computation *c, ir_operand a, ir_operand b, ir_operand result)
{
    if (c->is_compared)
        column_set_flags(in->t, in->width, a, b);
    else
        column_set_flags(in->t, in->width, result, draft_number(in->t->draft, in->width, 0));
}

static bool translate_computation(const instruction *in, const computation *c)
{
    draft *d = in->t->draft;
    const operand *to = &in->operands[0], *from = &in->operands[1];
    bool has_two = has_memory(in) && from->kind == OPERAND_MEMORY && !c->is_one;
    if (to->kind == OPERAND_NUMBER || has_two || (in->is_locked && !has_memory(in)))
        return fail_form(in);
    ir_operand b = c->is_one ? draft_number(d, in->width, 1) : read_value(in, from, in->width), a;
    if (in->is_locked)
        a = draft_rmw(d, in->width, to->address, c->rmw, b, IR_SEQ_CST);
    else
        a = read_value(in, to, in->width);
    ir_operand result = draft_binary(d, c->ir, in->width, a, b);
    if (!in->is_locked)
        write_value(in, to, in->width, result);
    set_flags_after(in, c, a, b, result);
    return true;
}

static bool translate_xadd(const instruction *in)
{
    draft *d = in->t->draft;
    const operand *to = &in->operands[0], *from = &in->operands[1];
    if (!in->is_locked || !has_memory(in) || from->kind != OPERAND_REGISTER)
        return fail_form(in);
    ir_operand value = read_value(in, from, in->width);
    ir_operand old = draft_rmw(d, in->width, to->address, IR_RMW_ADD, value, IR_SEQ_CST);
    column_set_flags(in->t, in->width, draft_binary(d, IR_ADD, in->width, old, value), draft_number(d, in->width, 0));
    write_register(in, from, in->width, old);
    return true;
}

static bool translate_cmpxchg(const instruction *in)
{
    draft *d = in->t->draft;
    const operand *to = &in->operands[0], *from = &in->operands[1];
    operand accumulator = {.kind = OPERAND_REGISTER, .width = in->width};
    if (!in->is_locked || !has_memory(in) || from->kind != OPERAND_REGISTER ||
        !column_find_register(in->t, "EAX", &accumulator.variable))
        return fail_form(in);
    ir_operand expected = read_value(in, &accumulator, in->width);
    ir_operand old =
        draft_cmpxchg(d, in->width, to->address, expected, read_value(in, from, in->width), IR_SEQ_CST, IR_SEQ_CST);
    column_set_flags(in->t, in->width, expected, old);
    write_register(in, &accumulator, in->width, old);
    return true;
}

static bool translate_cmp(const instruction *in)
{
    const operand *a = &in->operands[0], *b = &in->operands[1];
    if (a->kind == OPERAND_MEMORY && b->kind == OPERAND_MEMORY)
        return fail_form(in);
    ir_operand left = read_value(in, a, in->width);
    column_set_flags(in->t, in->width, left, read_value(in, b, in->width));
    return true;
}

static bool translate_test(const instruction *in)
{
    draft *d = in->t->draft;
    if (has_memory(in) && in->operands[1].kind == OPERAND_MEMORY)
        return fail_form(in);
    ir_operand a = read_value(in, &in->operands[0], in->width), b = read_value(in, &in->operands[1], in->width);
    column_set_flags(in->t, in->width, draft_binary(d, IR_AND, in->width, a, b), draft_number(d, in->width, 0));
    return true;
}

/* ---- jumps ---- */

static const column_condition_name JUMPS[] = {
    {"e", COLUMN_EQ},         {"z", COLUMN_EQ},         {"ne", COLUMN_NE},     {"nz", COLUMN_NE},
    {"l", COLUMN_LT},         {"nge", COLUMN_LT},       {"ge", COLUMN_GE},     {"nl", COLUMN_GE},
    {"g", COLUMN_GT},         {"nle", COLUMN_GT},       {"le", COLUMN_LE},     {"ng", COLUMN_LE},
    {"b", COLUMN_BELOW},      {"c", COLUMN_BELOW},      {"nae", COLUMN_BELOW}, {"ae", COLUMN_NOT_BELOW},
    {"nb", COLUMN_NOT_BELOW}, {"nc", COLUMN_NOT_BELOW}, {"a", COLUMN_ABOVE},   {"nbe", COLUMN_ABOVE},
    {"be", COLUMN_NOT_ABOVE}, {"na", COLUMN_NOT_ABOVE},
};

/* Does some instruction of the thread leave flags that are not those of a comparison? */
static bool has_other_flags(const column_thread *t)
{
    static const char *const OPS[] = {"add", "inc", "dec", "xadd"};
    for (uint32_t i = 0; i < t->lines.size; i++) {
        const char *op = t->lines.data[i].op;
        op += strncmp(op, "lock ", 5) == 0 ? 5 : 0;
        for (size_t k = 0; k < sizeof OPS / sizeof *OPS; k++)
            if (strncmp(op, OPS[k], strlen(OPS[k])) == 0)
                return true;
    }
    return false;
}

static bool translate_jump(column_thread *t, const column_line *line)
{
    column_condition condition;
    if (!column_has_operands(t, line, 1))
        return false;
    if (strcmp(line->op, "jmp") == 0) {
        column_goto(t, line->operands[0]);
        return true;
    }
    if (!column_find_condition(JUMPS, sizeof JUMPS / sizeof *JUMPS, line->op + 1, &condition))
        return column_fail_unknown(t, line);
    if (condition != COLUMN_EQ && condition != COLUMN_NE && has_other_flags(t))
        return column_fail(t, line, "`%s` is not supported in a thread with ADD, INC, DEC or XADD", line->op);
    column_branch(t, column_test_flags(t, condition), line->operands[0]);
    return true;
}

/* ---- all ---- */

typedef bool translate_function(const instruction *in);

static const struct {
    const char *op;
    uint32_t operands;
    translate_function *translate;
} INSTRUCTIONS[] = {
    {"mov", 2, translate_mov},         {"xchg", 2, translate_xchg}, {"xadd", 2, translate_xadd},
    {"cmpxchg", 2, translate_cmpxchg}, {"cmp", 2, translate_cmp},   {"test", 2, translate_test},
};
enum { INSTRUCTION_COUNT = sizeof INSTRUCTIONS / sizeof *INSTRUCTIONS };

static bool is_known(const char *op)
{
    for (size_t i = 0; i < INSTRUCTION_COUNT; i++)
        if (strcmp(op, INSTRUCTIONS[i].op) == 0)
            return true;
    return find_computation(op) != NULL;
}

/* The operation without its suffix, and the width that that says; 0: nothing. */
static bool find_op(instruction *in)
{
    static const char SUFFIXES[] = "bwlq";
    static const uint8_t WIDTHS[] = {8, 16, 32, 64};
    const char *op = in->line->op;
    in->is_locked = strncmp(op, "lock ", 5) == 0;
    op += in->is_locked ? 5 : 0;
    size_t length = strlen(op);
    if (length == 0 || length >= sizeof in->op)
        return false;
    memcpy(in->op, op, length + 1);
    if (is_known(in->op))
        return true;
    const char *suffix = strchr(SUFFIXES, in->op[length - 1]);
    in->op[length - 1] = '\0';
    if (suffix == NULL || !is_known(in->op))
        return false;
    in->width = WIDTHS[suffix - SUFFIXES];
    return true;
}

static void find_width(instruction *in)
{
    for (uint32_t i = 0; i < 2 && in->width == 0; i++)
        if (in->operands[i].kind == OPERAND_REGISTER)
            in->width = in->operands[i].width;
    if (in->width == 0)
        in->width = 32;
}

static bool read_operands(instruction *in, uint32_t count)
{
    bool is_reversed = in->t->test->arch == LITMUS_X86_64;
    if (!column_has_operands(in->t, in->line, count))
        return false;
    for (uint32_t i = 0; i < count; i++)
        if (!read_operand(in, is_reversed ? count - 1 - i : i, &in->operands[i]))
            return false;
    find_width(in);
    return true;
}

static bool translate_instruction(instruction *in)
{
    const computation *c = find_computation(in->op);
    bool can_lock = c || strcmp(in->op, "xadd") == 0 || strcmp(in->op, "cmpxchg") == 0 || strcmp(in->op, "xchg") == 0;
    if (in->is_locked && !can_lock)
        return column_fail_unknown(in->t, in->line);
    if (c)
        return read_operands(in, c->is_one ? 1 : 2) && translate_computation(in, c);
    for (size_t i = 0; i < INSTRUCTION_COUNT; i++)
        if (strcmp(in->op, INSTRUCTIONS[i].op) == 0)
            return read_operands(in, INSTRUCTIONS[i].operands) && INSTRUCTIONS[i].translate(in);
    return column_fail_unknown(in->t, in->line);
}

bool x86_translate(column_thread *t, const column_line *line)
{
    static const char *const FENCES[] = {"mfence", "sfence", "lfence", "nop"};
    for (size_t i = 0; i < sizeof FENCES / sizeof *FENCES; i++)
        if (strcmp(line->op, FENCES[i]) == 0)
            return column_has_operands(t, line, 0) && column_translate_fence(t, line);
    if (*line->op == 'j')
        return translate_jump(t, line);
    instruction in = {.t = t, .line = line};
    return find_op(&in) ? translate_instruction(&in) : column_fail_unknown(t, line);
}
