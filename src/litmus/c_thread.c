#include "litmus/c_thread.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

bool c_fail(const c_thread *c, const char *format, ...)
{
    strbuf message = {0};
    va_list args;
    va_start(args, format);
    strbuf_addv(&message, format, args);
    va_end(args);
    text_fail_at(c->at.file, c->at.line, c->at.d, "P%d: %s", c->number, strbuf_text(&message));
    strbuf_clear(&message);
    return false;
}

/* ---- names and types ---- */

char *c_take_name(c_thread *c)
{
    text_skip_space(&c->at);
    const char *begin = c->at.at;
    if (!isalpha((unsigned char)*begin) && *begin != '_')
        return NULL;
    size_t length = 0;
    while (isalnum((unsigned char)begin[length]) || begin[length] == '_')
        length++;
    char *name = alloc_zeroed(length + 1, 1);
    memcpy(name, begin, length);
    c->at.at += length;
    return name;
}

c_local *c_find_local(const c_thread *c, const char *name)
{
    for (uint32_t i = 0; i < c->locals.size; i++)
        if (strcmp(c->locals.data[i].name, name) == 0)
            return &c->locals.data[i];
    return NULL;
}

static bool add_word(c_type *type, const char *word)
{
    litmus_type named = {.size = type->size, .is_unsigned = type->is_unsigned};
    if (!test_add_type_word(&named, word))
        return false;
    type->size = named.size;
    type->is_unsigned = named.is_unsigned;
    type->is_atomic |= strncmp(word, "atomic_", strlen("atomic_")) == 0 && strcmp(word, "atomic_t") != 0;
    type->is_atomic |= strcmp(word, "_Atomic") == 0;
    type->is_volatile |= strcmp(word, "volatile") == 0;
    return true;
}

bool c_take_type(c_thread *c, c_type *type)
{
    *type = (c_type){0};
    bool is_type = false;
    for (;;) {
        text before = c->at;
        char *word = c_take_name(c);
        bool is_word = word && add_word(type, word);
        free(word);
        is_type |= is_word;
        if (!is_word) {
            c->at = before;
            break;
        }
    }
    if (is_type && type->size == 0)
        type->size = TEST_DEFAULT_SIZE;
    while (is_type && (text_accept(&c->at, "*") || text_accept_word(&c->at, "volatile") ||
                       text_accept_word(&c->at, "const") || text_accept_word(&c->at, "_Atomic")))
        type->depth += c->at.at[-1] == '*' && type->depth < C_DEPTH;
    return is_type;
}

/* ---- local variables ---- */

static c_local *add_local(c_thread *c, const char *name, c_type type)
{
    c_local *known = c_find_local(c, name);
    if (known)
        return known;
    c_local local = {.name = alloc_string(name), .type = type};
    local.variable = draft_variable_named(c->draft, name);
    vec_push(&c->locals, local);
    return vec_last(&c->locals);
}

/* A pointer that is put into a number stays one. */
void c_set_local(c_thread *c, c_local *local, c_value value)
{
    if (value.type.depth && !local->type.depth)
        local->type = value.type;
    c_value converted = c_convert(c, value, local->type);
    draft_set(c->draft, local->variable, converted.operand, c_width(local->type) > 32);
}

static bool assign(c_thread *c, const char *name)
{
    c_value value;
    if (!c_expression(c, &value))
        return false;
    c_local *local = c_find_local(c, name);
    if (local == NULL || local->is_parameter)
        return c_fail(c, "there is no local variable `%s`", name);
    c_set_local(c, local, value);
    return true;
}

static bool declare(c_thread *c, c_type type)
{
    do {
        char *name = c_take_name(c);
        if (name == NULL)
            return text_fail_expected(&c->at, "the name of a variable");
        c_local *local = add_local(c, name, type);
        bool is_fine = !local->is_parameter || c_fail(c, "`%s` is there twice", name);
        if (is_fine && text_accept(&c->at, "="))
            is_fine = assign(c, name);
        free(name);
        if (!is_fine)
            return false;
    } while (text_accept(&c->at, ","));
    return text_expect(&c->at, ";");
}

/* ---- statements ---- */

static bool read_statement(c_thread *c);

static bool read_condition(c_thread *c, ir_operand *bit)
{
    c_value value;
    if (!text_expect(&c->at, "(") || !c_expression(c, &value) || !text_expect(&c->at, ")"))
        return false;
    *bit = draft_compare(c->draft, IR_NE, C_WORD, value.operand, draft_number(c->draft, C_WORD, 0));
    return true;
}

static bool read_if(c_thread *c)
{
    draft *d = c->draft;
    ir_operand bit;
    if (!read_condition(c, &bit))
        return false;
    uint32_t yes = draft_new_block(d), no = draft_new_block(d), after = draft_new_block(d);
    draft_branch(d, bit, yes, no);
    d->current = yes;
    if (!read_statement(c))
        return false;
    draft_jump(d, after);
    d->current = no;
    if (text_accept_word(&c->at, "else") && !read_statement(c))
        return false;
    draft_enter(d, after);
    return true;
}

static bool read_while(c_thread *c)
{
    draft *d = c->draft;
    uint32_t head = draft_new_block(d), body = draft_new_block(d), after = draft_new_block(d);
    ir_operand bit;
    draft_enter(d, head);
    if (!read_condition(c, &bit))
        return false;
    draft_branch(d, bit, body, after);
    d->current = body;
    if (!read_statement(c))
        return false;
    draft_jump(d, head);
    d->current = after;
    return true;
}

static bool read_do(c_thread *c)
{
    draft *d = c->draft;
    uint32_t head = draft_new_block(d), after = draft_new_block(d);
    ir_operand bit;
    draft_enter(d, head);
    if (!read_statement(c))
        return false;
    if (!text_accept_word(&c->at, "while"))
        return text_fail_expected(&c->at, "`while`");
    if (!read_condition(c, &bit) || !text_expect(&c->at, ";"))
        return false;
    draft_branch(d, bit, head, after);
    d->current = after;
    return true;
}

static bool read_block(c_thread *c)
{
    while (!text_accept(&c->at, "}"))
        if (!read_statement(c))
            return false;
    return true;
}

/* `*x = e;`: what is assigned to is evaluated first, which only computes an address. */
static bool read_store(c_thread *c)
{
    c_value pointer, value;
    c_type type;
    if (!c_unary(c, &pointer) || !c_pointee(c, pointer.type, &type))
        return false;
    if (!text_expect(&c->at, "=") || !c_expression(c, &value))
        return false;
    c_store(c, pointer.operand, type, value, c_plain_order(type));
    return text_expect(&c->at, ";");
}

static bool read_simple(c_thread *c)
{
    text before = c->at;
    char *name = c_take_name(c);
    bool is_assignment = name && text_is_next(&c->at, "=") && c->at.at[1] != '=';
    bool is_fine;
    if (is_assignment) {
        text_accept(&c->at, "=");
        is_fine = assign(c, name);
    } else {
        c_value value;
        c->at = before;
        is_fine = c_expression(c, &value);
    }
    free(name);
    return is_fine && text_expect(&c->at, ";");
}

static bool read_any_statement(c_thread *c)
{
    c_type type;
    text_skip_space(&c->at);
    c->draft->location = ir_location_add(c->draft->program, c->at.file, c->at.line, 0);
    if (text_accept(&c->at, "{"))
        return read_block(c);
    if (text_accept(&c->at, ";"))
        return true;
    if (text_accept_word(&c->at, "if"))
        return read_if(c);
    if (text_accept_word(&c->at, "while"))
        return read_while(c);
    if (text_accept_word(&c->at, "do"))
        return read_do(c);
    if (text_accept(&c->at, "*"))
        return read_store(c);
    if (c_take_type(c, &type))
        return declare(c, type);
    return read_simple(c);
}

static bool read_statement(c_thread *c)
{
    if (++c->depth > C_DEPTH)
        return c_fail(c, "nested too deeply");
    bool is_fine = read_any_statement(c);
    c->depth--;
    return is_fine;
}

/* ---- parameters ---- */

/* What the parameter says of a variable whose type nobody has declared. */
static void set_variable_type(litmus_variable *variable, c_type type)
{
    if (variable->type.size == 0)
        variable->type = (litmus_type){
            .size = type.depth > 1 ? C_WORD / 8 : type.size,
            .is_unsigned = type.is_unsigned,
            .is_pointer = type.depth > 1,
        };
}

static bool read_parameter(c_thread *c)
{
    c_type type;
    if (!c_take_type(c, &type))
        return text_fail_expected(&c->at, "the type of a parameter, as far as it is supported");
    char *name = c_take_name(c);
    if (name == NULL)
        return text_fail_expected(&c->at, "the name of a parameter");
    bool is_fine = type.depth > 0 || c_fail(c, "`%s`: parameters that are no pointers are not supported", name);
    if (is_fine) {
        uint32_t variable = test_variable(c->test, name);
        set_variable_type(&c->test->variables.data[variable], type);
        c_local local = {.name = alloc_string(name),
                         .type = type,
                         .is_parameter = true,
                         .address = test_address(c->test, variable, 0)};
        vec_push(&c->locals, local);
    }
    free(name);
    return is_fine;
}

static bool read_parameters(c_thread *c)
{
    if (!text_expect(&c->at, "("))
        return false;
    if (text_accept_word(&c->at, "void") || text_is_next(&c->at, ")"))
        return text_expect(&c->at, ")");
    do
        if (!read_parameter(c))
            return false;
    while (text_accept(&c->at, ","));
    return text_expect(&c->at, ")");
}

/* ---- threads ---- */

static bool set_initial_registers(const c_thread *c)
{
    for (uint32_t i = 0; i < c->test->registers.size; i++)
        if (c->test->registers.data[i].thread == c->number)
            return c_fail(c, "initial values of local variables (`%s`) are not supported",
                          c->test->registers.data[i].name);
    return true;
}

bool c_translate_thread(litmus_test *test, uint32_t thread, draft *draft, diag *d)
{
    const litmus_thread *source = &test->threads.data[thread];
    c_thread c = {
        .test = test,
        .draft = draft,
        .at = {.file = test->file, .at = source->body, .line = source->body_line, .d = d},
        .number = (int)thread,
    };
    bool is_fine = set_initial_registers(&c) && read_parameters(&c) && text_expect(&c.at, "{") && read_block(&c);
    for (uint32_t i = 0; i < c.locals.size; i++)
        free(c.locals.data[i].name);
    vec_clear(&c.locals);
    return is_fine;
}
