#include "litmus/test.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/alloc.h"

bool litmus_is_file(const char *name)
{
    size_t length = strlen(name), ending = strlen(".litmus");
    return length > ending && strcmp(name + length - ending, ".litmus") == 0;
}

const char *litmus_name(const litmus_test *test)
{
    return test->name;
}

litmus_arch litmus_arch_of(const litmus_test *test)
{
    return test->arch;
}

litmus_quantifier litmus_quantifier_of(const litmus_test *test)
{
    return test->quantifier;
}

uint32_t litmus_observed_count(const litmus_test *test)
{
    return test->observed.size;
}

const litmus_observed *litmus_observed_at(const litmus_test *test, uint32_t index)
{
    return &test->observed.data[index];
}

static void free_thread(litmus_thread *thread)
{
    for (uint32_t i = 0; i < thread->cells.size; i++)
        free(thread->cells.data[i].text);
    vec_clear(&thread->cells);
}

static void free_variables(litmus_test *test)
{
    for (uint32_t i = 0; i < test->variables.size; i++) {
        free(test->variables.data[i].name);
        vec_clear(&test->variables.data[i].elements);
    }
    vec_clear(&test->variables);
}

void litmus_free(litmus_test *test)
{
    if (test == NULL)
        return;
    free_variables(test);
    for (uint32_t i = 0; i < test->registers.size; i++)
        free(test->registers.data[i].name);
    for (uint32_t i = 0; i < test->threads.size; i++)
        free_thread(&test->threads.data[i]);
    for (uint32_t i = 0; i < test->observed.size; i++) {
        free(test->observed.data[i].name);
        free(test->observed.data[i].register_name);
    }
    vec_clear(&test->registers);
    vec_clear(&test->threads);
    vec_clear(&test->observed);
    vec_clear(&test->nodes);
    free(test->file);
    free(test->name);
    free(test->text);
    free(test);
}

/* ---- variables and types ---- */

uint32_t test_find_variable(const litmus_test *test, const char *name)
{
    for (uint32_t i = 0; i < test->variables.size; i++)
        if (strcmp(test->variables.data[i].name, name) == 0)
            return i;
    return UINT32_MAX;
}

uint32_t test_variable(litmus_test *test, const char *name)
{
    uint32_t found = test_find_variable(test, name);
    if (found != UINT32_MAX)
        return found;
    litmus_variable variable = {.name = alloc_string(name)};
    vec_push(&variable.elements, (litmus_value){0});
    vec_push(&test->variables, variable);
    return test->variables.size - 1;
}

uint64_t test_address(const litmus_test *test, uint32_t variable, uint64_t offset)
{
    return ir_pointer(IR_LAYOUT_64, (uint64_t)test->register_count + variable + 1, offset);
}

uint64_t test_number(const litmus_test *test, litmus_value value)
{
    return value.is_address ? test_address(test, value.variable, value.number) : value.number;
}

static bool find_type(const char *name, litmus_type *type)
{
    static const struct {
        const char *name;
        litmus_type type;
    } TYPES[] = {
        {"int", {.size = 4}},
        {"char", {.size = 1}},
        {"short", {.size = 2}},
        {"long", {.size = 8}},
        {"unsigned", {.size = 4, .is_unsigned = true}},
        {"int8_t", {.size = 1}},
        {"int16_t", {.size = 2}},
        {"int32_t", {.size = 4}},
        {"int64_t", {.size = 8}},
        {"intptr_t", {.size = 8}},
        {"uint8_t", {.size = 1, .is_unsigned = true}},
        {"uint16_t", {.size = 2, .is_unsigned = true}},
        {"uint32_t", {.size = 4, .is_unsigned = true}},
        {"uint64_t", {.size = 8, .is_unsigned = true}},
        {"uintptr_t", {.size = 8, .is_unsigned = true}},
        {"atomic_int", {.size = 4}},
        {"atomic_char", {.size = 1}},
        {"atomic_short", {.size = 2}},
        {"atomic_long", {.size = 8}},
        {"atomic_uint", {.size = 4, .is_unsigned = true}},
        {"atomic_ulong", {.size = 8, .is_unsigned = true}},
        {"atomic_t", {.size = 4}},
    };
    for (size_t i = 0; i < sizeof TYPES / sizeof *TYPES; i++)
        if (strcmp(name, TYPES[i].name) == 0) {
            *type = TYPES[i].type;
            return true;
        }
    return false;
}

static bool is_qualifier(const char *word)
{
    static const char *const QUALIFIERS[] = {"const", "volatile", "_Atomic", "signed", "restrict"};
    for (size_t i = 0; i < sizeof QUALIFIERS / sizeof *QUALIFIERS; i++)
        if (strcmp(word, QUALIFIERS[i]) == 0)
            return true;
    return false;
}

bool test_add_type_word(litmus_type *type, const char *word)
{
    litmus_type named;
    if (is_qualifier(word))
        return true;
    if (!find_type(word, &named))
        return false;
    bool keeps_size = type->size && (strcmp(word, "int") == 0 || strcmp(word, "unsigned") == 0);
    type->size = keeps_size ? type->size : named.size;
    type->is_unsigned |= named.is_unsigned;
    return true;
}

/* ---- registers ---- */

/* "X" and a number up to `last`, or NULL. */
static char *numbered(const char *prefix, const char *digits, uint64_t last)
{
    uint64_t number;
    if (!isdigit((unsigned char)*digits) || !text_is_number(digits, &number) || number > last)
        return NULL;
    strbuf name = {0};
    strbuf_addf(&name, "%s%llu", prefix, (unsigned long long)number);
    return strbuf_take(&name);
}

enum { LAST_AARCH64 = 30, LAST_PPC = 31, LAST_X86 = 15 };

/* R8 … R15, and their parts: R8D, R8W, R8B. */
static char *x86_numbered(const char *name)
{
    char digits[3] = {0};
    if (toupper((unsigned char)name[0]) != 'R' || !isdigit((unsigned char)name[1]))
        return NULL;
    digits[0] = name[1];
    if (isdigit((unsigned char)name[2]))
        digits[1] = name[2];
    const char *rest = name + 1 + strlen(digits);
    bool is_part = *rest && strchr("BbWwDd", *rest) && rest[1] == '\0';
    return (*rest == '\0' || is_part) && atoi(digits) >= 8 ? numbered("R", digits, LAST_X86) : NULL;
}

static char *x86_name(const char *name)
{
    static const char *const OLD[] = {"AX", "BX", "CX", "DX"}, *const OTHERS[] = {"SI", "DI", "SP", "BP"};
    name += *name == '%';
    for (size_t i = 0; i < 4; i++) {
        const char *both = OLD[i], low[] = {both[0], 'L', '\0'};
        bool has_prefix = strchr("EeRr", name[0]) && name[0];
        if (strcasecmp(name, both) == 0 || (has_prefix && strcasecmp(name + 1, both) == 0) ||
            strcasecmp(name, low) == 0) {
            char full[] = {'R', both[0], 'X', '\0'};
            return alloc_string(full);
        }
        if (has_prefix && strcasecmp(name + 1, OTHERS[i]) == 0) {
            char full[] = {'R', OTHERS[i][0], OTHERS[i][1], '\0'};
            return alloc_string(full);
        }
    }
    return x86_numbered(name);
}

char *test_register_name(litmus_arch arch, const char *name)
{
    if (*name == '%' && arch != LITMUS_X86 && arch != LITMUS_X86_64)
        return alloc_string(name);
    switch (arch) {
    case LITMUS_AARCH64:
        return strchr("XxWw", *name) && *name ? numbered("X", name + 1, LAST_AARCH64) : NULL;
    case LITMUS_PPC:
        return strchr("rR", *name) && *name ? numbered("r", name + 1, LAST_PPC) : NULL;
    case LITMUS_C:
        return alloc_string(name);
    default:
        return x86_name(name);
    }
}
