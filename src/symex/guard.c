#include "symex/guard.h"

/* How far back a guard's history is searched: deeper nesting costs precision, never soundness. */
enum { MAX_HISTORY = 64, MAX_PEELED = 256 };

void guards_clear(guards *g)
{
    map_clear(&g->by_term);
    vec_clear(&g->entries);
}

static const guard_entry *history_of(const guards *g, term guard)
{
    const uint64_t *index = map_find(&g->by_term, guard);
    return index ? &g->entries.data[*index] : NULL;
}

term guard_narrow(guards *g, term parent, term condition)
{
    if (condition == TERM_TRUE || parent == TERM_FALSE)
        return parent;
    if (condition == TERM_FALSE)
        return TERM_FALSE;
    term known = guard_decides(g, parent, condition);
    if (known != TERM_NONE)
        return known == TERM_TRUE ? parent : TERM_FALSE;
    term narrowed = term_and(g->terms, parent, condition);
    if (narrowed != parent && narrowed > TERM_TRUE && !map_find(&g->by_term, narrowed)) {
        map_put(&g->by_term, narrowed, g->entries.size);
        vec_push(&g->entries, (guard_entry){parent, condition});
    }
    return narrowed;
}

/* The two sides of one branch give back the guard before it. */
static bool join_pair(const guards *g, term a, term b, term *joined)
{
    const guard_entry *x = history_of(g, a), *y = history_of(g, b);
    if (x && y && x->parent == y->parent && term_not(g->terms, x->condition) == y->condition) {
        *joined = x->parent;
        return true;
    }
    /* One is a part of the other. */
    if (guard_decides(g, a, b) == TERM_TRUE) {
        *joined = b;
        return true;
    }
    if (guard_decides(g, b, a) == TERM_TRUE) {
        *joined = a;
        return true;
    }
    return false;
}

static bool join_some_pair(const guards *g, guard_list *list)
{
    for (uint32_t i = 0; i < list->size; i++)
        for (uint32_t j = i + 1; j < list->size; j++)
            if (join_pair(g, list->data[i], list->data[j], &list->data[i])) {
                list->data[j] = vec_pop(list);
                return true;
            }
    return false;
}

term guard_join(guards *g, guard_list *list)
{
    for (uint32_t i = list->size; i-- > 0;)
        if (list->data[i] == TERM_FALSE)
            list->data[i] = vec_pop(list);
    while (join_some_pair(g, list)) {
    }
    term result = TERM_FALSE;
    for (uint32_t i = 0; i < list->size; i++)
        result = term_or(g->terms, result, list->data[i]);
    vec_clear(list);
    return result;
}

term guard_decides(const guards *g, term guard, term condition)
{
    if (condition == TERM_TRUE || condition == TERM_FALSE)
        return condition;
    term negated = term_not(g->terms, condition);
    for (uint32_t i = 0; i < MAX_HISTORY && guard > TERM_TRUE; i++) {
        if (guard == condition)
            return TERM_TRUE;
        if (guard == negated)
            return TERM_FALSE;
        const guard_entry *entry = history_of(g, guard);
        if (entry == NULL)
            break;
        if (entry->condition == condition)
            return TERM_TRUE;
        if (entry->condition == negated)
            return TERM_FALSE;
        guard = entry->parent;
    }
    return TERM_NONE;
}

static bool is_refuted(const guards *g, term guard, term condition)
{
    for (uint32_t i = 0; i < MAX_HISTORY; i++) {
        if (guard_decides(g, guard, condition) == TERM_FALSE)
            return true;
        const guard_entry *entry = history_of(g, condition);
        if (entry == NULL)
            return false;
        if (guard_decides(g, guard, entry->condition) == TERM_FALSE)
            return true;
        condition = entry->parent;
    }
    return false;
}

term guard_simplify(const guards *g, term guard, term value)
{
    for (uint32_t i = 0; i < MAX_PEELED && term_operation(g->terms, value) == TERM_ITE; i++) {
        term condition = term_child(g->terms, value, 0);
        if (guard_decides(g, guard, condition) == TERM_TRUE)
            value = term_child(g->terms, value, 1);
        else if (is_refuted(g, guard, condition))
            value = term_child(g->terms, value, 2);
        else
            break;
    }
    return value;
}
