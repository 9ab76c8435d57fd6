/* Critical sections: which of its events a thread has while it surely holds a lock. Where a path that holds it meets
 * one that does not, nothing is known from there on. Where paths meet that hold it since different places, as after
 * pthread_cond_wait in a branch, a new section begins, in which the lock is held, but which was not begun by taking
 * it. */
#include "symex/context.h"

/* The events of the atomic block so far belong to the section as well. */
static void mark_block(context *x, symex_handover handover)
{
    symex *s = x->s;
    const symex_thread *t = &s->threads.data[x->standing.thread];
    for (uint32_t i = t->events.size; i-- > 0;) {
        symex_event *event = &s->events.data[t->events.data[i]];
        if (event->block != x->standing.block)
            break;
        event->section = x->standing.holding.section;
        event->handover = (uint8_t)handover;
    }
}

void symex_take_lock(context *x, term lock)
{
    /* In an atomic block of the user's, the lock is only a part of a larger step. */
    if (x->standing.atomic_depth != 1 || x->standing.holding.is_giving)
        return;
    vec_push(&x->s->sections, (symex_section){x->standing.thread, x->standing.holding.section, lock, {0}});
    x->standing.holding.section = x->s->sections.size - 1;
    mark_block(x, SYMEX_TAKES);
}

void symex_give_lock(context *x, term lock)
{
    holding *held = &x->standing.holding;
    if (held->section == SYMEX_NO_SECTION)
        return;
    /* Not the lock that was taken last, or a second one: what is held after that is not followed. */
    if (x->s->sections.data[held->section].lock != lock || held->is_giving) {
        *held = (holding){SYMEX_NO_SECTION, false};
        return;
    }
    held->is_giving = true;
    mark_block(x, SYMEX_GIVES);
}

void symex_end_handover(context *x)
{
    holding *held = &x->standing.holding;
    if (held->is_giving)
        *held = (holding){x->s->sections.data[held->section].outer, false};
}

holding symex_join_holding(context *x, holding a, holding b)
{
    static const holding NOTHING = {SYMEX_NO_SECTION, false};
    if (a.section == b.section && a.is_giving == b.is_giving)
        return a;
    if (a.section == SYMEX_NO_SECTION || b.section == SYMEX_NO_SECTION || a.is_giving || b.is_giving)
        return NOTHING;
    const symex_section *first = &x->s->sections.data[a.section], *second = &x->s->sections.data[b.section];
    if (first->lock != second->lock || first->outer != second->outer)
        return NOTHING;
    symex_section both = {first->thread, first->outer, first->lock, {a.section, b.section}};
    vec_push(&x->s->sections, both);
    return (holding){x->s->sections.size - 1, false};
}
