/* The initial state: `{ x=1; 0:X1=x; int *p=&x; uint64_t 0:X5; int a[2]={1,2}; }`. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "litmus/test.h"

bool test_read_value(litmus_test *test, text *t, litmus_value *value)
{
    *value = (litmus_value){0};
    if (text_take_number(t, &value->number))
        return true;
    text_accept(t, "&");
    text_skip_space(t);
    if (!isalpha((unsigned char)*t->at) && *t->at != '_')
        return text_fail_expected(t, "a number or the name of a variable");
    char *name = text_take_name(t);
    if (strcmp(name, "NULL") == 0 || strcmp(name, "false") == 0 || strcmp(name, "true") == 0) {
        value->number = *name == 't';
        free(name);
        return true;
    }
    value->is_address = true;
    value->variable = test_variable(test, name);
    free(name);
    if (*t->at == '[' || *t->at == ':' || *t->at == ',')
        return text_fail_expected(t, "a number or a variable (others are not supported)");
    return true;
}

/* The type that the definition begins with, if it does. */
static bool read_type(text *t, litmus_type *type, bool *is_typed)
{
    *type = (litmus_type){0};
    *is_typed = false;
    for (;;) {
        text ahead = *t;
        text_skip_space(&ahead);
        char *word = isalpha((unsigned char)*ahead.at) || *ahead.at == '_' ? text_take_name(&ahead) : NULL;
        litmus_type added = *type;
        bool is_word = word && test_add_type_word(&added, word);
        free(word);
        text_skip_space(&ahead);
        if (!is_word || *ahead.at == '=' || *ahead.at == ';')
            break;
        *type = added;
        *is_typed = true;
        *t = ahead;
    }
    for (; text_accept(t, "*"); *is_typed = true)
        *type = (litmus_type){.size = 8, .is_pointer = true};
    return true;
}

static bool read_list(litmus_test *test, text *t, uint32_t variable)
{
    uint32_t count = 0;
    do {
        litmus_value value;
        if (!test_read_value(test, t, &value))
            return false;
        if (count < test->variables.data[variable].elements.size)
            test->variables.data[variable].elements.data[count] = value;
        else
            vec_push(&test->variables.data[variable].elements, value);
        count++;
    } while (text_accept(t, ","));
    return text_expect(t, "}");
}

enum { MOST_ELEMENTS = 4096 };

static bool read_array(litmus_test *test, text *t, uint32_t variable)
{
    uint64_t count;
    if (!text_take_number(t, &count) || count == 0 || count > MOST_ELEMENTS)
        return text_fail_expected(t, "how many elements the array has");
    vec_resize(&test->variables.data[variable].elements, (uint32_t)count);
    return text_expect(t, "]");
}

static bool read_variable(litmus_test *test, text *t, litmus_type type)
{
    bool is_bracketed = text_accept(t, "[");
    char *name = text_take_name(t);
    if (name == NULL)
        return text_fail_expected(t, "a variable or a register");
    uint32_t variable = test_variable(test, name);
    free(name);
    if (is_bracketed && !text_expect(t, "]"))
        return false;
    if (type.size)
        test->variables.data[variable].type = type;
    if (!is_bracketed && text_accept(t, "[") && !read_array(test, t, variable))
        return false;
    if (!text_accept(t, "="))
        return true;
    if (text_accept(t, "{"))
        return read_list(test, t, variable);
    litmus_value value;
    if (!test_read_value(test, t, &value))
        return false;
    test->variables.data[variable].elements.data[0] = value;
    if (value.is_address && !type.size)
        test->variables.data[variable].type = (litmus_type){.size = 8, .is_pointer = true};
    return true;
}

enum { MOST_THREADS = 64 };

static bool read_register(litmus_test *test, text *t, int thread, litmus_type type)
{
    char *name = text_take_name(t);
    if (name == NULL)
        return text_fail_expected(t, "a register");
    litmus_register reg = {.thread = thread, .name = test_register_name(test->arch, name), .type = type};
    if (reg.name == NULL)
        text_fail_at(t->file, t->line, t->d, "expected a register, not `%s`", name);
    free(name);
    if (reg.name == NULL)
        return false;
    bool is_fine = !text_accept(t, "=") || test_read_value(test, t, &reg.value);
    vec_push(&test->registers, reg);
    return is_fine;
}

static bool read_definition(litmus_test *test, text *t)
{
    litmus_type type;
    bool is_typed;
    read_type(t, &type, &is_typed);
    text ahead = *t;
    uint64_t thread;
    text_accept(&ahead, "P");
    if (text_take_number(&ahead, &thread) && text_accept(&ahead, ":")) {
        *t = ahead;
        if (thread >= MOST_THREADS)
            return text_fail_expected(t, "a thread with a smaller number");
        return read_register(test, t, (int)thread, type);
    }
    if (text_is_next(t, "%"))
        return read_register(test, t, LITMUS_MEMORY, type);
    return read_variable(test, t, type);
}

bool test_read_initial(litmus_test *test, text *t)
{
    if (!text_expect(t, "{"))
        return false;
    while (!text_accept(t, "}")) {
        if (text_accept(t, ";"))
            continue;
        if (!read_definition(test, t))
            return false;
        if (!text_is_next(t, ";") && !text_is_next(t, "}"))
            return text_fail_expected(t, "`;` or `}` after a part of the initial state");
    }
    return true;
}
