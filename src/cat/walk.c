#include "cat/walk.h"

void walk_want(walk *w, uint32_t node, uint32_t a, uint32_t b, bool is_absent)
{
    uint64_t count = w->s->size.count, set = session_is_set(w->s, node);
    uint64_t key = ((((uint64_t)node * 2 + is_absent) * count) + a) * count + (set ? 0 : b);
    if (map_find(&w->seen, key))
        return;
    map_put(&w->seen, key, 1);
    vec_push(&w->open, (walk_goal){node, a, set ? 0 : b, is_absent});
}

void walk_tell(walk *w, cat_fact_kind kind, uint32_t a, uint32_t b)
{
    vec_push(&w->reason->facts, (cat_fact){kind, a, b});
}

void walk_tell_event(walk *w, uint32_t a)
{
    if (!session_is_initial(w->s, a))
        walk_tell(w, CAT_FACT_EVENT, a, 0);
}

void walk_tell_place(walk *w, cat_fact_kind kind, uint32_t a, uint32_t b)
{
    if (a != b && !w->s->places_are_fixed)
        walk_tell(w, kind, a < b ? a : b, a < b ? b : a);
}

void walk_tell_rf(walk *w, uint32_t write, uint32_t read)
{
    walk_tell(w, CAT_FACT_RF, write, read);
    walk_tell_event(w, write);
    walk_tell_event(w, read);
}

void walk_tell_co(walk *w, uint32_t a, uint32_t b)
{
    walk_tell_event(w, a);
    walk_tell_event(w, b);
    if (session_is_initial(w->s, a))
        walk_tell_place(w, CAT_FACT_SAME, a, b);
    else
        walk_tell(w, CAT_FACT_CO, a, b);
}
