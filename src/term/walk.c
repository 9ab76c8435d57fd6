#include "term/walk.h"

#include "term/table.h"

enum { WORD_BITS = 64 };

bool term_walk_visited(const term_walk *walk, term a)
{
    uint32_t word = a / WORD_BITS;
    return word < walk->marks.size && (walk->marks.data[word] >> (a % WORD_BITS) & 1);
}

static void mark(term_walk *walk, const term_table *table, term a)
{
    uint32_t word = a / WORD_BITS;
    if (word >= walk->marks.size) {
        uint32_t all = term_count(table) / WORD_BITS + 1;
        vec_resize(&walk->marks, all);
    }
    walk->marks.data[word] |= UINT64_C(1) << (a % WORD_BITS);
}

/* A term stays on the stack until its children are visited; terms met twice there are dropped the second time. */
void term_walk_add(term_walk *walk, const term_table *table, term root)
{
    vec_push(&walk->stack, root);
    while (walk->stack.size) {
        term a = *vec_last(&walk->stack);
        if (term_walk_visited(walk, a)) {
            walk->stack.size--;
            continue;
        }
        uint32_t before = walk->stack.size;
        for (uint32_t i = term_arity(table, a); i-- > 0;) {
            term child = term_child(table, a, i);
            if (!term_walk_visited(walk, child))
                vec_push(&walk->stack, child);
        }
        if (walk->stack.size == before) {
            walk->stack.size--;
            mark(walk, table, a);
            vec_push(&walk->order, a);
        }
    }
}

void term_walk_clear(term_walk *walk)
{
    vec_clear(&walk->order);
    vec_clear(&walk->marks);
    vec_clear(&walk->stack);
}

void term_support(const term_table *table, term root, term_list *variables)
{
    term_walk walk = {0};
    term_walk_add(&walk, table, root);
    for (uint32_t i = 0; i < walk.order.size; i++)
        if (is_op(table, walk.order.data[i], TERM_VARIABLE))
            vec_push(variables, walk.order.data[i]);
    term_walk_clear(&walk);
}

term term_find_opaque_float(const term_table *table, term root)
{
    term_walk walk = {0};
    term found = TERM_NONE;
    term_walk_add(&walk, table, root);
    for (uint32_t i = 0; i < walk.order.size && found == TERM_NONE; i++)
        if (term_is_opaque_float(table, walk.order.data[i]))
            found = walk.order.data[i];
    term_walk_clear(&walk);
    return found;
}
