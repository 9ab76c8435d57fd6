#include "symex/depends.h"

#include <assert.h>

void depends_clear(depends_table *d)
{
    vec_clear(&d->nodes);
}

static const depends_node *node_of(const depends_table *d, depends set)
{
    assert(set > DEPENDS_NONE && set <= d->nodes.size);
    return &d->nodes.data[set - 1];
}

static depends add_node(depends_table *d, depends_node node)
{
    vec_push(&d->nodes, node);
    return d->nodes.size;
}

depends depends_on_read(depends_table *d, uint32_t event)
{
    return add_node(d, (depends_node){.kind = DEPENDS_READ, .first = event, .condition = TERM_NONE});
}

/* Was the one set made by adding the other to something, a short while ago? What is used again and again, like the
 * read that a loop waits by, is added only once. */
static bool has_part(const depends_table *d, depends whole, depends part)
{
    enum { MAX_STEPS = 4 };
    for (uint32_t i = 0; i < MAX_STEPS && whole >= part; i++) {
        const depends_node *node = node_of(d, whole);
        if (whole == part || (node->kind == DEPENDS_BOTH && node->second == part))
            return true;
        if (node->kind != DEPENDS_BOTH)
            return false;
        whole = node->first;
    }
    return false;
}

depends depends_on_both(depends_table *d, depends a, depends b)
{
    if (b == DEPENDS_NONE || a == b)
        return a;
    if (a == DEPENDS_NONE || has_part(d, b, a))
        return b;
    if (has_part(d, a, b))
        return a;
    return add_node(d, (depends_node){.kind = DEPENDS_BOTH, .first = a, .second = b, .condition = TERM_NONE});
}

depends depends_on_choice(depends_table *d, term condition, depends then, depends otherwise)
{
    if (then == otherwise || condition == TERM_TRUE)
        return then;
    if (condition == TERM_FALSE)
        return otherwise;
    return add_node(d,
                    (depends_node){.kind = DEPENDS_CHOICE, .first = then, .second = otherwise, .condition = condition});
}

/* ---- what is in a set ---- */

/* A walk through the sets that a set is made of, largest number first: when one is visited, all that it is a part of
 * have been. */
typedef struct walk {
    const depends_table *table;
    const guards *guards;
    term guard;
    VEC(depends) waiting; /* a heap */
    map conditions;       /* set -> when it is meant, as far as is known */
} walk;

static void sift_up(walk *w, uint32_t at)
{
    depends *heap = w->waiting.data;
    for (; at > 0 && heap[(at - 1) / 2] < heap[at]; at = (at - 1) / 2) {
        depends parent = heap[(at - 1) / 2];
        heap[(at - 1) / 2] = heap[at];
        heap[at] = parent;
    }
}

static depends take_largest(walk *w)
{
    depends *heap = w->waiting.data, largest = heap[0], last = vec_pop(&w->waiting);
    uint32_t size = w->waiting.size, at = 0;
    if (size == 0)
        return largest;
    heap[0] = last;
    for (uint32_t child; (child = 2 * at + 1) < size; at = child) {
        if (child + 1 < size && heap[child] < heap[child + 1])
            child++;
        if (heap[at] >= heap[child])
            break;
        depends moved = heap[at];
        heap[at] = heap[child];
        heap[child] = moved;
    }
    return largest;
}

static void meet(walk *w, depends set, term condition)
{
    if (set == DEPENDS_NONE || condition == TERM_FALSE)
        return;
    const uint64_t *known = map_find(&w->conditions, set);
    if (known == NULL) {
        vec_push(&w->waiting, set);
        sift_up(w, w->waiting.size - 1);
    }
    map_put(&w->conditions, set, known ? term_or(w->guards->terms, (term)*known, condition) : condition);
}

static void visit_choice(walk *w, const depends_node *node, term condition)
{
    term_table *t = w->guards->terms;
    term known = guard_knows(w->guards, w->guard, node->condition);
    term choice = known == TERM_NONE ? node->condition : known;
    meet(w, node->first, term_and(t, condition, choice));
    meet(w, node->second, term_and(t, condition, term_not(t, choice)));
}

static void reverse(depends_list *list)
{
    for (uint32_t i = 0; i < list->size / 2; i++) {
        depends_entry entry = list->data[i];
        list->data[i] = list->data[list->size - 1 - i];
        list->data[list->size - 1 - i] = entry;
    }
}

bool depends_list_reads(const depends_table *d, const guards *g, depends set, term guard, uint32_t most,
                        depends_list *out)
{
    walk w = {.table = d, .guards = g, .guard = guard};
    out->size = 0;
    meet(&w, set, TERM_TRUE);
    while (w.waiting.size > 0 && out->size < most) {
        depends at = take_largest(&w);
        const depends_node *node = node_of(d, at);
        term condition = (term)map_get(&w.conditions, at, TERM_FALSE);
        switch (node->kind) {
        case DEPENDS_READ:
            vec_push(out, (depends_entry){node->first, condition});
            break;
        case DEPENDS_BOTH:
            meet(&w, node->first, condition);
            meet(&w, node->second, condition);
            break;
        case DEPENDS_CHOICE:
            visit_choice(&w, node, condition);
            break;
        }
    }
    bool is_all = w.waiting.size == 0;
    reverse(out);
    vec_clear(&w.waiting);
    map_clear(&w.conditions);
    return is_all;
}
