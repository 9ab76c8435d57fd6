#include "litmus/column.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

/* ---- what went wrong ---- */

bool column_fail(const column_thread *t, const column_line *line, const char *format, ...)
{
    strbuf message = {0};
    va_list args;
    va_start(args, format);
    strbuf_addv(&message, format, args);
    va_end(args);
    text_fail_at(t->test->file, line->line, t->d, "P%d: %s", t->number, strbuf_text(&message));
    strbuf_clear(&message);
    return false;
}

bool column_fail_operand(const column_thread *t, const column_line *line, uint32_t i, const char *what)
{
    return column_fail(t, line, "expected %s as operand %u of `%s`, not `%s`", what, i + 1, line->op,
                       i < line->count ? line->operands[i] : "");
}

bool column_fail_unknown(const column_thread *t, const column_line *line)
{
    return column_fail(t, line, "instruction `%s` is not supported", line->op);
}

bool column_has_operands(const column_thread *t, const column_line *line, uint32_t count)
{
    return line->count == count || column_fail(t, line, "expected %u operand%s of `%s`, not %u", count,
                                               count == 1 ? "" : "s", line->op, line->count);
}

/* ---- lines ---- */

static void clear_line(column_line *line)
{
    for (uint32_t i = 0; i < line->labels.size; i++)
        free(line->labels.data[i]);
    vec_clear(&line->labels);
    for (uint32_t i = 0; i < line->count; i++)
        free(line->operands[i]);
    free(line->op);
}

static char *copy_trimmed(const char *from, const char *to)
{
    while (from < to && isspace((unsigned char)*from))
        from++;
    while (to > from && isspace((unsigned char)to[-1]))
        to--;
    char *copy = alloc_zeroed((size_t)(to - from) + 1, 1);
    memcpy(copy, from, (size_t)(to - from));
    return copy;
}

static const char *end_of_operand(const char *at)
{
    int depth = 0;
    for (; *at && (*at != ',' || depth > 0); at++) {
        depth += *at == '[' || *at == '(' || *at == '{';
        depth -= *at == ']' || *at == ')' || *at == '}';
    }
    return at;
}

static bool is_label_letter(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '.';
}

static const char *take_labels(column_line *line, const char *at)
{
    for (;;) {
        const char *end = at;
        while (is_label_letter(*end))
            end++;
        const char *colon = end + strspn(end, " \t\n");
        if (end == at || *colon != ':')
            return at;
        vec_push(&line->labels, copy_trimmed(at, end));
        at = colon + 1;
        at += strspn(at, " \t\n\r");
    }
}

/* `lock` belongs to the operation that it precedes. */
static const char *end_of_op(const char *at)
{
    const char *end = at + strcspn(at, " \t\n\r");
    if (strncasecmp(at, "lock", 4) != 0 || end != at + 4)
        return end;
    end += strspn(end, " \t\n\r;");
    return end + strcspn(end, " \t\n\r");
}

static bool split_cell(const column_thread *t, const litmus_cell *cell, column_line *line)
{
    const char *at = take_labels(line, cell->text), *end = end_of_op(at);
    line->line = cell->line;
    line->op = copy_trimmed(at, end);
    for (char *letter = line->op; *letter; letter++)
        *letter = isspace((unsigned char)*letter) ? ' ' : (char)tolower((unsigned char)*letter);
    at = end + strspn(end, " \t\n\r");
    while (*at) {
        if (line->count == COLUMN_OPERANDS)
            return column_fail(t, line, "too many operands of `%s`", line->op);
        end = end_of_operand(at);
        line->operands[line->count++] = copy_trimmed(at, end);
        if (*end == '\0')
            break;
        at = end + 1;
        if (at[strspn(at, " \t\n\r")] == '\0')
            return column_fail(t, line, "expected an operand of `%s` after the comma", line->op);
    }
    return true;
}

/* ---- operands ---- */

bool column_find_register(column_thread *t, const char *name, uint32_t *variable)
{
    char *known = test_register_name(t->test->arch, name);
    if (known == NULL)
        return false;
    *variable = draft_variable_named(t->draft, known);
    free(known);
    return true;
}

bool column_is_number(const char *operand, uint64_t *number)
{
    return text_is_number(operand + (*operand == '#' || *operand == '$'), number);
}

ir_operand column_variable_address(column_thread *t, const char *name)
{
    uint32_t variable = test_variable(t->test, name);
    return draft_number(t->draft, COLUMN_WORD, test_address(t->test, variable, 0));
}

/* ---- flags ---- */

void column_set_flags(column_thread *t, uint8_t width, ir_operand left, ir_operand right)
{
    draft_set(t->draft, t->flags.left, draft_resize(t->draft, width, COLUMN_WORD, true, left), true);
    draft_set(t->draft, t->flags.right, draft_resize(t->draft, width, COLUMN_WORD, true, right), true);
}

/* Sign extension keeps both orders: that of numbers with a sign and that of numbers without one. */
ir_operand column_test_flags(column_thread *t, column_condition condition)
{
    static const struct {
        ir_op op;
        bool is_swapped;
    } TESTS[] = {
        [COLUMN_EQ] = {IR_EQ, false},         [COLUMN_NE] = {IR_NE, false},        [COLUMN_LT] = {IR_SLT, false},
        [COLUMN_GE] = {IR_SLE, true},         [COLUMN_GT] = {IR_SLT, true},        [COLUMN_LE] = {IR_SLE, false},
        [COLUMN_BELOW] = {IR_ULT, false},     [COLUMN_NOT_BELOW] = {IR_ULE, true}, [COLUMN_ABOVE] = {IR_ULT, true},
        [COLUMN_NOT_ABOVE] = {IR_ULE, false},
    };
    draft *d = t->draft;
    ir_operand left = draft_get(d, t->flags.left), right = draft_get(d, t->flags.right);
    if (condition == COLUMN_MINUS || condition == COLUMN_PLUS) {
        ir_operand difference = draft_binary(d, IR_SUB, COLUMN_WORD, left, right),
                   zero = draft_number(d, COLUMN_WORD, 0);
        return condition == COLUMN_MINUS ? draft_compare(d, IR_SLT, COLUMN_WORD, difference, zero)
                                         : draft_compare(d, IR_SLE, COLUMN_WORD, zero, difference);
    }
    bool is_swapped = TESTS[condition].is_swapped;
    return draft_compare(d, TESTS[condition].op, COLUMN_WORD, is_swapped ? right : left, is_swapped ? left : right);
}

bool column_find_condition(const column_condition_name *names, size_t count, const char *name,
                           column_condition *condition)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(names[i].name, name) == 0) {
            *condition = names[i].condition;
            return true;
        }
    return false;
}

/* ---- jumps and fences ---- */

void column_branch(column_thread *t, ir_operand bit, const char *label)
{
    uint32_t yes = draft_label_block(t->draft, label, t->lines.data[t->at].line), no = draft_new_block(t->draft);
    draft_branch(t->draft, bit, yes, no);
    draft_enter(t->draft, no);
}

void column_goto(column_thread *t, const char *label)
{
    draft_jump(t->draft, draft_label_block(t->draft, label, t->lines.data[t->at].line));
}

bool column_translate_fence(column_thread *t, const column_line *line)
{
    strbuf name = {0};
    strbuf_add(&name, line->op);
    for (uint32_t i = 0; i < line->count; i++) {
        strbuf_add(&name, i ? "," : " ");
        for (const char *letter = line->operands[i]; *letter; letter++)
            strbuf_add_char(&name, (char)tolower((unsigned char)*letter));
    }
    ir_fence fence;
    bool is_fence = ir_fence_find(strbuf_text(&name), &fence);
    strbuf_clear(&name);
    if (!is_fence)
        return column_fail_unknown(t, line);
    if (ir_fence_is_seen(fence))
        draft_fence(t->draft, fence);
    return true;
}

/* ---- exclusive pairs ---- */

uint32_t column_failed(column_thread *t)
{
    return draft_variable_named(t->draft, "(failed)");
}

ir_operand column_do_pair(column_thread *t, const column_pair *pair)
{
    draft *d = t->draft;
    uint32_t loaded = draft_variable_named(d, "(loaded)"), failed = column_failed(t);
    uint32_t pass = draft_new_block(d), fail = draft_new_block(d), after = draft_new_block(d);
    draft_branch(d, draft_any_bit(d), pass, fail);
    d->current = pass;
    ir_operand old = draft_rmw(d, pair->width, pair->address, pair->op, pair->value, pair->order);
    draft_set(d, loaded, draft_resize(d, pair->width, COLUMN_WORD, false, old), true);
    draft_set(d, failed, draft_number(d, COLUMN_WORD, 0), false);
    draft_jump(d, after);
    d->current = fail;
    old = draft_load(d, pair->width, pair->address, pair->load_order);
    draft_set(d, loaded, draft_resize(d, pair->width, COLUMN_WORD, false, old), true);
    draft_set(d, failed, draft_number(d, COLUMN_WORD, 1), false);
    draft_enter(d, after);
    return draft_get(d, loaded);
}

const column_line *column_find_store(const column_thread *t, const column_line *load, bool (*is_store)(const char *op),
                                     bool (*is_computation)(const char *op))
{
    for (uint32_t i = t->at + 1; i < t->lines.size; i++) {
        const column_line *line = &t->lines.data[i];
        if (line->labels.size > 0 || (!is_store(line->op) && !is_computation(line->op))) {
            column_fail(t, load,
                        "`%s` is only supported with computation in registers up to its store: not with `%s%s`",
                        load->op, line->labels.size ? "a label before " : "", line->op);
            return NULL;
        }
        if (is_store(line->op))
            return line;
    }
    column_fail(t, load, "`%s` without a store that belongs to it is not supported", load->op);
    return NULL;
}

bool column_find_load(const column_thread *t, const column_line *store, bool (*is_load)(const char *op),
                      bool (*is_computation)(const char *op))
{
    for (uint32_t i = t->at; i-- > 0 && t->lines.data[i + 1].labels.size == 0;) {
        const char *op = t->lines.data[i].op;
        if (is_load(op))
            return true;
        if (!is_computation(op))
            break;
    }
    return column_fail(t, store, "`%s` without a load that belongs to it is not supported", store->op);
}

static bool is_register(column_thread *t, const char *operand, const char *name)
{
    uint32_t a, b;
    return column_find_register(t, operand, &a) && column_find_register(t, name, &b) && a == b;
}

bool column_is_written(column_thread *t, const column_line *load, const column_line *store, const char *name)
{
    for (const column_line *line = load; line < store; line++)
        if (line->count > 0 && is_register(t, line->operands[0], name))
            return true;
    return false;
}

column_stored column_how_stored(column_thread *t, const column_line *load, const column_line *store, const char *loaded,
                                const char *stored, const column_line **computation)
{
    *computation = NULL;
    for (const column_line *line = load + 1; line < store; line++) {
        if (line->count == 0)
            continue;
        bool writes_stored = is_register(t, line->operands[0], stored);
        if (is_register(t, line->operands[0], loaded) || (writes_stored && *computation))
            return COLUMN_STORED_UNKNOWN;
        for (uint32_t i = 1; i < line->count && *computation; i++)
            if (is_register(t, (*computation)->operands[0], line->operands[i]) && writes_stored)
                return COLUMN_STORED_UNKNOWN;
        if (writes_stored)
            *computation = line;
    }
    if (*computation)
        return COLUMN_STORED_COMPUTED;
    return is_register(t, stored, loaded) ? COLUMN_STORED_LOADED : COLUMN_STORED_OTHER;
}

/* ---- threads ---- */

static void set_initial_registers(column_thread *t)
{
    for (uint32_t i = 0; i < t->test->registers.size; i++) {
        const litmus_register *reg = &t->test->registers.data[i];
        if (reg->thread != t->number && reg->thread != LITMUS_MEMORY)
            continue;
        uint32_t number = draft_variable_named(t->draft, reg->name);
        draft_variable *variable = &t->draft->variables.data[number];
        variable->initial = draft_number(t->draft, COLUMN_WORD, test_number(t->test, reg->value));
        variable->is_wide = reg->value.is_address || reg->value.number >> 32 || reg->type.size > 4;
    }
}

static bool translate_line(column_thread *t, const column_line *line, column_translate *translate)
{
    t->draft->location = ir_location_add(t->draft->program, t->test->file, line->line, 0);
    for (uint32_t i = 0; i < line->labels.size; i++)
        if (!draft_place_label(t->draft, line->labels.data[i]))
            return column_fail(t, line, "the label `%s` is there twice", line->labels.data[i]);
    return *line->op == '\0' || translate(t, line);
}

static bool translate_lines(column_thread *t)
{
    static column_translate *const TRANSLATORS[] = {
        [LITMUS_X86] = x86_translate,
        [LITMUS_X86_64] = x86_translate,
        [LITMUS_PPC] = ppc_translate,
        [LITMUS_AARCH64] = aarch64_translate,
    };
    for (t->at = 0; t->at < t->lines.size; t->at++)
        if (!translate_line(t, &t->lines.data[t->at], TRANSLATORS[t->test->arch]))
            return false;
    const draft_label *missing = draft_missing_label(t->draft);
    return !missing ||
           text_fail_at(t->test->file, missing->line, t->d, "P%d: there is no label `%s`", t->number, missing->name);
}

static bool split_cells(column_thread *t)
{
    const litmus_thread *thread = &t->test->threads.data[t->number];
    for (uint32_t i = 0; i < thread->cells.size; i++) {
        vec_push(&t->lines, (column_line){0});
        if (!split_cell(t, &thread->cells.data[i], vec_last(&t->lines)))
            return false;
    }
    return true;
}

bool column_translate_thread(litmus_test *test, uint32_t thread, draft *draft, diag *d)
{
    column_thread t = {.test = test, .draft = draft, .number = (int)thread, .d = d};
    t.flags.left = draft_variable_named(draft, "(left)");
    t.flags.right = draft_variable_named(draft, "(right)");
    set_initial_registers(&t);
    bool is_fine = split_cells(&t) && translate_lines(&t);
    for (uint32_t i = 0; i < t.lines.size; i++)
        clear_line(&t.lines.data[i]);
    vec_clear(&t.lines);
    return is_fine;
}
