/* The end of a test: what is observed, and the condition on it.
 *
 *     formula: term { (\/ | =>) term };  term: factor { /\ factor };
 *     factor: ~ factor | not factor | ( formula ) | true | PLACE (= | <> | !=) (VALUE | PLACE) */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "litmus/test.h"

enum { MOST_DEPTH = 200, MOST_NODES = 10000 }; /* of parentheses; of all */

static uint32_t add_node(litmus_test *test, litmus_node node)
{
    vec_push(&test->nodes, node);
    return test->nodes.size - 1;
}

/* ---- places ---- */

/* Takes over the strings. */
static uint32_t observe(litmus_test *test, litmus_observed wanted)
{
    for (uint32_t i = 0; i < test->observed.size; i++) {
        const litmus_observed *known = &test->observed.data[i];
        bool is_same = known->thread == wanted.thread;
        is_same =
            is_same && (wanted.register_name ? strcmp(known->register_name, wanted.register_name) == 0
                                             : known->variable == wanted.variable && known->element == wanted.element);
        if (is_same) {
            free(wanted.name);
            free(wanted.register_name);
            return i;
        }
    }
    vec_push(&test->observed, wanted);
    test->register_count += wanted.thread != LITMUS_MEMORY;
    return test->observed.size - 1;
}

static bool read_register_place(litmus_test *test, text *t, uint64_t thread, uint32_t *place)
{
    char *name = text_take_name(t);
    if (name == NULL)
        return text_fail_expected(t, "a register");
    char *known = test_register_name(test->arch, name);
    bool is_fine = known && thread < test->threads.size;
    if (is_fine) {
        strbuf full = {0};
        strbuf_addf(&full, "%llu:%s", (unsigned long long)thread, name);
        *place =
            observe(test, (litmus_observed){.name = strbuf_take(&full), .thread = (int)thread, .register_name = known});
    } else if (known) {
        text_fail_at(t->file, t->line, t->d, "there is no thread %llu", (unsigned long long)thread);
        free(known);
    } else {
        text_fail_at(t->file, t->line, t->d, "expected a register, not `%s`", name);
    }
    free(name);
    return is_fine;
}

static bool read_element(const litmus_test *test, text *t, uint32_t variable, uint64_t *element)
{
    if (!text_take_number(t, element))
        return text_fail_expected(t, "the number of an element");
    if (*element >= test->variables.data[variable].elements.size)
        return text_fail_at(t->file, t->line, t->d, "`%s` has no element %llu", test->variables.data[variable].name,
                            (unsigned long long)*element);
    return text_expect(t, "]");
}

/* "[x]", "v[1]", as herd7 writes them. */
static uint32_t observe_element(litmus_test *test, uint32_t variable, uint32_t element)
{
    const litmus_variable *v = &test->variables.data[variable];
    strbuf full = {0};
    if (v->elements.size > 1)
        strbuf_addf(&full, "%s[%u]", v->name, element);
    else
        strbuf_addf(&full, "[%s]", v->name);
    return observe(test,
                   (litmus_observed){
                       .name = strbuf_take(&full), .thread = LITMUS_MEMORY, .variable = variable, .element = element});
}

static bool read_memory_place(litmus_test *test, text *t, uint32_t *place)
{
    bool is_bracketed = text_accept(t, "[");
    text_accept(t, "*");
    text_skip_space(t);
    if (!isalpha((unsigned char)*t->at) && *t->at != '_')
        return text_fail_expected(t, "a register or a variable");
    char *name = text_take_name(t);
    uint32_t variable = test_variable(test, name);
    free(name);
    uint64_t element = 0;
    bool has_element = text_accept(t, "[");
    if ((has_element && !read_element(test, t, variable, &element)) || (is_bracketed && !text_expect(t, "]")))
        return false;
    *place = observe_element(test, variable, (uint32_t)element);
    return true;
}

static bool read_thread(text *t, uint64_t *thread)
{
    text ahead = *t;
    text_accept(&ahead, "P");
    if (!text_take_number(&ahead, thread) || !text_accept(&ahead, ":"))
        return false;
    *t = ahead;
    return true;
}

static bool read_place(litmus_test *test, text *t, uint32_t *place)
{
    uint64_t thread;
    return read_thread(t, &thread) ? read_register_place(test, t, thread, place) : read_memory_place(test, t, place);
}

/* ---- formulas ---- */

static bool read_formula(litmus_test *test, text *t, uint32_t depth, uint32_t *node);

static bool read_atom(litmus_test *test, text *t, uint32_t *node)
{
    litmus_node atom = {.kind = NODE_EQUAL, .other = UINT32_MAX};
    const char *begin = t->at;
    if (!read_place(test, t, &atom.a))
        return false;
    const litmus_observed *place = &test->observed.data[atom.a];
    if (place->thread == LITMUS_MEMORY && test->variables.data[place->variable].elements.size > 1 && t->at[-1] != ']')
        return text_fail_at(t->file, t->line, t->d, "`%.*s` is an array: expected one of its elements",
                            (int)(t->at - begin), begin);
    bool is_different = text_accept(t, "<>") || text_accept(t, "!=");
    if (!is_different && !text_accept(t, "==") && !text_expect(t, "="))
        return false;
    text ahead = *t;
    uint64_t thread;
    bool is_fine =
        read_thread(&ahead, &thread) ? read_place(test, t, &atom.other) : test_read_value(test, t, &atom.value);
    if (!is_fine)
        return false;
    if (test->nodes.size > MOST_NODES)
        return text_fail_at(t->file, t->line, t->d, "the condition is too long");
    *node = add_node(test, atom);
    if (is_different)
        *node = add_node(test, (litmus_node){.kind = NODE_NOT, .a = *node});
    return true;
}

static bool read_factor(litmus_test *test, text *t, uint32_t depth, uint32_t *node)
{
    if (depth > MOST_DEPTH)
        return text_fail_at(t->file, t->line, t->d, "the condition is nested too deeply");
    if (text_accept(t, "~") || text_accept_word(t, "not")) {
        if (!read_factor(test, t, depth + 1, node))
            return false;
        *node = add_node(test, (litmus_node){.kind = NODE_NOT, .a = *node});
        return true;
    }
    if (text_accept(t, "("))
        return read_formula(test, t, depth + 1, node) && text_expect(t, ")");
    if (text_accept_word(t, "true")) {
        *node = add_node(test, (litmus_node){.kind = NODE_TRUE});
        return true;
    }
    if (text_accept_word(t, "false")) {
        *node = add_node(test, (litmus_node){.kind = NODE_TRUE});
        *node = add_node(test, (litmus_node){.kind = NODE_NOT, .a = *node});
        return true;
    }
    return read_atom(test, t, node);
}

static bool read_term(litmus_test *test, text *t, uint32_t depth, uint32_t *node)
{
    if (!read_factor(test, t, depth, node))
        return false;
    while (text_accept(t, "/\\") || text_accept(t, "&&")) {
        uint32_t second;
        if (!read_factor(test, t, depth, &second))
            return false;
        *node = add_node(test, (litmus_node){.kind = NODE_AND, .a = *node, .b = second});
    }
    return true;
}

static bool read_formula(litmus_test *test, text *t, uint32_t depth, uint32_t *node)
{
    if (!read_term(test, t, depth, node))
        return false;
    for (;;) {
        bool is_implied = text_accept(t, "=>");
        uint32_t second;
        if (!is_implied && !text_accept(t, "\\/") && !text_accept(t, "||"))
            return true;
        if (!(is_implied ? read_formula(test, t, depth + 1, &second) : read_term(test, t, depth, &second)))
            return false;
        if (is_implied)
            *node = add_node(test, (litmus_node){.kind = NODE_NOT, .a = *node});
        *node = add_node(test, (litmus_node){.kind = NODE_OR, .a = *node, .b = second});
    }
}

/* ---- the order in which herd7 shows what is observed: registers by thread and number, then variables ---- */

static int compare_observed(const void *a, const void *b, void *context)
{
    const litmus_test *test = context;
    const litmus_observed *first = &test->observed.data[*(const uint32_t *)a],
                          *second = &test->observed.data[*(const uint32_t *)b];
    if (first->thread != second->thread) /* LITMUS_MEMORY is the largest number without a sign */
        return (unsigned)first->thread < (unsigned)second->thread ? -1 : 1;
    size_t lengths[] = {strlen(first->name), strlen(second->name)};
    bool by_length = first->thread != LITMUS_MEMORY && lengths[0] != lengths[1];
    return by_length ? (lengths[0] < lengths[1] ? -1 : 1) : strcmp(first->name, second->name);
}

static void sort_observed(litmus_test *test)
{
    VEC(uint32_t) order = {0}, position = {0};
    VEC(litmus_observed) sorted = {0};
    for (uint32_t i = 0; i < test->observed.size; i++)
        vec_push(&order, i);
    if (order.size > 1)
        qsort_r(order.data, order.size, sizeof *order.data, compare_observed, test);
    vec_resize(&position, order.size);
    for (uint32_t i = 0; i < order.size; i++) {
        position.data[order.data[i]] = i;
        vec_push(&sorted, test->observed.data[order.data[i]]);
    }
    if (sorted.size > 0)
        memcpy(test->observed.data, sorted.data, sorted.size * sizeof *sorted.data);
    for (uint32_t i = 0; i < test->nodes.size; i++) {
        litmus_node *node = &test->nodes.data[i];
        if (node->kind != NODE_EQUAL)
            continue;
        node->a = position.data[node->a];
        if (node->other != UINT32_MAX)
            node->other = position.data[node->other];
    }
    vec_clear(&order);
    vec_clear(&position);
    vec_clear(&sorted);
}

/* ---- the end of the test ---- */

bool test_begins_final(text *t)
{
    static const char *const WORDS[] = {"locations", "filter", "exists", "forall"};
    text_skip_space(t);
    text ahead = *t;
    if (*t->at == '\0')
        return true;
    if (text_accept(&ahead, "~") && text_accept_word(&ahead, "exists"))
        return true;
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++) {
        ahead = *t;
        if (text_accept_word(&ahead, WORDS[i]))
            return true;
    }
    return false;
}

/* An array is all of its elements. */
static bool read_location(litmus_test *test, text *t)
{
    uint32_t place;
    text before = *t;
    text_skip_space(&before);
    const char *begin = before.at;
    if (!read_place(test, t, &place))
        return false;
    bool is_whole = memchr(begin, '[', (size_t)(t->at - begin)) == NULL;
    litmus_observed first = test->observed.data[place];
    if (first.thread != LITMUS_MEMORY || !is_whole)
        return true;
    const litmus_variable *variable = &test->variables.data[first.variable];
    for (uint32_t i = 0; i < variable->elements.size && variable->elements.size > 1; i++)
        observe_element(test, first.variable, i);
    return true;
}

static bool read_locations(litmus_test *test, text *t)
{
    if (!text_expect(t, "["))
        return false;
    while (!text_accept(t, "]")) {
        if (text_accept(t, ";"))
            continue;
        if (!read_location(test, t))
            return false;
        if (!text_is_next(t, ";") && !text_is_next(t, "]"))
            return text_fail_expected(t, "`;` or `]` after a location");
    }
    return true;
}

static bool read_quantifier(litmus_test *test, text *t)
{
    if (text_accept_word(t, "exists"))
        test->quantifier = LITMUS_EXISTS;
    else if (text_accept_word(t, "forall"))
        test->quantifier = LITMUS_FORALL;
    else if (text_accept(t, "~") && text_accept_word(t, "exists"))
        test->quantifier = LITMUS_NOT_EXISTS;
    else
        return text_fail_expected(t, "`exists`, `~exists` or `forall`");
    return true;
}

static bool read_final(litmus_test *test, text *t)
{
    if (text_accept_word(t, "locations") && !read_locations(test, t))
        return false;
    if (text_accept_word(t, "filter") && !read_formula(test, t, 0, &test->filter))
        return false;
    text_skip_space(t);
    if (*t->at == '\0') { /* nothing is asked: that stands */
        test->quantifier = LITMUS_FORALL;
        test->condition = add_node(test, (litmus_node){.kind = NODE_TRUE});
        return true;
    }
    if (!read_quantifier(test, t) || !read_formula(test, t, 0, &test->condition))
        return false;
    text_accept(t, ";");
    text_skip_space(t);
    return *t->at == '\0' || text_fail_expected(t, "the end of the file after the condition");
}

bool test_read_final(litmus_test *test, text *t)
{
    bool is_fine = read_final(test, t);
    sort_observed(test);
    return is_fine;
}

/* ---- what it means ---- */

static uint64_t cut(uint64_t value, uint8_t size)
{
    return size ? value & ir_mask((uint8_t)(size * 8)) : value;
}

static bool evaluate(const litmus_test *test, uint32_t id, const uint64_t *values)
{
    const litmus_node *node = &test->nodes.data[id];
    switch (node->kind) {
    case NODE_TRUE:
        return true;
    case NODE_NOT:
        return !evaluate(test, node->a, values);
    case NODE_AND:
        return evaluate(test, node->b, values) && evaluate(test, node->a, values);
    case NODE_OR:
        return evaluate(test, node->b, values) || evaluate(test, node->a, values);
    case NODE_EQUAL:
        break;
    }
    uint8_t size = test->observed.data[node->a].size;
    uint64_t other = node->other == UINT32_MAX ? test_number(test, node->value) : values[node->other];
    return cut(values[node->a], size) == cut(other, size);
}

bool litmus_counts(const litmus_test *test, const uint64_t *values)
{
    return test->filter == LITMUS_NO_NODE || evaluate(test, test->filter, values);
}

bool litmus_holds(const litmus_test *test, const uint64_t *values)
{
    return evaluate(test, test->condition, values);
}

/* ---- printing ---- */

static void print_number(uint64_t value, uint8_t size, bool is_unsigned, strbuf *out)
{
    uint8_t unused = (uint8_t)(64 - size * 8);
    if (is_unsigned)
        strbuf_addf(out, "%llu", (unsigned long long)value);
    else
        strbuf_addf(out, "%lld", (long long)(value << unused) >> unused);
}

/* A variable's name where the value is its address. */
static void print_value(const litmus_test *test, const litmus_observed *place, uint64_t value, strbuf *out)
{
    uint64_t object = ir_pointer_object(IR_LAYOUT_64, value), first = (uint64_t)test->register_count + 1;
    bool is_address = place->size == 8 && object >= first && object - first < test->variables.size;
    uint64_t offset = is_address ? ir_pointer_offset(IR_LAYOUT_64, value) : 0;
    if (!is_address || offset >= ir_object_limit(IR_LAYOUT_64)) {
        print_number(value, place->size, place->is_unsigned, out);
        return;
    }
    strbuf_add(out, test->variables.data[object - first].name);
    if (offset)
        strbuf_addf(out, "+%llu", (unsigned long long)offset);
}

void litmus_print_state(const litmus_test *test, const uint64_t *values, strbuf *out)
{
    for (uint32_t i = 0; i < test->observed.size; i++) {
        strbuf_addf(out, "%s%s=", i ? " " : "", test->observed.data[i].name);
        print_value(test, &test->observed.data[i], values[i], out);
        strbuf_add_char(out, ';');
    }
}

static void print_atom(const litmus_test *test, const litmus_node *node, strbuf *out)
{
    strbuf_addf(out, "%s=", test->observed.data[node->a].name);
    if (node->other != UINT32_MAX)
        strbuf_add(out, test->observed.data[node->other].name);
    else if (node->value.is_address)
        strbuf_add(out, test->variables.data[node->value.variable].name);
    else
        strbuf_addf(out, "%lld", (long long)node->value.number);
}

static void print_node(const litmus_test *test, uint32_t id, litmus_node_kind inside, strbuf *out)
{
    const litmus_node *node = &test->nodes.data[id];
    bool is_bracketed = (node->kind == NODE_AND || node->kind == NODE_OR) && node->kind != inside;
    strbuf_add(out, is_bracketed ? "(" : "");
    switch (node->kind) {
    case NODE_TRUE:
        strbuf_add(out, "true");
        break;
    case NODE_NOT:
        strbuf_add(out, "not (");
        print_node(test, node->a, NODE_NOT, out);
        strbuf_add(out, ")");
        break;
    case NODE_AND:
    case NODE_OR:
        print_node(test, node->a, node->kind, out);
        strbuf_add(out, node->kind == NODE_AND ? " /\\ " : " \\/ ");
        print_node(test, node->b, node->kind, out);
        break;
    case NODE_EQUAL:
        print_atom(test, node, out);
        break;
    }
    strbuf_add(out, is_bracketed ? ")" : "");
}

void litmus_print_condition(const litmus_test *test, strbuf *out)
{
    static const char *const WORDS[] = {"exists", "~exists", "forall"};
    const litmus_node *top = &test->nodes.data[test->condition];
    bool is_atom = top->kind == NODE_EQUAL || top->kind == NODE_TRUE;
    strbuf_addf(out, "%s %s", WORDS[test->quantifier], is_atom ? "(" : "");
    print_node(test, test->condition, NODE_NOT, out);
    strbuf_add(out, is_atom ? ")" : "");
}
