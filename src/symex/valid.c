/* Does an execution hold what symex.h promises? For asserts: looks at everything. */
#include "base/alloc.h"
#include "symex/symex.h"

static bool is_event_of(const symex *s, uint32_t event, uint32_t thread, symex_kind kind)
{
    return event < s->events.size && s->events.data[event].thread == thread && s->events.data[event].kind == kind;
}

/* Ascending, all of the thread, and none without the thread being started, as far as guards tell. */
static bool are_events_valid(const symex *s, uint32_t thread)
{
    const symex_thread *t = &s->threads.data[thread];
    for (uint32_t i = 0; i < t->events.size; i++) {
        uint32_t e = t->events.data[i];
        if (e >= s->events.size || (i > 0 && e <= t->events.data[i - 1]) || s->events.data[e].thread != thread)
            return false;
        if (guard_decides(&s->guards, s->events.data[e].guard, t->guard) == TERM_FALSE)
            return false;
    }
    return true;
}

/* But for the events that no thread does, and that only main has. */
static bool is_last(const symex *s, const symex_thread *t, uint32_t event)
{
    uint32_t last = t->events.size;
    while (last > 0 && t->events.data[last - 1] >= s->first_last && t == s->threads.data)
        last--;
    return last > 0 && t->events.data[last - 1] == event;
}

static bool is_thread_valid(const symex *s, uint32_t thread)
{
    const symex_thread *t = &s->threads.data[thread];
    if (t->events.size == 0 || t->events.data[0] != t->begin || !is_event_of(s, t->begin, thread, SYMEX_BEGIN))
        return false;
    if (t->end != IR_NONE && (!is_event_of(s, t->end, thread, SYMEX_END) || !is_last(s, t, t->end)))
        return false;
    if (thread == 0)
        return t->start == IR_NONE && t->parent == IR_NONE;
    return t->parent < thread && t->start < t->begin && is_event_of(s, t->start, t->parent, SYMEX_START) &&
           s->events.data[t->start].other == thread;
}

static bool are_threads_valid(const symex *s)
{
    uint64_t events = 0;
    for (uint32_t t = 0; t < s->threads.size; t++) {
        if (!is_thread_valid(s, t) || !are_events_valid(s, t))
            return false;
        events += s->threads.data[t].events.size;
    }
    return events == s->events.size && s->first_late <= s->events.size;
}

/* A block belongs to one thread. */
static bool are_blocks_valid(const symex *s)
{
    uint32_t *thread = alloc_bytes(((size_t)s->block_count + 1) * sizeof(uint32_t));
    bool is_valid = true;
    memset(thread, 0xff, ((size_t)s->block_count + 1) * sizeof(uint32_t));
    for (uint32_t e = 0; e < s->events.size && is_valid; e++) {
        const symex_event *event = &s->events.data[e];
        if (event->block == IR_NONE)
            continue;
        is_valid =
            event->block < s->block_count && (thread[event->block] == IR_NONE || thread[event->block] == event->thread);
        if (is_valid)
            thread[event->block] = event->thread;
    }
    free(thread);
    return is_valid;
}

/* A section lies in an earlier one of its thread, and so do those that go on in it. */
static bool are_sections_valid(const symex *s)
{
    for (uint32_t i = 1; i < s->sections.size; i++) {
        const symex_section *section = &s->sections.data[i];
        const uint32_t others[] = {section->outer, section->parts[0], section->parts[1]};
        for (uint32_t k = 0; k < sizeof others / sizeof *others; k++)
            if (others[k] >= i ||
                (others[k] != SYMEX_NO_SECTION && s->sections.data[others[k]].thread != section->thread))
                return false;
    }
    for (uint32_t e = 0; e < s->events.size; e++) {
        uint32_t section = s->events.data[e].section;
        if (section >= s->sections.size ||
            (section != SYMEX_NO_SECTION && s->sections.data[section].thread != s->events.data[e].thread))
            return false;
    }
    return true;
}

/* In the order of their events. */
static bool are_joins_valid(const symex *s)
{
    for (uint32_t i = 0; i < s->joins.size; i++) {
        const symex_join *join = &s->joins.data[i];
        if (join->event >= s->events.size || s->events.data[join->event].kind != SYMEX_JOIN ||
            join->thread >= s->threads.size || (i > 0 && join->event < s->joins.data[i - 1].event))
            return false;
    }
    return true;
}

static bool is_place_valid(const symex *s, uint32_t thread, uint32_t position)
{
    return thread < s->threads.size && position <= s->threads.data[thread].events.size;
}

static bool are_places_valid(const symex *s)
{
    for (uint32_t i = 0; i < s->claims.size; i++)
        if (!is_place_valid(s, s->claims.data[i].thread, s->claims.data[i].position))
            return false;
    for (uint32_t i = 0; i < s->cuts.size; i++)
        if (!is_place_valid(s, s->cuts.data[i].thread, s->cuts.data[i].position))
            return false;
    for (uint32_t i = 0; i < s->choices.size; i++)
        if (!is_place_valid(s, s->choices.data[i].thread, s->choices.data[i].position))
            return false;
    return true;
}

bool symex_is_valid(const symex *s)
{
    return are_threads_valid(s) && are_blocks_valid(s) && are_sections_valid(s) && are_joins_valid(s) &&
           are_places_valid(s);
}
