#include "term/table.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/hash.h"

enum { FIRST_SLOT_COUNT = 1024, WORD_BITS = 64, HALF_WORD_BITS = 32 };

static const uint8_t arity_of[TERM_OP_COUNT] = {
#define OP(name, smtlib, infix, arity) [TERM_##name] = (arity),
    TERM_OPS(OP)
#undef OP
};

uint32_t term_op_arity(term_op op)
{
    return arity_of[op];
}

static uint64_t hash_node(const term_node *node)
{
    uint64_t head = (uint64_t)node->op << 56 | (uint64_t)node->width << 48 | (uint64_t)node->aux << 32 | node->c;
    uint64_t rest = (uint64_t)node->a << 32 | node->b;
    return hash_mix(hash_mix(head) + rest * 0x9e3779b97f4a7c15u);
}

static bool same_node(const term_node *x, const term_node *y)
{
    return x->op == y->op && x->width == y->width && x->aux == y->aux && x->a == y->a && x->b == y->b && x->c == y->c;
}

/* The index of a high word differs from the word, so wide constants hash without it. */
static uint32_t hash_constant(const term_node *node, uint64_t high)
{
    term_node low = *node;
    low.c = 0;
    return (uint32_t)hash_mix(hash_node(&low) + high);
}

static void insert(term_table *table, term_slot slot)
{
    uint32_t mask = table->slot_count - 1;
    uint32_t i = slot.hash & mask;
    while (table->slots[i].node != TERM_NONE)
        i = (i + 1) & mask;
    table->slots[i] = slot;
}

static void resize_slots(term_table *table, uint32_t count)
{
    term_slot *old = table->slots;
    uint32_t old_count = table->slot_count;
    table->slots = alloc_bytes((size_t)count * sizeof *table->slots);
    memset(table->slots, 0xff, (size_t)count * sizeof *table->slots);
    table->slot_count = count;
    for (uint32_t i = 0; i < old_count; i++)
        if (old[i].node != TERM_NONE)
            insert(table, old[i]);
    free(old);
}

static term append(term_table *table, uint32_t hash, term_node node)
{
    if ((uint64_t)table->nodes.size * 2 >= table->slot_count)
        resize_slots(table, table->slot_count * 2);
    term a = table->nodes.size;
    vec_push(&table->nodes, node);
    insert(table, (term_slot){hash, a});
    return a;
}

term term_intern(term_table *table, term_node node)
{
    assert(node.op != TERM_CONSTANT);
    uint32_t hash = (uint32_t)hash_node(&node), mask = table->slot_count - 1;
    for (uint32_t i = hash & mask; table->slots[i].node != TERM_NONE; i = (i + 1) & mask)
        if (table->slots[i].hash == hash && same_node(&table->nodes.data[table->slots[i].node], &node))
            return table->slots[i].node;
    return append(table, hash, node);
}

static bool is_this_constant(const term_table *table, const term_node *found, const term_node *wanted, uint64_t high)
{
    return found->op == TERM_CONSTANT && found->width == wanted->width && found->a == wanted->a &&
           found->b == wanted->b && (found->width <= WORD_BITS || table->high_words.data[found->c] == high);
}

term term_constant(term_table *table, uint32_t width, term_value value)
{
    assert(width >= 1 && width <= TERM_MAX_WIDTH);
    value &= value_mask(width);
    uint64_t low = (uint64_t)value, high = (uint64_t)(value >> WORD_BITS);
    term_node node = {
        .op = TERM_CONSTANT, .width = (uint8_t)width, .a = (uint32_t)low, .b = (uint32_t)(low >> HALF_WORD_BITS)};
    uint32_t hash = hash_constant(&node, high), mask = table->slot_count - 1;
    for (uint32_t i = hash & mask; table->slots[i].node != TERM_NONE; i = (i + 1) & mask)
        if (table->slots[i].hash == hash &&
            is_this_constant(table, &table->nodes.data[table->slots[i].node], &node, high))
            return table->slots[i].node;
    if (width > WORD_BITS) {
        node.c = table->high_words.size;
        vec_push(&table->high_words, high);
    }
    return append(table, hash, node);
}

term term_variable(term_table *table, uint32_t width, const char *name)
{
    assert(width >= 1 && width <= TERM_MAX_WIDTH);
    uint32_t number = table->names.size;
    vec_push(&table->names, name ? alloc_string(name) : NULL);
    return term_intern(table, (term_node){.op = TERM_VARIABLE, .width = (uint8_t)width, .a = number});
}

term_table *term_table_new(void)
{
    term_table *table = alloc_zeroed(1, sizeof *table);
    resize_slots(table, FIRST_SLOT_COUNT);
    term no = term_constant(table, 1, 0);
    term yes = term_constant(table, 1, 1);
    assert(no == TERM_FALSE && yes == TERM_TRUE);
    (void)no, (void)yes;
    return table;
}

void term_table_free(term_table *table)
{
    if (table == NULL)
        return;
    for (uint32_t i = 0; i < table->names.size; i++)
        free(table->names.data[i]);
    vec_clear(&table->names);
    vec_clear(&table->nodes);
    vec_clear(&table->high_words);
    free(table->slots);
    free(table);
}

uint64_t term_builds(const term_table *table)
{
    return table->builds;
}

uint32_t term_count(const term_table *table)
{
    return table->nodes.size;
}

term_op term_operation(const term_table *table, term a)
{
    return (term_op)node_of(table, a)->op;
}

uint32_t term_width(const term_table *table, term a)
{
    return node_of(table, a)->width;
}

uint32_t term_arity(const term_table *table, term a)
{
    return arity_of[node_of(table, a)->op];
}

term term_child(const term_table *table, term a, uint32_t index)
{
    const term_node *node = node_of(table, a);
    assert(index < arity_of[node->op]);
    return index == 0 ? node->a : index == 1 ? node->b : node->c;
}

uint32_t term_extract_low(const term_table *table, term a)
{
    assert(is_op(table, a, TERM_EXTRACT));
    return node_of(table, a)->aux;
}

bool term_is_constant(const term_table *table, term a)
{
    return is_constant(table, a);
}

term_value term_constant_value(const term_table *table, term a)
{
    const term_node *node = node_of(table, a);
    assert(node->op == TERM_CONSTANT);
    uint64_t low = (uint64_t)node->b << HALF_WORD_BITS | node->a;
    uint64_t high = node->width > WORD_BITS ? table->high_words.data[node->c] : 0;
    return (term_value)high << WORD_BITS | low;
}

const char *term_variable_name(const term_table *table, term a)
{
    return table->names.data[term_variable_number(table, a)];
}

uint32_t term_variable_number(const term_table *table, term a)
{
    assert(is_op(table, a, TERM_VARIABLE));
    return node_of(table, a)->a;
}

term_float_function term_float_function_of(const term_table *table, term a)
{
    assert(is_op(table, a, TERM_FUNARY));
    return (term_float_function)node_of(table, a)->aux;
}

bool term_is_opaque_float(const term_table *table, term a)
{
    uint8_t op = node_of(table, a)->op;
    return op == TERM_FREM || op == TERM_FLIBM;
}
