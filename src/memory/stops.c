#include "memory/stops.h"

#include <stdlib.h>

#include "base/alloc.h"

/* Something with a guard at a place of a thread. */
typedef struct place {
    uint32_t thread, position, order; /* order: among those of one place */
    term *guard;
    bool stops; /* the thread goes on only where the guard does not hold */
} place;

typedef struct sweep {
    symex *s;
    memory *m;
    VEC(place) places;
    uint32_t *next;     /* by thread: in places */
    uint32_t *position; /* by thread: events so far */
    term *lives;        /* by thread: has it come so far? */
    term *ends;         /* by thread: has it come to its end? */
    uint32_t next_join;
} sweep;

static int compare_places(const void *a, const void *b)
{
    const place *x = a, *y = b;
    if (x->thread != y->thread)
        return x->thread < y->thread ? -1 : 1;
    if (x->position != y->position)
        return x->position < y->position ? -1 : 1;
    return (x->order > y->order) - (x->order < y->order);
}

/* Where something is not modelled, or a violation does not count. */
static bool stops_thread(const symex_claim *claim, property_set ignored)
{
    if (claim->is_unsupported)
        return !claim->is_residue;
    return property_is_in(ignored & property_stopping(), claim->property);
}

/* Claims of memory are about the event at their position: they come after those of symbolic execution. */
static bool list_places(sweep *w, property_set ignored)
{
    symex *s = w->s;
    bool any_stops = false;
    uint32_t order = 0;
    for (int turn = 0; turn < 2; turn++) {
        symex_claim *claims = turn ? w->m->claims.data : s->claims.data;
        uint32_t count = turn ? w->m->claims.size : s->claims.size;
        for (uint32_t i = 0; i < count; i++) {
            bool stops = claims[i].goes_on && stops_thread(&claims[i], ignored);
            any_stops |= stops;
            vec_push(&w->places, (place){claims[i].thread, claims[i].position, order++, &claims[i].guard, stops});
            if (claims[i].surely != TERM_NONE)
                vec_push(&w->places, (place){claims[i].thread, claims[i].position, order++, &claims[i].surely, false});
        }
    }
    for (uint32_t i = 0; i < s->cuts.size; i++)
        vec_push(&w->places,
                 (place){s->cuts.data[i].thread, s->cuts.data[i].position, order++, &s->cuts.data[i].guard, false});
    for (uint32_t i = 0; i < s->choices.size; i++)
        vec_push(&w->places, (place){s->choices.data[i].thread, s->choices.data[i].position, order++,
                                     &s->choices.data[i].guard, false});
    if (any_stops)
        qsort(w->places.data, w->places.size, sizeof(place), compare_places);
    return any_stops;
}

static void narrow(sweep *w, term *guard, term condition)
{
    *guard = guard_narrow(&w->s->guards, *guard, condition);
}

/* Up to and including those of the thread's event number `last`. */
static void pass_places(sweep *w, uint32_t thread, uint32_t last)
{
    term_table *t = w->s->terms;
    for (uint32_t *i = &w->next[thread]; *i < w->places.size; ++*i) {
        const place *p = &w->places.data[*i];
        if (p->thread != thread || p->position > last)
            break;
        term before = *p->guard;
        narrow(w, p->guard, w->lives[thread]);
        if (p->stops)
            w->lives[thread] = term_and(t, w->lives[thread], term_not(t, before));
    }
}

/* Waits for threads to come to their end. */
static void pass_join(sweep *w, uint32_t event)
{
    symex *s = w->s;
    uint32_t thread = s->events.data[event].thread;
    for (; w->next_join < s->joins.size && s->joins.data[w->next_join].event <= event; w->next_join++) {
        const symex_join *join = &s->joins.data[w->next_join];
        term comes = term_implies(s->terms, join->condition, w->ends[join->thread]);
        w->lives[thread] = term_and(s->terms, w->lives[thread], comes);
    }
}

static void pass_event(sweep *w, uint32_t id)
{
    symex *s = w->s;
    symex_event *event = &s->events.data[id];
    uint32_t thread = event->thread;
    pass_places(w, thread, w->position[thread]++);
    if (event->kind == SYMEX_JOIN)
        pass_join(w, id);
    term lives = w->lives[thread];
    narrow(w, &event->guard, lives);
    for (uint32_t i = w->m->first_access[id]; i < w->m->first_access[id + 1]; i++)
        narrow(w, &w->m->accesses.data[i].guard, lives);
    if (event->kind == SYMEX_START) {
        w->lives[event->other] = lives;
        narrow(w, &s->threads.data[event->other].guard, lives);
    } else if (event->kind == SYMEX_END) {
        w->ends[thread] = lives;
        narrow(w, &s->threads.data[thread].end_guard, lives);
    }
}

void memory_stop_threads(symex *s, memory *m, property_set ignored)
{
    enum { EVENT_WORK = 30 };
    uint32_t threads = s->threads.size;
    sweep w = {.s = s, .m = m};
    if (list_places(&w, ignored)) {
        w.next = alloc_zeroed(threads, sizeof(uint32_t));
        w.position = alloc_zeroed(threads, sizeof(uint32_t));
        w.lives = alloc_bytes(threads * sizeof(term));
        w.ends = alloc_bytes(threads * sizeof(term));
        for (uint32_t i = 0; i < threads; i++)
            w.lives[i] = w.ends[i] = TERM_TRUE;
        for (uint32_t i = w.places.size; i-- > 0;)
            w.next[w.places.data[i].thread] = i;
        for (uint32_t e = 0; e < s->events.size && !symex_is_stopped(s, EVENT_WORK); e++)
            pass_event(&w, e);
        for (uint32_t i = 0; i < threads; i++)
            pass_places(&w, i, UINT32_MAX);
        free(w.next);
        free(w.position);
        free(w.lives);
        free(w.ends);
    }
    vec_clear(&w.places);
}
