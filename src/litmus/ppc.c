/* Power. Registers have 64 bits; `lwz` clears the high half, and `cmpw` compares the low ones. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "litmus/column.h"

/* ---- operands ---- */

static bool read_register(column_thread *t, const column_line *line, uint32_t i, ir_operand *value)
{
    uint32_t variable = 0;
    if (i >= line->count || !column_find_register(t, line->operands[i], &variable))
        return column_fail_operand(t, line, i, "a register");
    *value = draft_get(t->draft, variable);
    return true;
}

static bool write_register(column_thread *t, const column_line *line, uint32_t i, ir_operand value, bool is_wide)
{
    uint32_t variable = 0;
    if (i >= line->count || !column_find_register(t, line->operands[i], &variable))
        return column_fail_operand(t, line, i, "a register");
    draft_set(t->draft, variable, value, is_wide);
    return true;
}

static bool read_number(column_thread *t, const column_line *line, uint32_t i, uint64_t *number)
{
    return (i < line->count && column_is_number(line->operands[i], number)) ||
           column_fail_operand(t, line, i, "a number");
}

/* "4(r2)" */
static bool read_displaced(column_thread *t, const column_line *line, uint32_t i, ir_operand *address)
{
    const char *operand = i < line->count ? line->operands[i] : "", *open = strchr(operand, '(');
    size_t length = strlen(operand);
    uint32_t variable = 0;
    uint64_t offset = 0;
    bool is_fine = open && length > 0 && operand[length - 1] == ')';
    if (is_fine) {
        char *parts = alloc_string(operand);
        parts[open - operand] = parts[length - 1] = '\0';
        is_fine = (open == operand || text_is_number(parts, &offset)) &&
                  column_find_register(t, parts + (open - operand) + 1, &variable);
        free(parts);
    }
    if (!is_fine)
        return column_fail_operand(t, line, i, "an address like 0(r2)");
    *address = draft_move_address(t->draft, draft_get(t->draft, variable), draft_number(t->draft, COLUMN_WORD, offset));
    return true;
}

/* Two registers of which one has an address, usually the second. */
static bool read_indexed(column_thread *t, const column_line *line, uint32_t i, ir_operand *address)
{
    ir_operand a = IR_NONE, b = IR_NONE;
    if (!read_register(t, line, i, &a) || !read_register(t, line, i + 1, &b))
        return false;
    *address = draft_move_address(t->draft, b, a);
    return true;
}

/* ---- loads and stores ---- */

typedef struct access {
    const char *op;
    bool is_store, is_indexed;
    uint8_t width;
} access;

static const access ACCESSES[] = {
    {"lwz", false, false, 32}, {"lwzx", false, true, 32}, {"ld", false, false, 64},  {"ldx", false, true, 64},
    {"lbz", false, false, 8},  {"lbzx", false, true, 8},  {"lhz", false, false, 16}, {"lhzx", false, true, 16},
    {"stw", true, false, 32},  {"stwx", true, true, 32},  {"std", true, false, 64},  {"stdx", true, true, 64},
    {"stb", true, false, 8},   {"stbx", true, true, 8},   {"sth", true, false, 16},  {"sthx", true, true, 16},
};

static const access *find_access(const char *op)
{
    for (size_t i = 0; i < sizeof ACCESSES / sizeof *ACCESSES; i++)
        if (strcmp(ACCESSES[i].op, op) == 0)
            return &ACCESSES[i];
    return NULL;
}

static bool translate_access(column_thread *t, const column_line *line, const access *a)
{
    draft *d = t->draft;
    ir_operand address = IR_NONE, value = IR_NONE;
    if (!column_has_operands(t, line, a->is_indexed ? 3 : 2) || !read_register(t, line, 0, &value) ||
        !(a->is_indexed ? read_indexed : read_displaced)(t, line, 1, &address))
        return false;
    if (a->is_store) {
        draft_store(d, a->width, address, draft_resize(d, COLUMN_WORD, a->width, false, value), IR_RELAXED);
        return true;
    }
    value = draft_load(d, a->width, address, IR_RELAXED);
    return write_register(t, line, 0, draft_resize(d, a->width, COLUMN_WORD, false, value), a->width > 32);
}

/* ---- computation ---- */

typedef struct computation {
    const char *op;
    ir_op ir;
    ir_rmw rmw;
    bool is_immediate, is_swapped;
} computation;

static const computation COMPUTATIONS[] = {
    {"add", IR_ADD, IR_RMW_ADD, false, false}, {"addi", IR_ADD, IR_RMW_ADD, true, false},
    {"sub", IR_SUB, IR_RMW_SUB, false, false}, {"subf", IR_SUB, IR_RMW_SUB, false, true},
    {"xor", IR_XOR, IR_RMW_XOR, false, false}, {"xori", IR_XOR, IR_RMW_XOR, true, false},
    {"or", IR_OR, IR_RMW_OR, false, false},    {"ori", IR_OR, IR_RMW_OR, true, false},
    {"and", IR_AND, IR_RMW_AND, false, false}, {"mullw", IR_MUL, IR_RMW_XCHG, false, false},
};

static const computation *find_computation(const char *op)
{
    for (size_t i = 0; i < sizeof COMPUTATIONS / sizeof *COMPUTATIONS; i++)
        if (strcmp(COMPUTATIONS[i].op, op) == 0)
            return &COMPUTATIONS[i];
    return NULL;
}

static bool is_computation(const char *op)
{
    return find_computation(op) || strcmp(op, "li") == 0 || strcmp(op, "mr") == 0 || strcmp(op, "nop") == 0;
}

static bool read_second(column_thread *t, const column_line *line, const computation *c, ir_operand *value)
{
    uint64_t number = 0;
    if (!c->is_immediate)
        return read_register(t, line, 2, value);
    if (!read_number(t, line, 2, &number))
        return false;
    *value = draft_number(t->draft, COLUMN_WORD, number);
    return true;
}

static bool translate_computation(column_thread *t, const column_line *line, const computation *c)
{
    ir_operand a = IR_NONE, b = IR_NONE;
    if (!column_has_operands(t, line, 3) || !read_register(t, line, 1, &a) || !read_second(t, line, c, &b))
        return false;
    ir_operand left = c->is_swapped ? b : a, right = c->is_swapped ? a : b;
    ir_operand result = c->ir == IR_ADD ? draft_move_address(t->draft, left, right)
                                        : draft_binary(t->draft, c->ir, COLUMN_WORD, left, right);
    return write_register(t, line, 0, result, true);
}

static bool translate_li(column_thread *t, const column_line *line)
{
    uint64_t number = 0;
    return column_has_operands(t, line, 2) && read_number(t, line, 1, &number) &&
           write_register(t, line, 0, draft_number(t->draft, COLUMN_WORD, number), number >> 32);
}

static bool translate_mr(column_thread *t, const column_line *line)
{
    ir_operand value = IR_NONE;
    return column_has_operands(t, line, 2) && read_register(t, line, 1, &value) &&
           write_register(t, line, 0, value, true);
}

/* ---- comparing and jumping ---- */

static bool translate_compare(column_thread *t, const column_line *line)
{
    bool is_immediate = line->op[4] == 'i';
    uint8_t width = line->op[3] == 'd' ? COLUMN_WORD : 32;
    ir_operand a = IR_NONE, b = IR_NONE;
    uint64_t number = 0;
    if (!column_has_operands(t, line, 2) || !read_register(t, line, 0, &a))
        return false;
    if (!is_immediate && !read_register(t, line, 1, &b))
        return false;
    if (is_immediate && !read_number(t, line, 1, &number))
        return false;
    if (is_immediate)
        b = draft_number(t->draft, COLUMN_WORD, number);
    column_set_flags(t, width, draft_resize(t->draft, COLUMN_WORD, width, false, a),
                     draft_resize(t->draft, COLUMN_WORD, width, false, b));
    return true;
}

static bool translate_branch(column_thread *t, const column_line *line, column_condition condition)
{
    if (!column_has_operands(t, line, 1))
        return false;
    column_branch(t, column_test_flags(t, condition), line->operands[0]);
    return true;
}

static bool translate_goto(column_thread *t, const column_line *line)
{
    if (!column_has_operands(t, line, 1))
        return false;
    column_goto(t, line->operands[0]);
    return true;
}

/* ---- reservations ---- */

static bool is_conditional_store(const char *op)
{
    return strcmp(op, "stwcx.") == 0 || strcmp(op, "stdcx.") == 0;
}

static bool is_same_place(column_thread *t, const column_line *load, const column_line *store)
{
    return load->op[1] == store->op[2] && load->count == 3 && store->count == 3 &&
           strcmp(load->operands[1], store->operands[1]) == 0 && strcmp(load->operands[2], store->operands[2]) == 0 &&
           !column_is_written(t, load, store, load->operands[1]) &&
           !column_is_written(t, load, store, load->operands[2]);
}

/* The computation right behind the load, of what was loaded and something else. */
static bool find_computed(column_thread *t, const column_line *load, const column_line *line, column_pair *pair)
{
    const computation *c = find_computation(line->op);
    ir_operand value = IR_NONE;
    if (line != load + 1 || !c || c->is_swapped || c->rmw == IR_RMW_XCHG || line->count != 3 ||
        strcmp(line->operands[1], load->operands[0]) != 0 || strcmp(line->operands[2], load->operands[0]) == 0 ||
        !read_second(t, line, c, &value))
        return false;
    pair->op = c->rmw;
    pair->value = draft_resize(t->draft, COLUMN_WORD, pair->width, false, value);
    return true;
}

static bool find_stored(column_thread *t, const column_line *load, const column_line *store, column_pair *pair)
{
    const column_line *line;
    column_stored how = column_how_stored(t, load, store, load->operands[0], store->operands[0], &line);
    ir_operand value = IR_NONE;
    uint64_t number = 0;
    pair->op = IR_RMW_XCHG;
    if (how == COLUMN_STORED_LOADED) {
        pair->op = IR_RMW_ADD;
        pair->value = draft_number(t->draft, pair->width, 0);
        return true;
    }
    if (how == COLUMN_STORED_OTHER && read_register(t, store, 0, &value)) {
        pair->value = draft_resize(t->draft, COLUMN_WORD, pair->width, false, value);
        return true;
    }
    if (how == COLUMN_STORED_COMPUTED && strcmp(line->op, "li") == 0 && read_number(t, line, 1, &number)) {
        pair->value = draft_number(t->draft, pair->width, number);
        return true;
    }
    return (how == COLUMN_STORED_COMPUTED && find_computed(t, load, line, pair)) ||
           column_fail(t, load, "`%s`: the value that is stored is computed in a way that is not supported", load->op);
}

static bool translate_reserving_load(column_thread *t, const column_line *line)
{
    const column_line *store = column_find_store(t, line, is_conditional_store, is_computation);
    column_pair pair = {.width = line->op[1] == 'd' ? COLUMN_WORD : 32, .load_order = IR_RELAXED, .order = IR_RELAXED};
    if (store == NULL)
        return false;
    if (!is_same_place(t, line, store))
        return column_fail(t, line, "`%s` and `%s` of different places are not supported", line->op, store->op);
    if (!read_indexed(t, line, 1, &pair.address) || !find_stored(t, line, store, &pair))
        return false;
    return write_register(t, line, 0, column_do_pair(t, &pair), pair.width > 32);
}

static bool is_reserving_load(const char *op)
{
    return strcmp(op, "lwarx") == 0 || strcmp(op, "ldarx") == 0;
}

/* The branch behind it looks at whether it has failed. */
static bool translate_conditional_store(column_thread *t, const column_line *line)
{
    if (!column_find_load(t, line, is_reserving_load, is_computation))
        return false;
    column_set_flags(t, COLUMN_WORD, draft_get(t->draft, column_failed(t)), draft_number(t->draft, COLUMN_WORD, 0));
    return true;
}

/* ---- all ---- */

bool ppc_translate(column_thread *t, const column_line *line)
{
    static const struct {
        const char *op;
        column_translate *translate;
    } OTHERS[] = {
        {"li", translate_li},
        {"mr", translate_mr},
        {"cmpw", translate_compare},
        {"cmpwi", translate_compare},
        {"cmpd", translate_compare},
        {"cmpdi", translate_compare},
        {"b", translate_goto},
        {"sync", column_translate_fence},
        {"hwsync", column_translate_fence},
        {"lwsync", column_translate_fence},
        {"eieio", column_translate_fence},
        {"isync", column_translate_fence},
        {"nop", column_translate_fence},
        {"lwarx", translate_reserving_load},
        {"ldarx", translate_reserving_load},
        {"stwcx.", translate_conditional_store},
        {"stdcx.", translate_conditional_store},
    };
    static const column_condition_name BRANCHES[] = {
        {"beq", COLUMN_EQ}, {"bne", COLUMN_NE}, {"blt", COLUMN_LT},
        {"bge", COLUMN_GE}, {"bgt", COLUMN_GT}, {"ble", COLUMN_LE},
    };
    column_condition condition;
    if (find_access(line->op))
        return translate_access(t, line, find_access(line->op));
    if (find_computation(line->op))
        return translate_computation(t, line, find_computation(line->op));
    for (size_t i = 0; i < sizeof OTHERS / sizeof *OTHERS; i++)
        if (strcmp(line->op, OTHERS[i].op) == 0)
            return OTHERS[i].translate(t, line);
    if (column_find_condition(BRANCHES, sizeof BRANCHES / sizeof *BRANCHES, line->op, &condition))
        return translate_branch(t, line, condition);
    return column_fail_unknown(t, line);
}
