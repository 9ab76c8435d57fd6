/* AArch64. `W` registers are the low halves of the `X` registers; writing one clears the high half.
 *
 * LDAR is a load with IR_ACQUIRE and STLR a store with IR_RELEASE, which is what compilers make of C11's orders. LDAPR,
 * which is weaker than LDAR, has no order of its own in the program, so it is refused; so is CSEL, whose dependencies
 * are of a kind of their own. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/alloc.h"
#include "litmus/column.h"

/* ---- operands ---- */

static bool is_zero_register(const char *name)
{
    return strcasecmp(name, "xzr") == 0 || strcasecmp(name, "wzr") == 0;
}

static bool is_register(column_thread *t, const char *name)
{
    uint32_t variable = 0;
    return is_zero_register(name) || column_find_register(t, name, &variable);
}

static uint8_t width_of(const char *name)
{
    return tolower((unsigned char)*name) == 'w' ? 32 : COLUMN_WORD;
}

/* All 64 bits. */
static ir_operand read_wide(column_thread *t, const char *name)
{
    uint32_t variable = 0;
    if (is_zero_register(name) || !column_find_register(t, name, &variable))
        return draft_number(t->draft, COLUMN_WORD, 0);
    return draft_get(t->draft, variable);
}

static ir_operand read_register(column_thread *t, const char *name, uint8_t width)
{
    return draft_resize(t->draft, COLUMN_WORD, width, false, read_wide(t, name));
}

static void write_register(column_thread *t, const char *name, uint8_t width, ir_operand value)
{
    uint32_t variable = 0;
    if (!is_zero_register(name) && column_find_register(t, name, &variable))
        draft_set(t->draft, variable, draft_resize(t->draft, width, COLUMN_WORD, false, value), width > 32);
}

static bool expect_register(column_thread *t, const column_line *line, uint32_t i)
{
    return (i < line->count && is_register(t, line->operands[i])) || column_fail_operand(t, line, i, "a register");
}

/* `LSL #2`, `SXTW`, `UXTW #2`: applied to a register of that name. */
static bool read_shifted(column_thread *t, const column_line *line, const char *name, const char *how, uint8_t width,
                         ir_operand *value)
{
    draft *d = t->draft;
    uint64_t by = 0;
    size_t word = strcspn(how, " #\t");
    const char *amount = how + word + strspn(how + word, " \t");
    if ((*amount && !column_is_number(amount, &by)) || by >= width)
        return column_fail(t, line, "expected a shift or an extension, not `%s`", how);
    if (strncasecmp(how, "sxtw", word) == 0 || strncasecmp(how, "uxtw", word) == 0)
        *value = draft_resize(d, 32, width, tolower((unsigned char)*how) == 's', read_register(t, name, 32));
    else if (strncasecmp(how, "lsl", word) == 0 && word == 3)
        *value = read_register(t, name, width);
    else
        return column_fail(t, line, "expected `LSL`, `SXTW` or `UXTW`, not `%s`", how);
    if (by > 0)
        *value = draft_binary(d, IR_SHL, width, *value, draft_number(d, width, by));
    return true;
}

/* Operand i, a number or a register, and maybe what is done to it, operand i + 1: they are the last. */
static bool read_source(column_thread *t, const column_line *line, uint32_t i, uint8_t width, ir_operand *value)
{
    uint64_t number = 0;
    if (i >= line->count)
        return column_fail_operand(t, line, i, "a register or a number");
    if (column_is_number(line->operands[i], &number) && line->count == i + 1) {
        *value = draft_number(t->draft, width, number);
        return true;
    }
    if (!is_register(t, line->operands[i]))
        return column_fail_operand(t, line, i, "a register or a number");
    if (line->count == i + 2)
        return read_shifted(t, line, line->operands[i], line->operands[i + 1], width, value);
    *value = read_register(t, line->operands[i], width);
    return column_has_operands(t, line, i + 1);
}

/* "[X1]", "[X1,#4]", "[X1,X2]", "[X1,W2,SXTW]" into its parts. */
static uint32_t split_address(const char *operand, char *parts[3])
{
    size_t length = strlen(operand);
    uint32_t count = 0;
    if (length < 2 || operand[0] != '[' || operand[length - 1] != ']')
        return 0;
    for (const char *at = operand + 1; count < 3;) {
        size_t part = strcspn(at, ",]");
        size_t blanks = strspn(at, " \t");
        size_t end = part;
        while (end > blanks && isspace((unsigned char)at[end - 1]))
            end--;
        blanks = blanks < end ? blanks : end;
        parts[count] = alloc_zeroed(end - blanks + 1, 1);
        memcpy(parts[count++], at + blanks, end - blanks);
        if (at[part] == ']')
            return at[part + 1] == '\0' ? count : 4;
        at += part + 1;
    }
    return 4;
}

static bool read_parts(column_thread *t, const column_line *line, char *const parts[3], uint32_t count,
                       ir_operand *address)
{
    uint64_t offset = 0;
    ir_operand moved = IR_NONE;
    if (!is_register(t, parts[0]))
        return false;
    *address = read_wide(t, parts[0]);
    if (count == 1)
        return true;
    if (count == 2 && column_is_number(parts[1], &offset))
        moved = draft_number(t->draft, COLUMN_WORD, offset);
    else if (count == 2 && is_register(t, parts[1]) && width_of(parts[1]) == COLUMN_WORD)
        moved = read_wide(t, parts[1]);
    else if (count != 3 || !is_register(t, parts[1]) || !read_shifted(t, line, parts[1], parts[2], COLUMN_WORD, &moved))
        return false;
    *address = draft_move_address(t->draft, *address, moved);
    return true;
}

static bool read_address(column_thread *t, const column_line *line, uint32_t i, ir_operand *address)
{
    char *parts[3] = {0};
    uint32_t count = i < line->count ? split_address(line->operands[i], parts) : 0;
    bool is_fine = count > 0 && count <= 3 && read_parts(t, line, parts, count, address);
    for (uint32_t k = 0; k < 3; k++)
        free(parts[k]);
    if (is_fine && line->count > i + 1)
        return column_fail(t, line, "addresses that change their register are not supported");
    return is_fine || column_fail_operand(t, line, i, "an address like [X1], [X1,X2], [X1,W2,SXTW] or [X1,#4]");
}

/* ---- loads and stores ---- */

typedef struct access {
    const char *op;
    bool is_store;
    uint8_t width; /* 0: as wide as the register */
    ir_order order;
} access;

static const access ACCESSES[] = {
    {"ldr", false, 0, IR_RELAXED},    {"ldrb", false, 8, IR_RELAXED},  {"ldrh", false, 16, IR_RELAXED},
    {"ldur", false, 0, IR_RELAXED},   {"ldar", false, 0, IR_ACQUIRE},  {"ldarb", false, 8, IR_ACQUIRE},
    {"ldarh", false, 16, IR_ACQUIRE}, {"str", true, 0, IR_RELAXED},    {"strb", true, 8, IR_RELAXED},
    {"strh", true, 16, IR_RELAXED},   {"stur", true, 0, IR_RELAXED},   {"stlr", true, 0, IR_RELEASE},
    {"stlrb", true, 8, IR_RELEASE},   {"stlrh", true, 16, IR_RELEASE},
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
    ir_operand address = IR_NONE;
    if (!expect_register(t, line, 0) || !read_address(t, line, 1, &address))
        return false;
    uint8_t width = a->width ? a->width : width_of(line->operands[0]);
    if (a->is_store)
        draft_store(t->draft, width, address, read_register(t, line->operands[0], width), a->order);
    else
        write_register(t, line->operands[0], width, draft_load(t->draft, width, address, a->order));
    return true;
}

/* ---- atomic instructions ---- */

/* What is behind the name: A, L or AL, then B or H. */
static bool read_suffix(const char *suffix, ir_order *order, uint8_t *width)
{
    bool has_acquire = *suffix == 'a', has_release = suffix[has_acquire] == 'l';
    suffix += has_acquire + has_release;
    *order = has_acquire && has_release ? IR_ACQ_REL : has_acquire ? IR_ACQUIRE : has_release ? IR_RELEASE : IR_RELAXED;
    *width = *suffix == 'b' ? 8 : *suffix == 'h' ? 16 : 0;
    return suffix[*width != 0] == '\0';
}

/* Without a register for what it read it has no acquire. */
static ir_order order_without_result(ir_order order)
{
    return order == IR_ACQ_REL ? IR_RELEASE : order == IR_ACQUIRE ? IR_RELAXED : order;
}

typedef struct modification {
    const char *name; /* behind "ld" or "st" */
    ir_rmw op;
    bool is_inverted; /* the operand */
} modification;

static const modification MODIFICATIONS[] = {
    {"add", IR_RMW_ADD, false},   {"set", IR_RMW_OR, false},    {"clr", IR_RMW_AND, true},
    {"eor", IR_RMW_XOR, false},   {"smax", IR_RMW_MAX, false},  {"smin", IR_RMW_MIN, false},
    {"umax", IR_RMW_UMAX, false}, {"umin", IR_RMW_UMIN, false},
};

/* ldaddal, stadd, swpb …; false if it is none. */
static bool find_modification(const char *op, modification *found, bool *has_result, ir_order *order, uint8_t *width)
{
    *has_result = strncmp(op, "st", 2) != 0;
    if (strncmp(op, "swp", 3) == 0) {
        *found = (modification){"swp", IR_RMW_XCHG, false};
        return read_suffix(op + 3, order, width);
    }
    if (*has_result && strncmp(op, "ld", 2) != 0)
        return false;
    for (size_t i = 0; i < sizeof MODIFICATIONS / sizeof *MODIFICATIONS; i++) {
        size_t length = strlen(MODIFICATIONS[i].name);
        if (strncmp(op + 2, MODIFICATIONS[i].name, length) == 0 && read_suffix(op + 2 + length, order, width)) {
            *found = MODIFICATIONS[i];
            return true;
        }
    }
    return false;
}

/* Is it an atomic instruction that puts what it read nowhere? */
static bool has_no_result(const column_line *line)
{
    modification m;
    bool has_result;
    ir_order order;
    uint8_t width;
    if (strncmp(line->op, "cas", 3) == 0)
        return line->count > 0 && is_zero_register(line->operands[0]);
    return find_modification(line->op, &m, &has_result, &order, &width) &&
           (!has_result || (line->count > 1 && is_zero_register(line->operands[1])));
}

static bool translate_modification(column_thread *t, const column_line *line, const modification *m, bool has_result,
                                   ir_order order, uint8_t width)
{
    ir_operand address = IR_NONE;
    if (!expect_register(t, line, 0) || (has_result && !expect_register(t, line, 1)) ||
        !read_address(t, line, has_result ? 2 : 1, &address))
        return false;
    draft *d = t->draft;
    if (width == 0)
        width = width_of(line->operands[0]);
    ir_operand value = read_register(t, line->operands[0], width);
    if (m->is_inverted)
        value = draft_binary(d, IR_XOR, width, value, draft_number(d, width, UINT64_MAX));
    if (has_no_result(line))
        order = order_without_result(order);
    ir_operand old = draft_rmw(d, width, address, m->op, value, order);
    if (has_result)
        write_register(t, line->operands[1], width, old);
    return true;
}

static bool translate_cas(column_thread *t, const column_line *line, ir_order order, uint8_t width)
{
    ir_operand address = IR_NONE;
    if (!expect_register(t, line, 0) || !expect_register(t, line, 1) || !read_address(t, line, 2, &address))
        return false;
    if (width == 0)
        width = width_of(line->operands[0]);
    if (has_no_result(line))
        order = order_without_result(order);
    ir_order failure = order == IR_ACQ_REL || order == IR_ACQUIRE ? IR_ACQUIRE : IR_RELAXED;
    ir_operand old = draft_cmpxchg(t->draft, width, address, read_register(t, line->operands[0], width),
                                   read_register(t, line->operands[1], width), order, failure);
    write_register(t, line->operands[0], width, old);
    return true;
}

/* ---- computation ---- */

typedef struct computation {
    const char *op;
    ir_op ir;
    ir_rmw rmw;
    bool has_rmw;
} computation;

static const computation COMPUTATIONS[] = {
    {"add", IR_ADD, IR_RMW_ADD, true},   {"sub", IR_SUB, IR_RMW_SUB, true},    {"eor", IR_XOR, IR_RMW_XOR, true},
    {"and", IR_AND, IR_RMW_AND, true},   {"orr", IR_OR, IR_RMW_OR, true},      {"mul", IR_MUL, IR_RMW_XCHG, false},
    {"lsl", IR_SHL, IR_RMW_XCHG, false}, {"lsr", IR_LSHR, IR_RMW_XCHG, false},
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
    return find_computation(op) || strcmp(op, "mov") == 0 || strcmp(op, "nop") == 0;
}

static bool translate_computation(column_thread *t, const column_line *line, const computation *c)
{
    draft *d = t->draft;
    ir_operand second = IR_NONE;
    if (!expect_register(t, line, 0) || !expect_register(t, line, 1))
        return false;
    uint8_t width = width_of(line->operands[0]);
    if (!read_source(t, line, 2, width, &second))
        return false;
    if (c->ir == IR_SHL || c->ir == IR_LSHR)
        second = draft_binary(d, IR_AND, width, second, draft_number(d, width, (uint64_t)width - 1));
    ir_operand first = read_register(t, line->operands[1], width);
    bool is_address = c->ir == IR_ADD && width == COLUMN_WORD;
    ir_operand result =
        is_address ? draft_move_address(d, first, second) : draft_binary(d, c->ir, width, first, second);
    write_register(t, line->operands[0], width, result);
    return true;
}

static bool translate_mov(column_thread *t, const column_line *line)
{
    ir_operand value = IR_NONE;
    if (!column_has_operands(t, line, 2) || !expect_register(t, line, 0))
        return false;
    uint8_t width = width_of(line->operands[0]);
    if (!read_source(t, line, 1, width, &value))
        return false;
    uint64_t number = 0;
    bool is_small = column_is_number(line->operands[1], &number) && number >> 32 == 0;
    write_register(t, line->operands[0], is_small ? 32 : width, is_small ? draft_number(t->draft, 32, number) : value);
    return true;
}

static bool translate_sxtw(column_thread *t, const column_line *line)
{
    if (!column_has_operands(t, line, 2) || !expect_register(t, line, 0) || !expect_register(t, line, 1))
        return false;
    ir_operand half = read_register(t, line->operands[1], 32);
    write_register(t, line->operands[0], COLUMN_WORD, draft_resize(t->draft, 32, COLUMN_WORD, true, half));
    return true;
}

/* ---- comparing and jumping ---- */

static const column_condition_name CONDITIONS[] = {
    {"eq", COLUMN_EQ},        {"ne", COLUMN_NE},        {"lt", COLUMN_LT},    {"ge", COLUMN_GE},
    {"gt", COLUMN_GT},        {"le", COLUMN_LE},        {"lo", COLUMN_BELOW}, {"cc", COLUMN_BELOW},
    {"hs", COLUMN_NOT_BELOW}, {"cs", COLUMN_NOT_BELOW}, {"hi", COLUMN_ABOVE}, {"ls", COLUMN_NOT_ABOVE},
};

static bool translate_cmp(column_thread *t, const column_line *line)
{
    ir_operand right = IR_NONE;
    if (!expect_register(t, line, 0))
        return false;
    uint8_t width = width_of(line->operands[0]);
    if (!read_source(t, line, 1, width, &right))
        return false;
    column_set_flags(t, width, read_register(t, line->operands[0], width), right);
    return true;
}

static bool translate_subs(column_thread *t, const column_line *line)
{
    ir_operand right = IR_NONE;
    if (!expect_register(t, line, 0) || !expect_register(t, line, 1))
        return false;
    uint8_t width = width_of(line->operands[0]);
    if (!read_source(t, line, 2, width, &right))
        return false;
    ir_operand left = read_register(t, line->operands[1], width);
    column_set_flags(t, width, left, right);
    write_register(t, line->operands[0], width, draft_binary(t->draft, IR_SUB, width, left, right));
    return true;
}

static bool translate_cbz(column_thread *t, const column_line *line)
{
    if (!column_has_operands(t, line, 2) || !expect_register(t, line, 0))
        return false;
    uint8_t width = width_of(line->operands[0]);
    ir_op op = strcmp(line->op, "cbz") == 0 ? IR_EQ : IR_NE;
    ir_operand value = read_register(t, line->operands[0], width);
    column_branch(t, draft_compare(t->draft, op, width, value, draft_number(t->draft, width, 0)), line->operands[1]);
    return true;
}

static bool translate_branch(column_thread *t, const column_line *line)
{
    column_condition condition;
    if (!column_has_operands(t, line, 1))
        return false;
    if (line->op[1] == '\0') {
        column_goto(t, line->operands[0]);
        return true;
    }
    if (!column_find_condition(CONDITIONS, sizeof CONDITIONS / sizeof *CONDITIONS, line->op + 2, &condition))
        return column_fail_unknown(t, line);
    column_branch(t, column_test_flags(t, condition), line->operands[0]);
    return true;
}

/* ---- exclusive pairs ---- */

/* ldxr, ldaxrb …: 0 bits if the register says how wide. */
static bool is_exclusive(const char *op, const char *plain, const char *ordered, uint8_t *width, bool *has_order)
{
    *has_order = strncmp(op, ordered, strlen(ordered)) == 0;
    if (!*has_order && strncmp(op, plain, strlen(plain)) != 0)
        return false;
    const char *rest = op + strlen(*has_order ? ordered : plain);
    *width = *rest == 'b' ? 8 : *rest == 'h' ? 16 : 0;
    return rest[*width != 0] == '\0';
}

static bool is_exclusive_load(const char *op, uint8_t *width, bool *has_order)
{
    return is_exclusive(op, "ldxr", "ldaxr", width, has_order);
}

static bool is_exclusive_store(const char *op)
{
    uint8_t width;
    bool has_order;
    return is_exclusive(op, "stxr", "stlxr", &width, &has_order);
}

static bool is_same_address(column_thread *t, const column_line *load, const column_line *store)
{
    char *parts[3] = {0};
    bool is_same = load->count == 2 && store->count == 3 && strcasecmp(load->operands[1], store->operands[2]) == 0 &&
                   split_address(load->operands[1], parts) == 1 && !column_is_written(t, load, store, parts[0]);
    for (uint32_t i = 0; i < 3; i++)
        free(parts[i]);
    return is_same;
}

/* Is the second operand of the computation, which is not the loaded value, one that the load finds as it is then? */
static bool read_other(column_thread *t, const column_line *line, const char *loaded, uint8_t width, ir_operand *value)
{
    if (line->count != 3 || strcasecmp(line->operands[1] + 1, loaded + 1) != 0 ||
        strcasecmp(line->operands[2] + 1, loaded + 1) == 0)
        return false;
    return read_source(t, line, 2, width, value);
}

static bool find_stored(column_thread *t, const column_line *load, const column_line *store, column_pair *pair)
{
    const column_line *line;
    const char *loaded = load->operands[0], *stored = store->operands[1];
    column_stored how = column_how_stored(t, load, store, loaded, stored, &line);
    const computation *c = how == COLUMN_STORED_COMPUTED ? find_computation(line->op) : NULL;
    pair->op = c ? c->rmw : IR_RMW_XCHG;
    if (how == COLUMN_STORED_OTHER) {
        pair->value = read_register(t, stored, pair->width);
        return true;
    }
    if (how == COLUMN_STORED_LOADED) {
        pair->op = IR_RMW_ADD;
        pair->value = draft_number(t->draft, pair->width, 0);
        return true;
    }
    uint64_t number = 0;
    if (how == COLUMN_STORED_COMPUTED && strcmp(line->op, "mov") == 0 && column_is_number(line->operands[1], &number)) {
        pair->value = draft_number(t->draft, pair->width, number);
        return true;
    }
    bool is_near = line == load + 1 && c && c->has_rmw;
    return (is_near && read_other(t, line, loaded, pair->width, &pair->value)) ||
           column_fail(t, load, "`%s`: the value that is stored is computed in a way that is not supported", load->op);
}

static bool translate_pair(column_thread *t, const column_line *line, uint8_t width, bool is_acquire)
{
    const column_line *store = column_find_store(t, line, is_exclusive_store, is_computation);
    if (store == NULL || !expect_register(t, line, 0) || !expect_register(t, store, 0) || !expect_register(t, store, 1))
        return false;
    uint8_t store_width = 0;
    bool is_release = false;
    is_exclusive(store->op, "stxr", "stlxr", &store_width, &is_release);
    bool is_same_width = width == store_width && width_of(line->operands[0]) == width_of(store->operands[1]);
    if (!is_same_address(t, line, store) || !is_same_width)
        return column_fail(t, line, "`%s` and `%s` of different places are not supported", line->op, store->op);
    column_pair pair = {
        .width = width ? width : width_of(line->operands[0]),
        .load_order = is_acquire ? IR_ACQUIRE : IR_RELAXED,
        .order = is_acquire && is_release ? IR_ACQ_REL
                 : is_acquire             ? IR_ACQUIRE
                 : is_release             ? IR_RELEASE
                                          : IR_RELAXED,
    };
    if (!read_address(t, line, 1, &pair.address) || !find_stored(t, line, store, &pair))
        return false;
    ir_operand old = column_do_pair(t, &pair);
    write_register(t, line->operands[0], pair.width, draft_resize(t->draft, COLUMN_WORD, pair.width, false, old));
    return true;
}

static bool is_load(const char *op)
{
    uint8_t width;
    bool has_order;
    return is_exclusive_load(op, &width, &has_order);
}

static bool translate_exclusive_store(column_thread *t, const column_line *line)
{
    if (!column_find_load(t, line, is_load, is_computation))
        return false;
    ir_operand failed = draft_get(t->draft, column_failed(t));
    write_register(t, line->operands[0], 32, draft_resize(t->draft, COLUMN_WORD, 32, false, failed));
    return true;
}

/* ---- all ---- */

static bool is_domain(const char *name)
{
    static const char *const DOMAINS[] = {"sy",  "ish",   "ishst", "ishld", "st",    "ld",
                                          "osh", "oshst", "oshld", "nsh",   "nshst", "nshld"};
    for (size_t i = 0; i < sizeof DOMAINS / sizeof *DOMAINS; i++)
        if (strcasecmp(name, DOMAINS[i]) == 0)
            return true;
    return false;
}

/* What is read and put nowhere is no load to a fence of loads, and there is nothing in the program to say so. */
static bool check_fence_of_loads(const column_thread *t, const column_line *line)
{
    size_t length = line->count ? strlen(line->operands[0]) : 0;
    if (length < 2 || strcasecmp(line->operands[0] + length - 2, "ld") != 0)
        return true;
    for (uint32_t i = 0; i < t->lines.size; i++)
        if (has_no_result(&t->lines.data[i]))
            return column_fail(t, line, "`%s %s` is not supported in a thread with `%s`, whose result goes nowhere",
                               line->op, line->operands[0], t->lines.data[i].op);
    return true;
}

static bool translate_fence(column_thread *t, const column_line *line)
{
    if (line->count > 1 || (line->count == 1 && !is_domain(line->operands[0])))
        return column_fail_operand(t, line, 0, "SY, ISH, ST, LD, ISHST or ISHLD");
    return check_fence_of_loads(t, line) && column_translate_fence(t, line);
}

bool aarch64_translate(column_thread *t, const column_line *line)
{
    static const struct {
        const char *op;
        column_translate *translate;
    } OTHERS[] = {
        {"mov", translate_mov},   {"sxtw", translate_sxtw}, {"cmp", translate_cmp},   {"subs", translate_subs},
        {"cbz", translate_cbz},   {"cbnz", translate_cbz},  {"b", translate_branch},  {"dmb", translate_fence},
        {"dsb", translate_fence}, {"isb", translate_fence}, {"nop", translate_fence},
    };
    modification m;
    bool has_result, has_order;
    ir_order order;
    uint8_t width;
    if (find_access(line->op))
        return translate_access(t, line, find_access(line->op));
    if (find_computation(line->op))
        return translate_computation(t, line, find_computation(line->op));
    for (size_t i = 0; i < sizeof OTHERS / sizeof *OTHERS; i++)
        if (strcmp(line->op, OTHERS[i].op) == 0)
            return OTHERS[i].translate(t, line);
    if (strncmp(line->op, "b.", 2) == 0)
        return translate_branch(t, line);
    if (is_exclusive_load(line->op, &width, &has_order))
        return translate_pair(t, line, width, has_order);
    if (is_exclusive_store(line->op))
        return translate_exclusive_store(t, line);
    if (strncmp(line->op, "cas", 3) == 0 && read_suffix(line->op + 3, &order, &width))
        return translate_cas(t, line, order, width);
    if (find_modification(line->op, &m, &has_result, &order, &width))
        return translate_modification(t, line, &m, has_result, order, width);
    return column_fail_unknown(t, line);
}
