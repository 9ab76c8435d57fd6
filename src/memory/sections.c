#include "memory/sections.h"

#include "base/alloc.h"
#include "base/map.h"
#include "memory/order.h"

enum { MAX_LOCKS = 64 };

/* Where a thread holds the lock: from its first section to its last. */
typedef struct span {
    uint32_t first, last; /* events; IR_NONE: it never does */
} span;

typedef struct cell_use {
    uint64_t locks;  /* that are held at every access, but for those that are ordered before or after all sections */
    uint32_t thread; /* the only one to use it, IR_NONE if none does, or MANY_THREADS */
    bool is_written;
    uint8_t lock_word; /* the lock whose word this is, or MAX_LOCKS */
} cell_use;

enum { MANY_THREADS = IR_NONE - 1 };

typedef struct merger {
    symex *s;
    const memory *m;
    order order;
    uint64_t good;    /* locks that nobody looks at but to take them and to give them back */
    uint8_t *lock_of; /* by section: number of its lock, or MAX_LOCKS */
    uint64_t *held;   /* by section: its lock and those of the outer ones */
    span *spans;      /* by lock * threads + thread */
    cell_use *cells;
    bool *is_open;          /* by section: it must stay several steps */
    uint32_t *block;        /* by section: its new block, or IR_NONE */
    VEC(uint32_t) unlocked; /* accesses without a lock */
} merger;

/* Accesses, their cells and events take their time. */
static bool is_stopped(const merger *g)
{
    enum { STEP_WORK = 10 };
    return symex_is_stopped(g->s, STEP_WORK);
}

static const symex_event *event_of(const merger *g, const memory_access *a)
{
    return &g->s->events.data[a->event];
}

/* ---- locks ---- */

static void number_locks(merger *g)
{
    const symex *s = g->s;
    map numbers = {0};
    g->lock_of[SYMEX_NO_SECTION] = MAX_LOCKS;
    for (uint32_t i = 1; i < s->sections.size; i++) {
        const symex_section *section = &s->sections.data[i];
        bool is_known = term_is_constant(s->terms, section->lock) && numbers.count < MAX_LOCKS;
        g->lock_of[i] = MAX_LOCKS;
        if (is_known) {
            uint64_t address = (uint64_t)term_constant_value(s->terms, section->lock);
            uint64_t number = map_get(&numbers, address, numbers.count);
            map_put(&numbers, address, number);
            g->lock_of[i] = (uint8_t)number;
            g->good |= UINT64_C(1) << number;
        }
        g->held[i] = g->held[section->outer] | (is_known ? UINT64_C(1) << g->lock_of[i] : 0);
    }
    for (uint32_t c = 0; c < g->m->cells.size; c++)
        g->cells[c].lock_word = (uint8_t)map_get(&numbers, g->m->cells.data[c].address, MAX_LOCKS);
    map_clear(&numbers);
}

static void find_spans(merger *g)
{
    const symex *s = g->s;
    memset(g->spans, 0xff, (size_t)MAX_LOCKS * s->threads.size * sizeof(span));
    for (uint32_t e = 0; e < s->events.size; e++) {
        const symex_event *event = &s->events.data[e];
        for (uint32_t i = event->section; i != SYMEX_NO_SECTION; i = s->sections.data[i].outer) {
            if (g->lock_of[i] == MAX_LOCKS)
                continue;
            span *where = &g->spans[(size_t)g->lock_of[i] * s->threads.size + event->thread];
            if (where->first == IR_NONE)
                where->first = e;
            where->last = e;
        }
    }
}

/* Is everything that the thread does up to event `last` before e? */
static bool is_all_before(const merger *g, uint32_t last, uint32_t e)
{
    size_t clock = (size_t)e * g->order.thread_count + g->s->events.data[last].thread;
    uint32_t position = g->order.position[last];
    return g->order.reads[clock] > position && g->order.writes[clock] > position;
}

/* Is the event before or after all sections of the lock in other threads, in every execution? */
static bool is_apart(const merger *g, uint32_t e, uint32_t lock)
{
    uint32_t threads = g->s->threads.size;
    for (uint32_t t = 0; t < threads; t++) {
        const span *where = &g->spans[(size_t)lock * threads + t];
        if (where->first == IR_NONE || t == g->s->events.data[e].thread)
            continue;
        if (!order_is_before(&g->order, e, where->first) && !is_all_before(g, where->last, e))
            return false;
    }
    return true;
}

/* ---- cells ---- */

/* The access is part of taking or giving back the lock whose word the cell is. */
static bool is_handover(const merger *g, const symex_event *event, const cell_use *cell)
{
    return event->handover != SYMEX_INSIDE && cell->lock_word < MAX_LOCKS &&
           g->lock_of[event->section] == cell->lock_word;
}

static void note_use(merger *g, uint32_t access)
{
    const memory_access *a = &g->m->accesses.data[access];
    const symex_event *event = event_of(g, a);
    bool needs_look = g->held[event->section] == 0;
    for (uint32_t i = 0; i < a->cell_count; i++) {
        cell_use *cell = &g->cells[g->m->may.data[a->first_cell + i]];
        cell->is_written |= a->is_write;
        cell->thread = cell->thread == IR_NONE || cell->thread == event->thread ? event->thread : MANY_THREADS;
        if (g->held[event->section])
            cell->locks &= g->held[event->section];
        needs_look |= cell->lock_word < MAX_LOCKS && !is_handover(g, event, cell);
    }
    if (needs_look)
        vec_push(&g->unlocked, access);
}

static void look_at_unlocked(merger *g, uint32_t access)
{
    const memory_access *a = &g->m->accesses.data[access];
    const symex_event *event = event_of(g, a);
    for (uint32_t i = 0; i < a->cell_count && !is_stopped(g); i++) {
        cell_use *cell = &g->cells[g->m->may.data[a->first_cell + i]];
        for (uint32_t lock = 0; lock < MAX_LOCKS && g->held[event->section] == 0; lock++)
            if (cell->locks >> lock & g->good >> lock & 1 && !is_apart(g, a->event, lock))
                cell->locks &= ~(UINT64_C(1) << lock);
        if (cell->lock_word < MAX_LOCKS && !is_handover(g, event, cell) && !is_apart(g, a->event, cell->lock_word))
            g->good &= ~(UINT64_C(1) << cell->lock_word);
    }
}

/* Before there are other threads, anything can be used. */
static void note_uses(merger *g)
{
    for (uint32_t c = 0; c < g->m->cells.size; c++) {
        g->cells[c].locks = UINT64_MAX;
        g->cells[c].thread = IR_NONE;
    }
    for (uint32_t a = 0; a < g->m->accesses.size && !is_stopped(g); a++)
        if (g->m->accesses.data[a].event >= g->s->first_late)
            note_use(g, a);
    for (uint32_t i = 0; i < g->unlocked.size && !is_stopped(g); i++)
        look_at_unlocked(g, g->unlocked.data[i]);
}

/* ---- sections ---- */

static bool is_untold(const merger *g, const memory_access *a, uint32_t lock)
{
    for (uint32_t i = 0; i < a->cell_count; i++) {
        const cell_use *cell = &g->cells[g->m->may.data[a->first_cell + i]];
        bool is_protected = cell->locks >> lock & 1;
        if (!is_protected && cell->is_written && cell->thread == MANY_THREADS && !is_handover(g, event_of(g, a), cell))
            return false;
    }
    return true;
}

/* May the event be a part of the section as one step? */
static bool fits(const merger *g, uint32_t e, uint32_t section)
{
    const symex_event *event = &g->s->events.data[e];
    uint8_t lock = g->lock_of[section];
    if (lock == MAX_LOCKS || !(g->good >> lock & 1) || event->kind >= SYMEX_START)
        return false;
    if (event->section == section && event->handover == SYMEX_GIVES)
        return true;
    for (uint32_t a = g->m->first_access[e]; a < g->m->first_access[e + 1]; a++)
        if (!is_untold(g, &g->m->accesses.data[a], lock))
            return false;
    return true;
}

/* The outermost section around the event that is to be one step, or SYMEX_NO_SECTION. */
static uint32_t step_of(const merger *g, uint32_t e)
{
    uint32_t outermost = SYMEX_NO_SECTION;
    for (uint32_t i = g->s->events.data[e].section; i != SYMEX_NO_SECTION; i = g->s->sections.data[i].outer)
        if (!g->is_open[i])
            outermost = i;
    return outermost;
}

/* An atomic block must not come apart: all of it belongs to one step. */
static void keep_blocks_whole(merger *g)
{
    const symex *s = g->s;
    uint32_t *first = alloc_bytes((s->block_count + 1) * sizeof(uint32_t)); /* by block: its first event */
    for (bool has_changed = true; has_changed && !is_stopped(g);) {
        has_changed = false;
        memset(first, 0xff, (s->block_count + 1) * sizeof(uint32_t));
        for (uint32_t e = 0; e < s->events.size; e++) {
            uint32_t block = s->events.data[e].block;
            if (block == IR_NONE)
                continue;
            if (first[block] == IR_NONE)
                first[block] = e;
            uint32_t steps[] = {step_of(g, first[block]), step_of(g, e)};
            for (uint32_t i = 0; i < 2 && steps[0] != steps[1]; i++) {
                has_changed |= steps[i] != SYMEX_NO_SECTION;
                g->is_open[steps[i]] = true;
            }
        }
    }
    free(first);
}

/* A section that begins where paths meet was not begun by taking the lock, and what goes on in it does not end there.
 * Unless it has no events: so it is where assertions fail, to which many paths lead. */
static void open_parts(merger *g)
{
    const symex *s = g->s;
    bool *is_used = alloc_zeroed(s->sections.size, sizeof(bool));
    for (uint32_t e = 0; e < s->events.size; e++)
        for (uint32_t i = s->events.data[e].section; i != SYMEX_NO_SECTION; i = s->sections.data[i].outer)
            is_used[i] = true;
    for (uint32_t i = s->sections.size; i-- > 1;) { /* parts have lower numbers */
        const symex_section *section = &s->sections.data[i];
        for (uint32_t k = 0; k < 2 && section->parts[k] != SYMEX_NO_SECTION && is_used[i]; k++) {
            g->is_open[i] = g->is_open[section->parts[k]] = true;
            is_used[section->parts[k]] = true;
        }
    }
    free(is_used);
}

static uint32_t merge(merger *g)
{
    symex *s = g->s;
    uint32_t merged = 0;
    open_parts(g);
    for (uint32_t e = 0; e < s->events.size && !is_stopped(g); e++)
        for (uint32_t i = s->events.data[e].section; i != SYMEX_NO_SECTION; i = s->sections.data[i].outer)
            g->is_open[i] |= !fits(g, e, i);
    keep_blocks_whole(g);
    for (uint32_t e = 0; e < s->events.size; e++) {
        uint32_t step = step_of(g, e);
        if (step == SYMEX_NO_SECTION)
            continue;
        if (g->block[step] == IR_NONE) {
            g->block[step] = s->block_count++;
            merged++;
        }
        s->events.data[e].block = g->block[step];
    }
    return merged;
}

uint32_t sections_merge(symex *s, const memory *m)
{
    if (s->sections.size <= 1)
        return 0;
    merger g = {
        .s = s,
        .m = m,
        .lock_of = alloc_zeroed(s->sections.size, 1),
        .held = alloc_zeroed(s->sections.size, sizeof(uint64_t)),
        .spans = alloc_bytes((size_t)MAX_LOCKS * s->threads.size * sizeof(span)),
        .cells = alloc_zeroed(m->cells.size + 1, sizeof(cell_use)),
        .is_open = alloc_zeroed(s->sections.size, sizeof(bool)),
        .block = alloc_bytes(s->sections.size * sizeof(uint32_t)),
    };
    memset(g.block, 0xff, s->sections.size * sizeof(uint32_t));
    model weakest = model_in_common(s->is_weak);
    order_init(&g.order, s, &weakest);
    number_locks(&g);
    find_spans(&g);
    note_uses(&g);
    uint32_t merged = merge(&g);
    order_clear(&g.order);
    free(g.lock_of);
    free(g.held);
    free(g.spans);
    free(g.cells);
    free(g.is_open);
    free(g.block);
    vec_clear(&g.unlocked);
    return merged;
}
