#include "symex/guard.h"

/* How far back a guard's history is searched: deeper nesting costs precision, never soundness. */
enum { MAX_HISTORY = 64, MAX_PEELED = 256 };

void guards_clear(guards *g)
{
    vec_clear(&g->by_term);
    vec_clear(&g->entries);
}

static const guard_entry *history_of(const guards *g, term guard)
{
    uint32_t index = guard < g->by_term.size ? g->by_term.data[guard] : 0;
    return index > 0 ? &g->entries.data[index - 1] : NULL;
}

static void set_history(guards *g, term guard, guard_entry entry)
{
    vec_push(&g->entries, entry);
    if (guard >= g->by_term.size)
        vec_resize(&g->by_term, guard + 1);
    g->by_term.data[guard] = g->entries.size;
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
    if (narrowed != parent && narrowed > TERM_TRUE && !history_of(g, narrowed))
        set_history(g, narrowed, (guard_entry){parent, condition});
    return narrowed;
}

/* The guards that are being joined. */
typedef struct joining {
    const guards *g;
    map present; /* guard -> is it still there? */
    map sides;   /* guard before a branch, and its condition -> guard */
} joining;

static uint64_t side_key(term parent, term condition)
{
    return (uint64_t)parent << 32 | condition;
}

static bool is_in(const joining *j, term guard)
{
    return map_get(&j->present, guard, false);
}

static void put_in(joining *j, term guard)
{
    const guard_entry *entry = history_of(j->g, guard);
    map_put(&j->present, guard, true);
    if (entry)
        map_put(&j->sides, side_key(entry->parent, entry->condition), guard);
}

static void take_out(joining *j, term guard)
{
    map_put(&j->present, guard, false);
}

/* Both sides of one branch give back the guard before it, which may be a side of another branch. */
static term join_sides(joining *j, term guard)
{
    for (const guard_entry *entry; (entry = history_of(j->g, guard)) != NULL;) {
        uint64_t key = side_key(entry->parent, term_not(j->g->terms, entry->condition));
        term other = (term)map_get(&j->sides, key, TERM_NONE);
        if (other == TERM_NONE || !is_in(j, other))
            break;
        take_out(j, guard);
        take_out(j, other);
        guard = entry->parent;
        put_in(j, guard);
    }
    return guard;
}

/* Is another guard in the history of this one, so that it is a part of that one? */
static bool is_covered(const joining *j, term guard)
{
    const guard_entry *entry = history_of(j->g, guard);
    for (uint32_t i = 0; i < MAX_HISTORY && entry; i++) {
        if (is_in(j, entry->parent) || (entry->condition != guard && is_in(j, entry->condition)))
            return true;
        entry = history_of(j->g, entry->parent);
    }
    return false;
}

static term join_many(const guards *g, const guard_list *list)
{
    joining j = {.g = g};
    term result = TERM_FALSE;
    for (uint32_t i = 0; i < list->size; i++)
        if (list->data[i] != TERM_FALSE)
            put_in(&j, list->data[i]);
    for (uint32_t i = 0; i < list->size; i++)
        if (is_in(&j, list->data[i]))
            list->data[i] = join_sides(&j, list->data[i]);
    for (uint32_t i = 0; i < list->size; i++)
        if (is_in(&j, list->data[i]) && is_covered(&j, list->data[i]))
            take_out(&j, list->data[i]);
    for (uint32_t i = 0; i < list->size; i++)
        if (is_in(&j, list->data[i])) {
            result = term_or(g->terms, result, list->data[i]);
            take_out(&j, list->data[i]);
        }
    map_clear(&j.present);
    map_clear(&j.sides);
    return result;
}

/* The last guard that both were narrowed from, as far as it is found; TERM_TRUE if it is not. Mostly, a guard has a
 * larger number than the one it was narrowed from. */
static term common_origin(const guards *g, term a, term b)
{
    for (uint32_t i = 0; i < MAX_HISTORY && a != b; i++) {
        const guard_entry *entry = history_of(g, a > b ? a : b);
        if (entry == NULL)
            return TERM_TRUE;
        *(a > b ? &a : &b) = entry->parent;
    }
    return a == b ? a : TERM_TRUE;
}

/* What all guards of a join were narrowed from is true in the join, too. */
static void note_origin(guards *g, term joined, term origin)
{
    if (origin == TERM_TRUE || origin == joined || joined <= TERM_TRUE || history_of(g, joined))
        return;
    set_history(g, joined, (guard_entry){origin, joined});
}

term guard_join(guards *g, guard_list *list)
{
    term origin = TERM_NONE;
    for (uint32_t i = 0; i < list->size; i++)
        if (list->data[i] != TERM_FALSE)
            origin = origin == TERM_NONE ? list->data[i] : common_origin(g, origin, list->data[i]);
    term result = list->size == 1 ? list->data[0] : join_many(g, list);
    vec_clear(list);
    note_origin(g, result, origin);
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

void guard_list_true(const guards *g, term guard, guard_list *out)
{
    vec_push(out, TERM_TRUE);
    for (uint32_t i = 0; i < MAX_HISTORY && guard > TERM_TRUE; i++) {
        vec_push(out, guard);
        const guard_entry *entry = history_of(g, guard);
        if (entry == NULL)
            break;
        vec_push(out, entry->condition);
        guard = entry->parent;
    }
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

term guard_knows(const guards *g, term guard, term condition)
{
    term known = guard_decides(g, guard, condition);
    if (known == TERM_NONE && is_refuted(g, guard, condition))
        return TERM_FALSE;
    return known == TERM_NONE && is_refuted(g, guard, term_not(g->terms, condition)) ? TERM_TRUE : known;
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
