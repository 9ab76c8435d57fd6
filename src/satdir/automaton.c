#include "satdir/automaton.h"

#include <string.h>

void automaton_clear(automaton *a)
{
    for (uint32_t i = 0; i < a->spots.size; i++) {
        vec_clear(&a->spots.data[i].edges);
        vec_clear(&a->spots.data[i].writes);
    }
    vec_clear(&a->spots);
    vec_clear(&a->trail);
    map_clear(&a->by_key);
    *a = (automaton){0};
}

static uint64_t short_key(hash128 key)
{
    uint64_t word = key.a ^ key.b * 3;
    return word - (word == MAP_NO_KEY);
}

spot_id automaton_spot(automaton *a, uint32_t thread, hash128 key)
{
    hash128_word(&key, thread);
    uint64_t *known = map_find(&a->by_key, short_key(key));
    if (known) {
        const spot *s = &a->spots.data[*known];
        if (s->key.a != key.a || s->key.b != key.b)
            a->problem = "two states that look the same";
        return (spot_id)*known;
    }
    map_put(&a->by_key, short_key(key), a->spots.size);
    vec_push(&a->spots, (spot){.key = key, .thread = thread, .started = RF_NONE, .start = SPOT_NONE});
    return a->spots.size - 1;
}

spot_id automaton_inner_spot(automaton *a, spot_id from, uint64_t value)
{
    hash128 key = a->spots.data[from].key;
    hash128_word(&key, value);
    return automaton_spot(a, a->spots.data[from].thread, key);
}

static void contradict(automaton *a)
{
    a->problem = "a thread does not do what it did before in the same state";
}

/* True if it is new. */
static bool set_kind(automaton *a, spot *s, spot_kind kind)
{
    if (s->kind == SPOT_UNKNOWN) {
        s->kind = (uint8_t)kind;
        a->news++;
        return true;
    }
    if (s->kind != kind)
        contradict(a);
    return false;
}

void automaton_see_read(automaton *a, spot_id at, uint32_t cell, bool is_inner)
{
    spot *s = &a->spots.data[at];
    if (set_kind(a, s, SPOT_READ)) {
        s->cell = cell;
        s->is_inner = is_inner;
    } else if (s->cell != cell || s->is_inner != is_inner) {
        contradict(a);
    }
}

static bool is_same_act(const spot *s, const spot *act, const rf_write *writes, uint32_t count)
{
    bool is_same = s->step == act->step && s->is_inner == act->is_inner && s->is_silent == act->is_silent &&
                   s->started == act->started && s->start == act->start && s->writes.size == count;
    for (uint32_t i = 0; is_same && i < count; i++)
        is_same = s->writes.data[i].cell == writes[i].cell && s->writes.data[i].value == writes[i].value;
    return is_same;
}

void automaton_see_act(automaton *a, spot_id at, const spot *act, const rf_write *writes, uint32_t count)
{
    spot *s = &a->spots.data[at];
    if (!set_kind(a, s, SPOT_ACT)) {
        if (!is_same_act(s, act, writes, count))
            contradict(a);
        return;
    }
    s->step = act->step;
    s->is_inner = act->is_inner;
    s->is_silent = act->is_silent;
    s->started = act->started;
    s->start = act->start;
    vec_append(&s->writes, writes, count);
}

void automaton_see_end(automaton *a, spot_id at)
{
    set_kind(a, &a->spots.data[at], SPOT_END);
}

/* ---- edges ---- */

const spot_edge *automaton_find_edge(const automaton *a, spot_id from, uint64_t value)
{
    const spot *s = &a->spots.data[from];
    for (uint32_t i = 0; i < s->edges.size; i++)
        if (s->edges.data[i].value == value)
            return &s->edges.data[i];
    return NULL;
}

typedef VEC(spot_id) spot_list;

/* Appends what is reached from the spot without back edges, itself first, and marks it. */
static void list_after(automaton *a, spot_id from, spot_list *list)
{
    uint32_t mark = ++a->mark;
    a->spots.data[from].mark = mark;
    vec_push(list, from);
    for (uint32_t i = 0; i < list->size; i++) {
        const spot *s = &a->spots.data[list->data[i]];
        for (uint32_t k = 0; k < s->edges.size; k++) {
            spot_id to = s->edges.data[k].to;
            if (to == SPOT_BLOCKED || s->edges.data[k].is_back || a->spots.data[to].mark == mark)
                continue;
            a->spots.data[to].mark = mark;
            vec_push(list, to);
        }
    }
}

static bool closes_cycle(automaton *a, spot_id from, spot_id to)
{
    spot_list after = {0};
    if (from == to)
        return true;
    if (a->spots.data[to].edges.size == 0)
        return false;
    list_after(a, to, &after);
    bool is_cycle = a->spots.data[from].mark == a->mark;
    vec_clear(&after);
    return is_cycle;
}

void automaton_see_edge(automaton *a, spot_id from, uint64_t value, spot_id to)
{
    const spot_edge *known = automaton_find_edge(a, from, value);
    vec_push(&a->trail, known ? known->number : a->edge_count);
    if (known) {
        if (known->to != to)
            contradict(a);
        return;
    }
    bool is_back = to != SPOT_BLOCKED && closes_cycle(a, from, to);
    vec_push(&a->spots.data[from].edges, (spot_edge){value, to, a->edge_count++, is_back});
    a->news++;
}

/* Of those in the list, which are after the first: marks the ones from which `from` is reached. */
static uint32_t mark_before(automaton *a, const spot_list *list, spot_id from)
{
    uint32_t mark = ++a->mark;
    a->spots.data[from].mark = mark;
    for (bool changes = true; changes;) {
        changes = false;
        for (uint32_t i = list->size; i-- > 0;) {
            spot *s = &a->spots.data[list->data[i]];
            for (uint32_t k = 0; k < s->edges.size && s->mark != mark; k++) {
                const spot_edge *e = &s->edges.data[k];
                if (e->to == SPOT_BLOCKED || e->is_back || a->spots.data[e->to].mark != mark)
                    continue;
                s->mark = mark;
                changes = true;
            }
        }
    }
    return mark;
}

bool automaton_is_idle(automaton *a, spot_id from, const spot_edge *edge)
{
    spot_list after = {0};
    list_after(a, edge->to, &after);
    uint32_t mark = mark_before(a, &after, from);
    bool is_idle = true;
    for (uint32_t i = 0; i < after.size && is_idle; i++) {
        const spot *s = &a->spots.data[after.data[i]];
        is_idle = s->mark != mark || (s->writes.size == 0 && s->started == RF_NONE);
    }
    vec_clear(&after);
    return is_idle;
}
